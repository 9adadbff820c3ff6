//! Known devices: a browser in which an account has signed in holds a cookie that says so, and strangers who guess
//! passwords for the account cannot lock its owner out. The cookie grants no access. It only has its own count of wrong
//! passwords.

use axum::http::HeaderMap;
use floe_store::User;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::auth::{cookie, cookie_name, set_cookie};
use crate::config::Config;
use crate::ids;

/// The name of the cookie.
const COOKIE: &str = "floe_device";
/// How long a device stays known.
const KNOWN_S: i64 = 400 * 24 * 60 * 60;
/// Maximum accounts remembered per browser.
const ACCOUNTS: usize = 8;

/// The notes in the cookie of a request, one per account.
fn notes<'a>(config: &Config, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
    let value = cookie(headers, &cookie_name(config, COOKIE)).unwrap_or_default();
    value.split('.').filter(|note| !note.is_empty()).take(ACCOUNTS)
}

/// The note that makes this browser known to an account, if there is one.
pub fn known<'a>(config: &Config, headers: &'a HeaderMap, user: &User) -> Option<&'a str> {
    notes(config, headers).find(|note| {
        let Some((nonce, tag)) = note.split_once('-') else { return false };
        signature(user, nonce).is_some_and(|expected| ids::same(tag, &expected))
    })
}

/// The cookie that makes this browser known to an account, in addition to those in the request.
pub fn remember(config: &Config, headers: &HeaderMap, user: &User) -> Option<String> {
    if known(config, headers, user).is_some() {
        return None;
    }
    let nonce = ids::id();
    let note = format!("{nonce}-{}", signature(user, &nonce)?);
    let all: Vec<&str> =
        std::iter::once(note.as_str()).chain(notes(config, headers)).take(ACCOUNTS).collect();
    Some(set_cookie(config, COOKIE, &all.join("."), KNOWN_S))
}

/// A signature that only the server can create for an account and a nonce. Its key is the stored password hash, so a
/// new password makes every device unknown.
fn signature(user: &User, nonce: &str) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(user.password.as_deref()?.as_bytes()).ok()?;
    mac.update(b"floe device 1");
    mac.update(user.id.as_bytes());
    mac.update(nonce.as_bytes());
    Some(ids::hex(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use axum::http::header;
    use floe_store::Role;

    use super::*;

    fn user(id: &str, password: &str) -> User {
        User {
            id: id.into(),
            password: Some(password.into()),
            ..crate::http::new_user("Ann".into(), Role::Player)
        }
    }

    fn browser(cookie: &str) -> HeaderMap {
        let pair = cookie.split(';').next().unwrap();
        HeaderMap::from_iter([(header::COOKIE, pair.parse().unwrap())])
    }

    #[test]
    fn a_browser_is_known_to_those_who_signed_in_with_it() {
        let config = Config::default();
        let (ann, ben) = (user("ann", "$argon2id$one"), user("ben", "$argon2id$two"));
        let empty = HeaderMap::new();
        assert!(known(&config, &empty, &ann).is_none());
        let first = remember(&config, &empty, &ann).unwrap();
        let after = browser(&first);
        assert!(known(&config, &after, &ann).is_some() && known(&config, &after, &ben).is_none());
        assert!(remember(&config, &after, &ann).is_none(), "it is already known");
        let both = browser(&remember(&config, &after, &ben).unwrap());
        assert!(known(&config, &both, &ann).is_some() && known(&config, &both, &ben).is_some());
        // A new password makes the browser unknown, and so does a changed character.
        assert!(known(&config, &both, &user("ann", "$argon2id$new")).is_none());
        let forged = browser(&first.replace('-', "-0"));
        assert!(known(&config, &forged, &ann).is_none());
    }

    #[test]
    fn a_browser_knows_no_more_than_a_few_accounts() {
        let config = Config::default();
        let mut headers = HeaderMap::new();
        for number in 0..20 {
            headers =
                browser(&remember(&config, &headers, &user(&number.to_string(), "$argon2id$x")).unwrap());
        }
        let remembered =
            |number: &usize| known(&config, &headers, &user(&number.to_string(), "$argon2id$x")).is_some();
        assert_eq!((0..20).filter(remembered).collect::<Vec<_>>(), (12..20).collect::<Vec<_>>());
    }
}
