//! Splits a bare stream of JSON values as it arrives, in pieces of any size, and stops at the first byte that cannot
//! belong to one.
//!
//! White space is skipped and never stored, so thousands of spaces cost nothing; everything else is counted against a
//! limit before it is stored.

use serde_json::Value;

/// The limits of one value from an untrusted client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonLimits {
    /// The maximum number of bytes of a value, not counting white space between its parts.
    pub bytes: usize,
    /// The maximum nesting depth of arrays and objects.
    pub depth: usize,
}

impl Default for JsonLimits {
    fn default() -> JsonLimits {
        JsonLimits { bytes: 64 * 1024, depth: 32 }
    }
}

/// Why a stream is not a stream of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamError {
    /// The bytes cannot continue any JSON value.
    IllFormed,
    /// A value is longer than the limit.
    TooLong,
    /// A value is nested deeper than the limit.
    TooDeep,
    /// The stream ended inside a value.
    Unfinished,
}

impl std::fmt::Display for StreamError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StreamError::IllFormed => "this is not JSON",
            StreamError::TooLong => "the JSON value is too long",
            StreamError::TooDeep => "the JSON value is nested too deeply",
            StreamError::Unfinished => "the stream ended inside a JSON value",
        })
    }
}

impl std::error::Error for StreamError {}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// A value.
    Value,
    /// A value or the end of the array that was just opened.
    FirstItem,
    /// A key or the end of the object that was just opened.
    FirstKey,
    /// A key.
    Key,
    /// The colon after a key.
    Colon,
    /// A comma or the end of what is open.
    Comma,
    /// The rest of a string, which may be a key.
    Text { key: bool },
    /// What a backslash escapes.
    Escape { key: bool },
    /// This many more hexadecimal digits.
    Hex { key: bool, left: u8 },
    /// This many more bytes of a character; the next one between two bounds.
    Utf8 { key: bool, left: u8, low: u8, high: u8 },
    /// The rest of `true`, `false` or `null`.
    Word(&'static [u8]),
    /// The rest of a number.
    Number(Number),
    /// Nothing: an error was found.
    Nothing(StreamError),
}

/// The state of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Minus,
    Zero,
    Digits,
    Point,
    Fraction,
    Exponent,
    ExponentSign,
    ExponentDigits,
}

impl Number {
    /// May a number end here?
    fn complete(self) -> bool {
        matches!(self, Number::Zero | Number::Digits | Number::Fraction | Number::ExponentDigits)
    }

    /// Continues with a byte, if it can.
    fn next(self, byte: u8) -> Option<Number> {
        Some(match (self, byte) {
            (Number::Minus, b'0') => Number::Zero,
            (Number::Minus, b'1'..=b'9') | (Number::Digits, b'0'..=b'9') => Number::Digits,
            (Number::Zero | Number::Digits, b'.') => Number::Point,
            (Number::Point | Number::Fraction, b'0'..=b'9') => Number::Fraction,
            (Number::Zero | Number::Digits | Number::Fraction, b'e' | b'E') => Number::Exponent,
            (Number::Exponent, b'+' | b'-') => Number::ExponentSign,
            (Number::Exponent | Number::ExponentSign | Number::ExponentDigits, b'0'..=b'9') => {
                Number::ExponentDigits
            }
            _ => return None,
        })
    }
}

/// Splits a stream; see the module.
#[derive(Debug)]
pub struct Splitter {
    limits: JsonLimits,
    /// The value so far, without white space between its parts.
    text: Vec<u8>,
    /// For each open array or object, whether it is an object.
    open: Vec<bool>,
    expect: Expect,
}

impl Splitter {
    /// A splitter at the start of a stream.
    pub fn new(limits: JsonLimits) -> Splitter {
        Splitter { limits, text: Vec::new(), open: Vec::new(), expect: Expect::Value }
    }

    /// Has only white space arrived since the last value?
    pub fn is_idle(&self) -> bool {
        self.text.is_empty() && self.expect == Expect::Value
    }

    /// Consumes bytes up to the end of the next value; returns how many, and the value if it is complete. After an
    /// error every call returns that error.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(usize, Option<Value>), StreamError> {
        for (at, &byte) in bytes.iter().enumerate() {
            // A number at the outermost level ends at a byte that is not its own.
            if let Expect::Number(number) = self.expect
                && self.open.is_empty()
                && number.complete()
                && matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'[' | b'{' | b'"')
            {
                return Ok((at, Some(self.value()?)));
            }
            match self.step(byte) {
                Ok(true) => return Ok((at + 1, Some(self.value()?))),
                Ok(false) => {}
                Err(error) => return Err(self.refuse(error)),
            }
        }
        Ok((bytes.len(), None))
    }

    /// The stream ends here: a number may end with it, nothing else may be open.
    pub fn finish(&mut self) -> Result<Option<Value>, StreamError> {
        match self.expect {
            Expect::Nothing(error) => Err(error),
            _ if self.is_idle() => Ok(None),
            Expect::Number(number) if self.open.is_empty() && number.complete() => self.value().map(Some),
            _ => Err(self.refuse(StreamError::Unfinished)),
        }
    }

    fn refuse(&mut self, error: StreamError) -> StreamError {
        self.expect = Expect::Nothing(error);
        self.text = Vec::new();
        error
    }

    fn value(&mut self) -> Result<Value, StreamError> {
        // The remaining checks: unpaired surrogates, and numbers that do not fit.
        let value = serde_json::from_slice(&self.text);
        self.text.clear();
        // A single long value should not hold its memory for the rest of the game.
        self.text.shrink_to(1024);
        self.expect = Expect::Value;
        value.map_err(|_| self.refuse(StreamError::IllFormed))
    }

    fn store(&mut self, byte: u8) -> Result<(), StreamError> {
        if self.text.len() >= self.limits.bytes {
            return Err(StreamError::TooLong);
        }
        self.text.push(byte);
        Ok(())
    }

    /// Consumes one byte; returns whether it completes a value.
    fn step(&mut self, byte: u8) -> Result<bool, StreamError> {
        let between = !matches!(
            self.expect,
            Expect::Text { .. } | Expect::Escape { .. } | Expect::Hex { .. } | Expect::Utf8 { .. }
        );
        if between && matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
            match self.expect {
                Expect::Word(_) => return Err(StreamError::IllFormed),
                Expect::Number(number) if !number.complete() => return Err(StreamError::IllFormed),
                Expect::Number(_) => self.expect = Expect::Comma,
                Expect::Nothing(error) => return Err(error),
                _ => {}
            }
            return Ok(false);
        }
        // A number inside something open ends at the comma or bracket after it.
        if let Expect::Number(number) = self.expect {
            match number.next(byte) {
                Some(next) => {
                    self.expect = Expect::Number(next);
                    self.store(byte)?;
                    return Ok(false);
                }
                None if number.complete() && !self.open.is_empty() => self.expect = Expect::Comma,
                None => return Err(StreamError::IllFormed),
            }
        }
        let done = self.follow(byte)?;
        self.store(byte)?;
        Ok(done)
    }

    /// Advances by a byte that is neither white space between parts nor part of a number.
    fn follow(&mut self, byte: u8) -> Result<bool, StreamError> {
        let mut done = false;
        self.expect = match (self.expect, byte) {
            (Expect::Nothing(error), _) => return Err(error),
            (Expect::Value | Expect::FirstItem, b'"') => Expect::Text { key: false },
            (Expect::Value | Expect::FirstItem, b'[') => self.enter(false, Expect::FirstItem)?,
            (Expect::Value | Expect::FirstItem, b'{') => self.enter(true, Expect::FirstKey)?,
            (Expect::Value | Expect::FirstItem, b't') => Expect::Word(b"rue"),
            (Expect::Value | Expect::FirstItem, b'f') => Expect::Word(b"alse"),
            (Expect::Value | Expect::FirstItem, b'n') => Expect::Word(b"ull"),
            (Expect::Value | Expect::FirstItem, b'-') => Expect::Number(Number::Minus),
            (Expect::Value | Expect::FirstItem, b'0') => Expect::Number(Number::Zero),
            (Expect::Value | Expect::FirstItem, b'1'..=b'9') => Expect::Number(Number::Digits),
            (Expect::FirstKey | Expect::Key, b'"') => Expect::Text { key: true },
            (Expect::Colon, b':') => Expect::Value,
            (Expect::Comma, b',') if self.open.last() == Some(&true) => Expect::Key,
            (Expect::Comma, b',') => Expect::Value,
            (Expect::FirstItem, b']') | (Expect::FirstKey, b'}') => self.leave(&mut done),
            (Expect::Comma, b']') if self.open.last() == Some(&false) => self.leave(&mut done),
            (Expect::Comma, b'}') if self.open.last() == Some(&true) => self.leave(&mut done),
            (Expect::Text { key: true }, b'"') => Expect::Colon,
            (Expect::Text { key: false }, b'"') => self.end_part(&mut done),
            (Expect::Text { key }, b'\\') => Expect::Escape { key },
            (Expect::Text { key }, 0x20..=0x7f) => Expect::Text { key },
            (Expect::Text { key }, _) => {
                let (left, low, high) = match byte {
                    0xc2..=0xdf => (1, 0x80, 0xbf),
                    0xe0 => (2, 0xa0, 0xbf),
                    0xed => (2, 0x80, 0x9f),
                    0xe1..=0xef => (2, 0x80, 0xbf),
                    0xf0 => (3, 0x90, 0xbf),
                    0xf1..=0xf3 => (3, 0x80, 0xbf),
                    0xf4 => (3, 0x80, 0x8f),
                    _ => return Err(StreamError::IllFormed),
                };
                Expect::Utf8 { key, left, low, high }
            }
            (Expect::Utf8 { key, left, low, high }, _) if (low..=high).contains(&byte) => match left {
                1 => Expect::Text { key },
                _ => Expect::Utf8 { key, left: left - 1, low: 0x80, high: 0xbf },
            },
            (Expect::Escape { key }, b'u') => Expect::Hex { key, left: 4 },
            (Expect::Escape { key }, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                Expect::Text { key }
            }
            (Expect::Hex { key, left }, _) if byte.is_ascii_hexdigit() => match left {
                1 => Expect::Text { key },
                _ => Expect::Hex { key, left: left - 1 },
            },
            (Expect::Word([first, rest @ ..]), _) if byte == *first => match rest {
                [] => self.end_part(&mut done),
                _ => Expect::Word(rest),
            },
            _ => return Err(StreamError::IllFormed),
        };
        Ok(done)
    }

    fn enter(&mut self, object: bool, expect: Expect) -> Result<Expect, StreamError> {
        if self.open.len() >= self.limits.depth {
            return Err(StreamError::TooDeep);
        }
        self.open.push(object);
        Ok(expect)
    }

    fn leave(&mut self, done: &mut bool) -> Expect {
        self.open.pop();
        self.end_part(done)
    }

    fn end_part(&self, done: &mut bool) -> Expect {
        *done = self.open.is_empty();
        if *done { Expect::Value } else { Expect::Comma }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// All values of a stream, fed in pieces of `piece` bytes.
    fn split(text: &[u8], piece: usize) -> Result<Vec<Value>, StreamError> {
        let mut splitter = Splitter::new(JsonLimits::default());
        let mut values = Vec::new();
        for piece in text.chunks(piece) {
            let mut rest = piece;
            while !rest.is_empty() {
                let (eaten, value) = splitter.feed(rest)?;
                assert!(eaten > 0 || value.is_some(), "there is progress");
                values.extend(value);
                rest = &rest[eaten..];
            }
        }
        values.extend(splitter.finish()?);
        Ok(values)
    }

    #[test]
    fn values_in_pieces_of_any_size() {
        let text = " \n\t\"void\"[1 , 2]12 {\"a\":[ ],\"b\" : {}}false\"\\u00e9é€😀\\n\"-0.5e+3[0,-1]null 7";
        let expected = [
            json!("void"),
            json!([1, 2]),
            json!(12),
            json!({"a": [], "b": {}}),
            json!(false),
            json!("éé€😀\n"),
            json!(-500.0),
            json!([0, -1]),
            json!(null),
            json!(7),
        ];
        for piece in 1..text.len() {
            assert_eq!(split(text.as_bytes(), piece).unwrap(), expected, "pieces of {piece}");
        }
    }

    #[test]
    fn ill_formed_as_soon_as_it_is_certain() {
        for (text, certain) in [
            (&b"x"[..], 1),
            (b"[,", 2),
            (b"[1,]", 4),
            (b"[1 2", 4),
            (b"{1", 2),
            (b"{\"a\",", 5),
            (b"{\"a\":1,}", 8),
            (b"[}", 2),
            (b"{\"a\":1]", 7),
            (b"]", 1),
            (b"01", 2),
            (b"-x", 2),
            (b"- ", 2),
            (b"1.]", 3),
            (b"1,", 2),
            (b"trux", 4),
            (b"tr ue", 3),
            (b"\"\n", 2),
            (b"\"\\x", 3),
            (b"\"\\u12g", 6),
            (b"\"\xff", 2),
            (b"\"\xc0\x80", 2),
            (b"\"\xed\xa0\x80", 3),
            (b"\"\xf4\x90", 3),
            (b"\"\\ud800\"", 8),
            (b"'a'", 1),
            (b"[1]]", 4),
        ] {
            let mut splitter = Splitter::new(JsonLimits::default());
            let error = |splitter: &mut Splitter, bytes: &[u8]| {
                bytes.iter().find_map(|byte| splitter.feed(&[*byte]).err())
            };
            assert_eq!(error(&mut splitter, &text[..certain - 1]), None, "{text:?}");
            assert_eq!(error(&mut splitter, &text[certain - 1..certain]), Some(StreamError::IllFormed));
            assert_eq!(splitter.feed(b" 1 "), Err(StreamError::IllFormed), "an error stays");
            assert_eq!(splitter.finish(), Err(StreamError::IllFormed));
            assert!(!splitter.is_idle());
        }
    }

    #[test]
    fn limits_are_enforced_and_white_space_is_free() {
        let limits = JsonLimits { bytes: 8, depth: 2 };
        let mut splitter = Splitter::new(limits);
        let spaces = vec![b' '; 1 << 20];
        for part in [&b"["[..], b"1", b",", b"234", b",", b"5"] {
            assert_eq!(splitter.feed(&spaces).unwrap(), (spaces.len(), None));
            splitter.feed(part).unwrap();
        }
        assert!(splitter.text.capacity() <= 16);
        assert_eq!(splitter.feed(b"]"), Err(StreamError::TooLong));
        let mut splitter = Splitter::new(limits);
        assert_eq!(splitter.feed(b"[[["), Err(StreamError::TooDeep));
        let mut splitter = Splitter::new(limits);
        assert_eq!(splitter.feed(b"\"123456\"").unwrap(), (8, Some(json!("123456"))));
        assert_eq!(splitter.feed(b"\"1234567\""), Err(StreamError::TooLong));
    }

    #[test]
    fn the_end_of_the_stream() {
        for (text, end) in [
            (&b""[..], Ok(None)),
            (b"  \n", Ok(None)),
            (b"12", Ok(Some(json!(12)))),
            (b"-", Err(StreamError::Unfinished)),
            (b"[1", Err(StreamError::Unfinished)),
            (b"\"void", Err(StreamError::Unfinished)),
            (b"tru", Err(StreamError::Unfinished)),
        ] {
            let mut splitter = Splitter::new(JsonLimits::default());
            splitter.feed(text).unwrap();
            assert_eq!(splitter.finish(), end, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_serde(text in r#"[\[\]{}",:0-9.eE+\-truefalsn\\ \n]{0,24}"#, piece in 1usize..8) {
            let whole: Result<Value, _> = serde_json::from_str(&text);
            match (whole, split(text.as_bytes(), piece)) {
                (Ok(value), ours) => prop_assert_eq!(ours, Ok(vec![value])),
                (Err(_), Ok(values)) => prop_assert_ne!(values.len(), 1),
                (Err(_), Err(_)) => {}
            }
        }

        #[test]
        fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200), piece in 1usize..50) {
            let _either = split(&bytes, piece);
        }
    }
}
