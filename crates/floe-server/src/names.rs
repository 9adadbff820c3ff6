//! The rules for user names.

use floe_wire::web::ErrorCode;

use crate::error::ApiError;

/// How long a name stays before it can be changed again.
pub const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Names that suggest an official role and are therefore reserved.
const RESERVED: [&str; 8] = ["guest", "gone", "engine", "floe", "moderator", "admin", "system", "somebody"];

/// Refuses invalid names and look-alikes of reserved ones. `reserved` are names reserved by the operator.
pub fn check(name: &str, reserved: &[String]) -> Result<(), ApiError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let begins = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    if !(3..=20).contains(&name.len()) || !begins || !name.bytes().all(plain) {
        return Err(ApiError::new(
            ErrorCode::Refused,
            "a name has 3 to 20 characters: letters from a to z, digits, '_' and '-', starting with a letter",
        ));
    }
    if is_reserved(name) {
        return Err(ApiError::new(ErrorCode::Refused, "this name is reserved; choose another"));
    }
    if reserved.iter().any(|reserved| reserved.eq_ignore_ascii_case(name)) {
        return Err(ApiError::new(
            ErrorCode::Refused,
            "this name is reserved by the operator; choose another",
        ));
    }
    Ok(())
}

/// Folds a name so that look-alikes are equal: `Adm1n_` and `admin` are the same.
fn skeleton(name: &str) -> String {
    let letters =
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| match letter.to_ascii_lowercase() {
            '0' => 'o',
            '1' | '!' | 'l' => 'i',
            '2' => 'z',
            '3' => 'e',
            '4' => 'a',
            '5' => 's',
            '6' | '9' => 'g',
            '7' => 't',
            '8' => 'b',
            other => other,
        });
    letters.collect::<String>().replace("rn", "m").replace("vv", "w")
}

fn is_reserved(name: &str) -> bool {
    let separated = |letter: char| matches!(letter, '_' | '-');
    let first = name.split(separated).find(|part| !part.is_empty()).unwrap_or(name);
    let unnumbered = |text: &str| {
        text.trim_end_matches(|letter: char| letter.is_ascii_digit() || separated(letter)).to_owned()
    };
    let forms = [name.to_owned(), unnumbered(name), first.to_owned(), unnumbered(first)];
    forms.iter().any(|form| RESERVED.iter().any(|reserved| skeleton(form) == skeleton(reserved)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_accepted() {
        for name in ["Ann", "bob_the-2nd", "x-1", "Guesthouse", "engineer", "floes", "a2345678901234567890"] {
            assert_eq!(check(name, &[]), Ok(()), "{name}");
        }
    }

    #[test]
    fn invalid_names_are_refused() {
        for name in [
            "",
            "ab",
            "a23456789012345678901",
            "1ann",
            "_ann",
            "-ann",
            "an n",
            "änne",
            "аnn",
            "a.b.c",
            "a\0b",
        ] {
            assert!(check(name, &[]).is_err(), "{name}");
        }
    }

    #[test]
    fn look_alikes_of_reserved_names_are_refused() {
        for name in [
            "guest",
            "Guest-123456",
            "guest42",
            "GUEST_x",
            "gone-abc",
            "G0NE-abc",
            "engine",
            "Eng1ne",
            "engine-max",
            "engin3",
            "floe",
            "FL0E",
            "f-l-o-e",
            "floe_2",
            "Moderator",
            "rnoderator",
            "m0derat0r99",
            "admin",
            "Adm1n",
            "admln",
            "ad-min",
            "admin-anna",
            "sy5tem",
            "5ystem",
            "somebody",
            "s0meb0dy_",
            "so_me_body",
        ] {
            assert!(check(name, &[]).is_err(), "{name}");
        }
        assert!(check("Olga", &["olga".into()]).is_err());
    }
}
