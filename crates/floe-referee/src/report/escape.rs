//! Untrusted text inside HTML, and JSON inside HTML. The pages are assembled by `format!` without a template engine, since
//! most of them are rows of figures made by loops.

use html_escape::encode_quoted_attribute;
use serde::Serialize;

/// Maximum length of a name on a page.
const MAX_NAME: usize = 60;

/// Escapes a text for any place between tags or in quotes.
pub(super) fn html(text: &str) -> String {
    let text: String = text.chars().map(harmless).collect();
    encode_quoted_attribute(&text).into_owned()
}

/// A name, cut if it is too long. Not escaped yet.
pub(super) fn name(text: &str) -> String {
    match text.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A value as JSON for a `<script type="application/json">`: nothing in it can end the element or start a comment.
pub(super) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".into());
    let mut escaped = String::with_capacity(text.len());
    // These occur only inside strings, where JSON allows any character to be written by its number.
    for c in text.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => escaped += &format!("\\u{:04x}", c as u32),
            c => escaped.push(harmless(c)),
        }
    }
    escaped
}

/// Control characters, and marks that change the direction of text, are replaced by a visible sign.
fn harmless(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        c if c.is_control() => '\u{fffd}',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes() {
        assert_eq!(
            html("<a href='x'>&\"\0\u{202e}"),
            "&lt;a href=&#x27;x&#x27;&gt;&amp;&quot;\u{fffd}\u{fffd}"
        );
        assert_eq!(json(&"</script><!--"), r#""\u003c/script\u003e\u003c!--""#);
        let back: String = serde_json::from_str(&json(&"a<b>&\u{2028}\n\"\\")).unwrap();
        assert_eq!(back, "a<b>&\u{2028}\n\"\\");
        assert_eq!(name(&"é".repeat(61)).chars().count(), 61);
    }
}
