//! The binary as a process.

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

/// What came of running the binary.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The binary with these arguments, and nothing of the environment that it listens to.
pub(crate) fn sarja(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarja"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (variable, _) in std::env::vars_os() {
        let name = variable.to_string_lossy();
        if name.starts_with("SARJA_") || name.starts_with("DATABASE_URL") {
            command.env_remove(&variable);
        }
    }
    // Whoever runs the tests may have a configuration.
    command.env("XDG_CONFIG_HOME", "/no/such/folder");
    command
}

/// Runs the binary to its end with this input.
pub(crate) fn run(args: &[&str], input: &str) -> Ran {
    let mut child = sarja(args).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    Ran {
        status: status.code().unwrap(),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}
