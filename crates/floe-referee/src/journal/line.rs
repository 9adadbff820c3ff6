//! A line: `{"sum":"0123456789abcdef","bytes":1234,"line":…}`, still JSON, with a checksum over its bytes.

use base16ct::lower::encode_string as hex;
use sha2::{Digest, Sha256};

/// Maximum length of a line: the longest record and its framing.
pub const MAX_LINE_BYTES: usize = 16 << 20;

/// A checksum of a line and everything before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum(String);

/// Frames a body after the line of sum `before`: returns the line, including the newline, and its sum.
pub(super) fn wrap(before: &Sum, body: &str) -> (String, Sum) {
    let sum = sum(before, body.len(), body.as_bytes());
    (format!("{{\"sum\":\"{}\",\"bytes\":{},\"line\":{body}}}\n", sum.0, body.len()), sum)
}

/// What the start of a line declares: where its body starts and where the line ends, not counting the newline.
struct Frame<'a> {
    sum: &'a str,
    body: usize,
    end: usize,
}

/// Checks a line without its newline: returns its body and sum, or what is wrong with it.
pub(super) fn unwrap<'a>(before: &Sum, line: &'a [u8]) -> Result<(&'a str, Sum), &'static str> {
    let frame = frame(line).ok_or("it does not start like a journal line")?;
    if line.len() != frame.end {
        return Err("its length does not match");
    }
    let body = &line[frame.body..frame.end - 1];
    if line[frame.end - 1] != b'}' {
        return Err("it does not end like a journal line");
    }
    let sum = sum(before, body.len(), body);
    if sum.0 != frame.sum {
        return Err("its checksum is wrong, or the previous line is not the one it was written after");
    }
    let body = std::str::from_utf8(body).map_err(|_| "it is not text")?;
    Ok((body, sum))
}

/// Whether the bytes after the last newline can be the start of an incompletely written line.
pub(super) fn is_torn(tail: &[u8]) -> bool {
    match frame(tail) {
        Some(frame) => tail.len() < frame.end,
        None => {
            let (sum, bytes) = (&br#"{"sum":""#[..], &br#"","bytes":"#[..]);
            let expected = |i: usize, byte: u8| match i {
                _ if i < 8 => byte == sum[i],
                _ if i < 24 => is_hex(byte),
                _ if i < 34 => byte == bytes[i - 24],
                _ => true,
            };
            tail.len() < MAX_FRAME && tail.iter().enumerate().all(|(i, &byte)| expected(i, byte))
        }
    }
}

/// `{"sum":"` 16 digits `","bytes":` up to 8 digits `,"line":`.
const MAX_FRAME: usize = 8 + 16 + 10 + 8 + 8;

fn frame(line: &[u8]) -> Option<Frame<'_>> {
    let rest = line.strip_prefix(br#"{"sum":""#)?;
    let sum = rest.get(..16).filter(|digits| digits.iter().all(|&digit| is_hex(digit)))?;
    let rest = rest[16..].strip_prefix(br#"","bytes":"#)?;
    let digits = rest.iter().take(8).take_while(|byte| byte.is_ascii_digit()).count();
    let bytes: usize = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    rest[digits..].strip_prefix(br#","line":"#)?;
    let body = 34 + digits + 8;
    Some(Frame { sum: std::str::from_utf8(sum).ok()?, body, end: body + bytes + 1 })
}

fn is_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

fn sum(before: &Sum, length: usize, body: &[u8]) -> Sum {
    let mut hash = Sha256::new();
    hash.update(before.0.as_bytes());
    hash.update((length as u64).to_le_bytes());
    hash.update(body);
    Sum(hex(&hash.finalize()[..8]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_json_and_round_trip() {
        let (line, sum) = wrap(&Sum::default(), r#"{"a":1}"#);
        let json: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(json["line"]["a"], 1);
        assert_eq!(json["bytes"], 7);
        let bare = line.trim_end().as_bytes();
        assert_eq!(unwrap(&Sum::default(), bare), Ok((r#"{"a":1}"#, sum.clone())));
        assert!(unwrap(&sum, bare).is_err(), "not after another line");
    }

    #[test]
    fn every_prefix_is_torn_and_nothing_else() {
        let (line, _) = wrap(&Sum::default(), r#"{"text":"ä and a long enough body"}"#);
        let bare = line.trim_end().as_bytes();
        for end in 0..bare.len() {
            assert!(is_torn(&bare[..end]), "{end}");
        }
        assert!(!is_torn(bare), "complete");
        assert!(!is_torn(&[bare, b"\x0b"].concat()), "a damaged newline");
        assert!(!is_torn(b"hello"));
    }
}
