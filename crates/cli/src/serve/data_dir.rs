//! Where the server of one person keeps its data.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// Why there is no folder for the data.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// Nothing says where the user's data belongs.
    #[error("there is no home folder: say where the data belongs with --data-dir")]
    NoHome,
    /// It cannot be made.
    #[error("cannot make the folder {}", dir.display())]
    Make {
        /// The folder.
        dir: PathBuf,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
}

/// The folder for this user's data: `$XDG_DATA_HOME/sarja`, or `~/.local/share/sarja`.
///
/// # Errors
/// [`DataDirError::NoHome`] where neither variable is set.
pub fn default_data_dir() -> Result<PathBuf, DataDirError> {
    in_environment(|name| env::var_os(name).map(PathBuf::from))
}

fn in_environment(variable: impl Fn(&str) -> Option<PathBuf>) -> Result<PathBuf, DataDirError> {
    // The XDG specification: a relative path is to be ignored.
    let absolute = |name| variable(name).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("sarja")).ok_or(DataDirError::NoHome)
}

/// Makes the folder where it is missing, for its owner alone: it holds hashes of tokens and secrets of running rounds.
pub(super) fn make(dir: &Path) -> Result<(), DataDirError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).map_err(|cause| DataDirError::Make { dir: dir.to_owned(), cause })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Option<PathBuf> {
        in_environment(|name| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| PathBuf::from(v))).ok()
    }

    #[test]
    fn data_belongs_where_the_desktop_says_else_into_the_home_folder() {
        let home = ("HOME", "/home/anna");
        assert_eq!(with(&[home]), Some("/home/anna/.local/share/sarja".into()));
        assert_eq!(with(&[home, ("XDG_DATA_HOME", "/data")]), Some("/data/sarja".into()));
        assert_eq!(with(&[home, ("XDG_DATA_HOME", "data")]), Some("/home/anna/.local/share/sarja".into()));
        assert_eq!(with(&[]), None);
    }
}
