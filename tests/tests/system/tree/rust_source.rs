//! Rust text made fit for searching: without comments, literals and tests.

/// The same text with comments and the insides of literals turned into blanks. Lines stay where they are.
pub(crate) fn code_only(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let (inside, end) = literal_or_comment(bytes, at);
        for byte in &mut code[inside.clone()] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    String::from_utf8(code).expect("only whole characters are blanked")
}

/// What to blank of the thing that begins here, and where it ends; nothing if it is neither literal nor comment.
fn literal_or_comment(bytes: &[u8], at: usize) -> (std::ops::Range<usize>, usize) {
    let rest = &bytes[at..];
    let begins_word = at == 0 || !is_word(bytes[at - 1]);
    if rest.starts_with(b"//") {
        let end = at + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        return (at..end, end);
    }
    if rest.starts_with(b"/*") {
        let end = at + block_comment(rest);
        return (at..end, end);
    }
    if begins_word && let Some((opening, length)) = raw_string(rest) {
        return (at + opening..at + length, at + length);
    }
    match rest[0] {
        b'"' => {
            let end = at + quoted(rest, b'"');
            (at + 1..end.saturating_sub(1).max(at + 1), end)
        }
        // A lifetime has no closing quote where a character would have one.
        b'\'' if is_character(rest) => {
            let end = at + quoted(rest, b'\'');
            (at + 1..end - 1, end)
        }
        _ => (at..at, at + 1),
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0_u32, 0);
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// For `r"…"`, `br#"…"#` and their like: where the inside begins, and the length with the closing marks.
fn raw_string(rest: &[u8]) -> Option<(usize, usize)> {
    let prefix = [&b"br"[..], b"cr", b"r"].into_iter().find(|prefix| rest.starts_with(prefix))?;
    let marks = rest[prefix.len()..].iter().take_while(|byte| **byte == b'#').count();
    let opening = prefix.len() + marks + 1;
    if rest.get(opening - 1) != Some(&b'"') {
        return None;
    }
    let closing = [&b"\""[..], &vec![b'#'; marks]].concat();
    let inside = rest[opening..].windows(closing.len()).position(|window| window == closing);
    Some((opening, inside.map_or(rest.len(), |inside| opening + inside + closing.len())))
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn is_character(rest: &[u8]) -> bool {
    let text = std::str::from_utf8(&rest[1..rest.len().min(6)]).or_else(|error| {
        // The cut went through a character; what stands before it is enough.
        std::str::from_utf8(&rest[1..=error.valid_up_to()])
    });
    let mut characters = text.unwrap_or_default().chars();
    match characters.next() {
        Some('\\') => true,
        Some(_) => characters.next() == Some('\''),
        None => false,
    }
}

/// Code without what is compiled for tests only, and the names of the modules in other files that are.
pub(crate) fn without_tests(code: &str) -> (String, Vec<String>) {
    const MARK: &str = "#[cfg(test)]";
    let (mut kept, mut modules, mut rest) = (String::new(), Vec::new(), code);
    while let Some(begin) = rest.find(MARK) {
        kept.push_str(&rest[..begin]);
        let item = &rest[begin + MARK.len()..];
        let end = item_end(item);
        if let Some(name) =
            item[..end].trim_end().strip_suffix(';').and_then(|item| item.split("mod ").nth(1))
        {
            modules.push(name.trim().into());
        }
        // The lines are kept, so that a fault is reported where it stands.
        kept.extend(item[..end].chars().filter(|character| *character == '\n'));
        rest = &item[end..];
    }
    kept.push_str(rest);
    (kept, modules)
}

fn item_end(item: &str) -> usize {
    let mut depth = 0_u32;
    for (at, byte) in item.bytes().enumerate() {
        match byte {
            b';' if depth == 0 => return at + 1,
            b'{' | b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    item.len()
}

#[test]
fn comments_and_literals_are_blanked_and_lifetimes_are_not() {
    let source =
        "let a = \"x.unwrap()\"; // y.unwrap()\n/* one /* two */ three */ f::<'a>('\\'', r#\"q\"z\"#, 'é');";
    let code = code_only(source);
    assert_eq!(code.len(), source.len());
    assert!(
        !code.contains("unwrap") && !code.contains("three") && !code.contains('z') && !code.contains('é')
    );
    assert!(code.contains("f::<'a>('") && code.contains("let a = \"") && code.contains("r#\""));
}

#[test]
fn unclosed_texts_end_with_the_file() {
    for source in ["\"", "'", "r#\"", "/* ", "//", "b'\\"] {
        assert_eq!(code_only(source).len(), source.len(), "{source}");
    }
}

#[test]
fn what_is_for_tests_is_cut_out_and_lines_stay() {
    let code =
        "fn a() {}\n#[cfg(test)]\nmod tests {\n fn b() { if x {} }\n}\n#[cfg(test)]\nmod more;\nfn c() {}\n";
    let (kept, modules) = without_tests(code);
    assert!(kept.contains("fn a()") && kept.contains("fn c()") && !kept.contains("fn b()"), "{kept}");
    assert_eq!(kept.lines().position(|line| line.contains("fn c")), Some(7));
    assert_eq!(modules, ["more"]);
}
