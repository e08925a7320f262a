//! How the choices of a ruleset are written.

/// Declares an enum whose variants are words of rules.md §10, with one spelling for JSON, logs and lists.
macro_rules! choices {
    ($(
        $(#[$enum_doc:meta])*
        pub enum $name:ident {
            $( $(#[$doc:meta])* $variant:ident = $word:literal, )+
        }
    )+) => { $(
        $(#[$enum_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
        pub enum $name {
            $( $(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $word))] $variant, )+
        }

        impl $name {
            /// Every choice, in the order of rules.md §10.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The word of rules.md §10 for this choice, as JSON has it.
            pub const fn word(self) -> &'static str {
                match self {
                    $( Self::$variant => $word, )+
                }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.word())
            }
        }
    )+ };
}

pub(super) use choices;
