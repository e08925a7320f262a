//! Values of settings, as text, as TOML, and as what is allowed.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use toml::de::DeValue;

/// The word that stands for no end of keeping.
pub(super) const NEVER: &str = "never";

/// What is shown instead of a secret.
pub(super) const HIDDEN: &str = "(hidden)";

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A text that is read further; this says what it has to look like.
    Text(&'static str),
    /// Texts of which each is read further.
    List(&'static str),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number from here to there.
    Number(u64, u64),
    /// The same, or `never`.
    NumberOrNever(u64, u64),
    /// Yes or no.
    Switch,
    /// A file or folder. In a configuration file it counts from that file's folder.
    Path,
    /// A text that is never shown.
    Secret(&'static str),
}

impl fmt::Display for Kind {
    /// What is allowed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(form) | Self::Secret(form) => f.write_str(form),
            Self::List(form) => write!(f, "a list, each {form}"),
            Self::Choice(words) => {
                let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
                f.write_str(&words.join(" or "))
            }
            Self::Number(min, max) => write!(f, "a whole number from {min} to {max}"),
            Self::NumberOrNever(min, max) => write!(f, "a whole number from {min} to {max}, or \"{NEVER}\""),
            Self::Switch => f.write_str("true or false"),
            Self::Path => f.write_str("a path"),
        }
    }
}

/// A value of a setting.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// There is none.
    Unset,
    /// There is one, and it is not shown.
    Hidden,
    Text(String),
    List(Vec<String>),
    Number(u64),
    Switch(bool),
}

/// Why a value is refused: `None` if what the setting's kind says is all there is to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused(pub(super) Option<String>);

impl Refused {
    pub(super) fn because(why: impl fmt::Display) -> Self {
        Self(Some(why.to_string()))
    }
}

impl Value {
    pub(super) fn text(shown: impl fmt::Display) -> Self {
        Self::Text(shown.to_string())
    }

    pub(super) fn optional(shown: Option<impl fmt::Display>) -> Self {
        shown.map_or(Self::Unset, Self::text)
    }

    pub(super) fn path(path: &Path) -> Self {
        Self::text(path.display())
    }

    /// The value that a text stands for, in the environment or as an argument.
    pub(super) fn from_text(kind: Kind, text: &str) -> Result<Self, Refused> {
        let wrong = || Refused(None);
        let number = || text.parse().map(Self::Number).map_err(|_| wrong());
        let value = match kind {
            Kind::Text(_) | Kind::Choice(_) | Kind::Path | Kind::Secret(_) => Self::text(text),
            Kind::List(_) => Self::List(text.split(',').map(|each| each.trim().to_owned()).collect()),
            Kind::NumberOrNever(..) if text == NEVER => Self::text(text),
            Kind::Number(..) | Kind::NumberOrNever(..) => number()?,
            Kind::Switch => Self::Switch(text.parse().map_err(|_| wrong())?),
        };
        if value.fits(kind) { Ok(value) } else { Err(wrong()) }
    }

    /// The value in a configuration file.
    pub(super) fn from_toml(kind: Kind, value: &DeValue<'_>) -> Result<Self, Refused> {
        let value = match value {
            DeValue::String(text) => Self::text(text),
            DeValue::Boolean(on) => Self::Switch(*on),
            DeValue::Integer(number) => {
                let number = u64::from_str_radix(number.as_str(), number.radix());
                Self::Number(number.map_err(|_| Refused(None))?)
            }
            DeValue::Array(values) => {
                let text = |value: &DeValue<'_>| value.as_str().map(str::to_owned);
                let texts: Option<Vec<_>> = values.iter().map(|value| text(value.get_ref())).collect();
                Self::List(texts.ok_or(Refused(None))?)
            }
            DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => return Err(Refused(None)),
        };
        if value.fits(kind) { Ok(value) } else { Err(Refused(None)) }
    }

    fn fits(&self, kind: Kind) -> bool {
        match (kind, self) {
            (Kind::Text(_) | Kind::Secret(_), Self::Text(_))
            | (Kind::List(_), Self::List(_))
            | (Kind::Switch, Self::Switch(_)) => true,
            (Kind::Path, Self::Text(path)) => !path.is_empty(),
            (Kind::Choice(words), Self::Text(word)) => words.contains(&word.as_str()),
            (Kind::NumberOrNever(..), Self::Text(word)) => word == NEVER,
            (Kind::Number(min, max) | Kind::NumberOrNever(min, max), Self::Number(number)) => {
                (min..=max).contains(number)
            }
            _ => false,
        }
    }

    /// The text, read as what it stands for; where it cannot be read, the setting's kind says what is allowed.
    pub(super) fn read<T: FromStr>(&self) -> Result<T, Refused> {
        self.str()?.parse().map_err(|_| Refused(None))
    }

    /// The same where the error says more than the kind.
    pub(super) fn read_or_say<T: FromStr<Err: fmt::Display>>(&self) -> Result<T, Refused> {
        self.str()?.parse().map_err(Refused::because)
    }

    pub(super) fn str(&self) -> Result<&str, Refused> {
        if let Self::Text(text) = self { Ok(text) } else { Err(Refused(None)) }
    }

    pub(super) fn list(&self) -> Result<&[String], Refused> {
        if let Self::List(list) = self { Ok(list) } else { Err(Refused(None)) }
    }

    pub(super) fn switch(&self) -> Result<bool, Refused> {
        if let Self::Switch(on) = self { Ok(*on) } else { Err(Refused(None)) }
    }

    pub(super) fn to_path(&self) -> Result<PathBuf, Refused> {
        self.str().map(PathBuf::from)
    }

    /// The number, in a type that holds it.
    pub(super) fn number<T: TryFrom<u64>>(&self) -> Result<T, Refused> {
        if let Self::Number(number) = *self {
            T::try_from(number).map_err(|_| Refused(None))
        } else {
            Err(Refused(None))
        }
    }

    /// The same value where a path is meant from a folder.
    pub(super) fn within(self, kind: Kind, folder: &Path) -> Self {
        match self {
            Self::Text(path) if kind == Kind::Path => Self::path(&folder.join(path)),
            other => other,
        }
    }
}

/// A text as TOML, in one line whatever is in it: what is escaped in JSON is escaped alike in TOML, which asks for it with one
/// character more.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

impl fmt::Display for Value {
    /// As TOML; nothing for [`Value::Unset`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unset => Ok(()),
            Self::Hidden => f.write_str(&quoted(HIDDEN)),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::List(texts) => {
                let texts: Vec<_> = texts.iter().map(|text| quoted(text)).collect();
                write!(f, "[{}]", texts.join(", "))
            }
            Self::Number(number) => number.fmt(f),
            Self::Switch(on) => on.fmt(f),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is a secret is known to the setting, not to the value.
        f.write_str("Value(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stands_for_a_value_of_its_kind() {
        let read = |kind, text: &str| Value::from_text(kind, text).ok();
        assert_eq!(read(Kind::Number(1, 9), "9"), Some(Value::Number(9)));
        assert_eq!(read(Kind::Number(1, 9), "10"), None);
        assert_eq!(read(Kind::Number(1, 9), "-1"), None);
        assert_eq!(read(Kind::NumberOrNever(1, 9), "never"), Some(Value::text("never")));
        assert_eq!(read(Kind::Switch, "true"), Some(Value::Switch(true)));
        assert_eq!(read(Kind::Switch, "yes"), None);
        assert_eq!(read(Kind::Choice(&["a", "b"]), "c"), None);
        let list = Value::List(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(read(Kind::List("x"), "a, b"), Some(list));
    }

    #[test]
    fn values_are_written_as_they_are_read() {
        for value in [
            Value::text(r#"C:\sarja "x""#),
            Value::text("a\u{7f}\u{1f}\r\n\t\u{e9}"),
            Value::Number(1_000),
            Value::Switch(true),
            Value::List(vec!["a".to_owned(), "b\n".to_owned()]),
        ] {
            let text = format!("key = {value}");
            let read = toml::de::DeTable::parse(&text).unwrap();
            let kind = match value {
                Value::List(_) => Kind::List("x"),
                Value::Number(_) => Kind::Number(0, 1_000),
                Value::Switch(_) => Kind::Switch,
                _ => Kind::Text("x"),
            };
            let read = Value::from_toml(kind, read.get_ref().get("key").unwrap().get_ref());
            assert!(read == Ok(value), "{text}");
        }
        assert_eq!(Value::Hidden.to_string(), "\"(hidden)\"");
    }

    #[test]
    fn numbers_of_a_file_may_be_written_as_toml_allows() {
        let read = toml::de::DeTable::parse("a = 1_000\nb = 0x10").unwrap();
        let number =
            |key: &str| Value::from_toml(Kind::Number(0, 9_999), read.get_ref().get(key).unwrap().get_ref());
        assert!(number("a") == Ok(Value::Number(1_000)) && number("b") == Ok(Value::Number(16)));
    }
}
