//! The configuration in effect, as a file that says where each value came from.

use std::fmt;

use super::{
    effective::{ConfigFile, Effective},
    setting::Setting,
    table,
    value::Value,
};

/// The column in which a comment begins, where the value leaves it free.
const COMMENT_COLUMN: usize = 48;

impl fmt::Display for ConfigFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path) => write!(f, "The file is {}.", path.display()),
            Self::NotThere(path) => write!(f, "There is no file {}; --config names another.", path.display()),
            Self::NoPlace => f.write_str("There is no file; --config names one."),
        }
    }
}

impl fmt::Display for Effective {
    /// As TOML, which means the same when it is read, but for what is hidden.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# The configuration in effect, and where each value comes from.")?;
        writeln!(f, "# {}", one_line(&self.file.to_string()))?;
        let data = match self.settings.data_place() {
            Ok(place) => format!("The data is in {}.", place.store),
            Err(error) => format!("There is no place for the data: {error}."),
        };
        writeln!(f, "# {}\n", one_line(&data))?;
        let mut table = "";
        for setting in table::all() {
            if setting.table() != table {
                table = setting.table();
                writeln!(f, "\n[{table}]")?;
            }
            writeln!(f, "{}", self.line(setting))?;
        }
        Ok(())
    }
}

/// A text without line breaks, which would end a comment: paths may have them.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, "?")
}

impl Effective {
    fn line(&self, setting: &Setting) -> String {
        let (name, source) = (setting.name(), self.source(setting));
        let shown = match self.shown(setting) {
            Value::Unset => format!("# {name} is not set"),
            // To read the file again gives the value again.
            value if self.is_in_file(setting) => format!("# {name} = {value}"),
            value => format!("{name} = {value}"),
        };
        format!("{shown:<COMMENT_COLUMN$}  # {source}")
    }
}
