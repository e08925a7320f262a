//! The files of the tree, as they lie in the folder: also those that are not committed yet.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file: its path from the root, with `/` between the parts, and what it holds.
pub(crate) struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.has_ending("rs")
    }

    pub(crate) fn has_ending(&self, wanted: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|ending| ending == wanted)
    }
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a folder of the workspace").into()
}

/// One file that must be there.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every text file of the tree, sorted by path. What tools put there (builds, packages of npm) is left out.
pub(crate) fn text_files() -> Vec<TextFile> {
    let mut found = Vec::new();
    collect(&root(), "", &mut found);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(found.iter().any(TextFile::is_rust), "the tree was not found");
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<TextFile>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let entry = entry.expect("an entry of a folder that was opened");
        let name = entry.file_name().into_string().expect("names in the tree are UTF-8");
        let (place, path) = (entry.path(), format!("{prefix}{name}"));
        if place.is_dir() {
            if !is_made_by_a_tool(&name, &place) {
                collect(&place, &format!("{path}/"), found);
            }
        } else if name == ".git" {
            // In a worktree it is a file, and names the folder of the others.
        } else if let Ok(text) = fs::read_to_string(&place) {
            found.push(TextFile { path, text });
        }
    }
}

fn is_made_by_a_tool(name: &str, place: &Path) -> bool {
    // Cargo marks its folders so that backups leave them out, wherever CARGO_TARGET_DIR puts them.
    matches!(name, ".git" | "node_modules" | "target" | "__pycache__") || place.join("CACHEDIR.TAG").exists()
}
