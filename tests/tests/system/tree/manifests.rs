//! What every crate's `Cargo.toml` must say.

use super::arrows::{metadata, packages};
use super::assert_none;
use super::files::{TextFile, root, text_files};

/// The lines of one section, without blanks and comments.
fn section<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    let heading = format!("[{name}]");
    let lines = manifest.lines().map(str::trim).skip_while(|line| *line != heading).skip(1);
    let inside = lines.take_while(|line| !line.starts_with('['));
    inside.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

fn faults(manifest: &TextFile) -> Vec<String> {
    let mut faults = Vec::new();
    if section(&manifest.text, "lints") != ["workspace = true"] {
        faults.push(format!("{}: the lints are not the workspace's", manifest.path));
    }
    for name in ["dependencies", "dev-dependencies", "build-dependencies"] {
        for line in section(&manifest.text, name) {
            // A workspace entry cannot have its features taken away, so a crate without std names the version itself.
            let is_shared = line.contains("workspace = true") || line.contains("default-features = false");
            if !is_shared {
                faults.push(format!("{}: the version of `{line}` belongs into the workspace", manifest.path));
            }
        }
    }
    faults
}

#[test]
fn every_crate_takes_lints_and_versions_from_the_workspace() {
    let manifests: Vec<_> =
        text_files().into_iter().filter(|file| file.path.ends_with("/Cargo.toml")).collect();
    let metadata = metadata();
    assert_eq!(manifests.len(), packages(&metadata).len(), "a manifest outside the workspace");
    assert_none(&manifests.iter().flat_map(faults).collect::<Vec<_>>());
}

#[test]
fn plain_cargo_run_starts_sarja() {
    let metadata = metadata();
    let defaults = metadata["workspace_default_members"].as_array().expect("a list of packages");
    let cli = packages(&metadata)
        .iter()
        .find(|package| package["name"] == "sarja-cli")
        .expect("the binary's crate");
    assert_eq!(*defaults, [cli["id"].clone()]);
    assert_eq!(cli["default_run"], "sarja");
    assert_eq!(metadata["workspace_root"].as_str().map(Into::into), Some(root()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(text: &str) -> usize {
        faults(&TextFile::new("crates/x/Cargo.toml", text)).len()
    }

    #[test]
    fn own_lints_are_found() {
        assert_eq!(faults_of("[lints]\nworkspace = true\n"), 0);
        assert_eq!(faults_of("[lints.rust]\nmissing_docs = \"allow\"\n"), 1);
        assert_eq!(faults_of("[package]\nworkspace = true\n"), 1);
    }

    #[test]
    fn own_versions_are_found() {
        let lints = "\n[lints]\nworkspace = true\n";
        assert_eq!(faults_of(&format!("[dependencies]\nserde = {{ workspace = true }}{lints}")), 0);
        assert_eq!(faults_of(&format!("[dependencies]\nserde = \"1\"{lints}")), 1);
        assert_eq!(faults_of(&format!("[dev-dependencies]\nserde = {{ version = \"1\" }}{lints}")), 1);
    }
}
