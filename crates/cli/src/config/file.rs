//! The configuration file.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use toml::de::{DeTable, DeValue};

use super::{
    fault::{Fault, Place, Problem},
    nearest::nearest,
    setting::Setting,
    source::Source,
    table,
    value::{Kind, Refused, Value},
};

/// Bytes of a configuration file, or of a file with a secret: far more than either needs.
const FILE_BYTES_MAX: u64 = 256 * 1024;

/// A value that was given to a setting.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) setting: &'static Setting,
    pub(super) value: Value,
    pub(super) source: Source,
    pub(super) place: Place,
}

/// Reads a file that has to be text, and not endless.
pub(super) fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(FILE_BYTES_MAX + 1).read_to_string(&mut text)?;
    if text.len() as u64 > FILE_BYTES_MAX {
        return Err(io::Error::other(format!("it is longer than {FILE_BYTES_MAX} bytes")));
    }
    Ok(text)
}

/// What stands in a configuration file. What is wrong with it is added to the faults.
pub(super) fn read(path: &Path, faults: &mut Vec<Fault>) -> Vec<Given> {
    match read_text(path) {
        Ok(text) => FileText { path, text: &text, given: Vec::new(), faults }.read(),
        Err(error) => {
            let problem = Problem::Unreadable(error.to_string());
            faults.push(Fault { place: Place::File(path.to_owned()), problem });
            Vec::new()
        }
    }
}

struct FileText<'f> {
    path: &'f Path,
    text: &'f str,
    given: Vec<Given>,
    faults: &'f mut Vec<Fault>,
}

impl FileText<'_> {
    fn read(mut self) -> Vec<Given> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in &errors {
            let problem = Problem::Syntax(error.message().to_owned());
            self.fault(error.span().map_or(0, |span| span.start), problem);
        }
        // What could be read beside a slip in the form may not be what was meant.
        if errors.is_empty() {
            self.table("", table.get_ref());
            self.faults
                .sort_by_key(|fault| if let Place::Line { line, .. } = fault.place { line } else { 0 });
        }
        self.given
    }

    fn table(&mut self, prefix: &str, entries: &DeTable<'_>) {
        for (key, value) in entries {
            let name = if prefix.is_empty() {
                key.get_ref().to_string()
            } else {
                format!("{prefix}.{}", key.get_ref())
            };
            let at = key.span().start;
            let is_table = table::all().iter().any(|setting| setting.table() == name);
            match (value.get_ref(), table::named(&name)) {
                (DeValue::Table(entries), None) if is_table => self.table(&name, entries),
                (DeValue::Table(_), None) => {
                    let tables = table::all().iter().map(Setting::table).filter(|table| !table.is_empty());
                    let nearest = nearest(&name, tables).map(str::to_owned);
                    self.fault(at, Problem::UnknownTable { name, nearest });
                }
                (_, None) if is_table => self.fault(at, Problem::NoTable(name)),
                (_, None) => {
                    let keys = table::all().iter().map(|setting| setting.key.as_str());
                    let nearest = nearest(&name, keys).map(str::to_owned);
                    self.fault(at, Problem::UnknownKey { name, nearest });
                }
                (value, Some(setting)) => self.value(setting, at, value),
            }
        }
    }

    fn value(&mut self, setting: &'static Setting, at: usize, value: &DeValue<'_>) {
        match Value::from_toml(setting.kind, value) {
            Ok(read) => {
                let folder = self.path.parent().unwrap_or(Path::new(""));
                let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.given.push(Given {
                    setting,
                    value: read.within(setting.kind, folder),
                    source: Source::File { name, line: self.line(at) },
                    place: self.place(at),
                });
            }
            Err(refused) => {
                let problem = bad_value(setting, &shown(value), &refused);
                self.fault(at, problem);
            }
        }
    }

    fn fault(&mut self, at: usize, problem: Problem) {
        let place = self.place(at);
        self.faults.push(Fault { place, problem });
    }

    fn place(&self, at: usize) -> Place {
        Place::Line { file: PathBuf::from(self.path), line: self.line(at) }
    }

    fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
    }
}

/// A value as it is named in a message.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => Value::text(text).to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(on) => on.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(_) => "this list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// What is said about a value that a setting cannot have. A secret is not repeated.
pub(super) fn bad_value(setting: &Setting, shown: &str, Refused(why): &Refused) -> Problem {
    let is_hidden = matches!(setting.kind, Kind::Secret(_));
    Problem::BadValue {
        key: setting.key.clone(),
        value: if is_hidden { "this".to_owned() } else { shown.to_owned() },
        why: why.clone().unwrap_or_else(|| format!("allowed is {}", setting.kind)),
    }
}
