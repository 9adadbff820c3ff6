//! Names of players: short, harmless in tables, and different from each other.

/// Maximum length of a name, in characters.
pub(crate) const MAX_NAME: usize = 60;

/// A name that a program reports, without what would spoil the output in which it appears; `None` if nothing is left.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let name: String = name.chars().filter(|&c| !is_harmful(c)).take(MAX_NAME).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Control characters, and characters that change the direction of text.
pub(crate) fn is_harmful(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The same names, equal ones numbered: two of `bot` are `bot (1)` and `bot (2)`.
pub(crate) fn numbered(names: &[String]) -> Vec<String> {
    let mut unique: Vec<String> = Vec::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        if names.iter().filter(|other| *other == name).count() == 1 {
            unique.push(name.clone());
            continue;
        }
        let number = 1 + names[..at].iter().filter(|other| *other == name).count();
        let free = |number: &usize| {
            let candidate = format!("{name} ({number})");
            !names.contains(&candidate) && !unique.contains(&candidate)
        };
        // A player may be called `bot (1)` itself.
        let number = (number..).find(free).unwrap_or(number);
        unique.push(format!("{name} ({number})"));
    }
    unique
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_get_numbers() {
        let check = |names: &[&str], expected: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
            assert_eq!(numbered(&names), expected);
        };
        check(&["a", "b"], &["a", "b"]);
        check(&["a", "b", "a"], &["a (1)", "b", "a (2)"]);
        check(&["a", "a (1)", "a"], &["a (2)", "a (1)", "a (3)"]);
    }

    #[test]
    fn names_of_programs_are_made_harmless() {
        assert_eq!(clean_name(" a\u{202e}\x1b[31mb "), Some("a[31mb".into()));
        assert_eq!(clean_name("\n\t "), None);
        assert_eq!(clean_name(&"x".repeat(99)).map(|name| name.len()), Some(60));
    }
}
