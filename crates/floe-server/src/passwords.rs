//! Passwords: which are accepted, and how they are hashed. Argon2id is slow and uses much memory on purpose, so only a
//! few passwords are hashed at once, on blocking threads, and the queue is bounded.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use floe_wire::web::ErrorCode;
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// How many requests may wait for a turn, and for how long.
const WAITING: usize = 64;
const PATIENCE: Duration = Duration::from_secs(10);

/// A hash that no password matches, with the usual cost: for unknown names.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The passwords that are guessed first. Shorter ones are refused for their length.
const COMMON: [&str; 60] = [
    "00000000",
    "01234567",
    "0123456789",
    "11111111",
    "1111111111",
    "112233445566",
    "11223344",
    "12121212",
    "12341234",
    "12344321",
    "12345678",
    "123456789",
    "1234567890",
    "123123123",
    "1234qwer",
    "123qweasd",
    "1q2w3e4r",
    "1q2w3e4r5t",
    "1qaz2wsx",
    "22222222",
    "55555555",
    "66666666",
    "77777777",
    "87654321",
    "88888888",
    "987654321",
    "99999999",
    "aa123456",
    "a1b2c3d4",
    "abc12345",
    "abcd1234",
    "abcdefgh",
    "access14",
    "admin123",
    "asdasdasd",
    "asdfasdf",
    "asdfghjk",
    "asdfghjkl",
    "baseball",
    "basketball",
    "changeme",
    "computer",
    "football",
    "iloveyou",
    "internet",
    "letmein1",
    "michelle",
    "passw0rd",
    "password",
    "password1",
    "password123",
    "princess",
    "qwer1234",
    "qwerty12",
    "qwerty123",
    "qwertyui",
    "qwertyuiop",
    "sunshine",
    "superman",
    "zxcvbnm1",
];

/// Refuses passwords that are too short, too long, equal to the name, or too common.
pub fn fit(password: &str, name: &str) -> Result<(), ApiError> {
    let folded = password.to_lowercase();
    let message = if !(8..=128).contains(&password.chars().count()) {
        "a password must have 8 to 128 characters"
    } else if folded == name.to_lowercase() {
        "the password must not be the name; choose another"
    } else if COMMON.contains(&folded.as_str()) {
        "this password is too common; choose another"
    } else {
        return Ok(());
    };
    Err(ApiError::new(ErrorCode::Refused, message))
}

/// Hashes and verifies passwords.
#[derive(Debug)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Default for Passwords {
    fn default() -> Passwords {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // Each takes 19 MiB and a core for a few hundredths of a second.
        let turns = (cores / 4).clamp(1, 4);
        Passwords { turns: Arc::new(Semaphore::new(turns)), waiting: Semaphore::new(WAITING) }
    }
}

impl Passwords {
    /// The hash to store for a password.
    pub async fn hash(&self, password: &str) -> Result<String, ApiError> {
        let password = password.to_owned();
        let hash = move || -> Option<String> {
            let hash: PasswordHash = Argon2::default().hash_password(password.as_bytes()).ok()?;
            Some(hash.to_string())
        };
        let failed =
            || ApiError::new(ErrorCode::Internal, "the password could not be stored; nothing was changed");
        self.in_turn(hash).await?.ok_or_else(failed)
    }

    /// Does the password match the stored hash? Without one the answer is no, after the same time.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<bool, ApiError> {
        let password = password.to_owned();
        let (known, stored) = (stored.is_some(), stored.unwrap_or(NOBODY).to_owned());
        let check = move || {
            let stored = PasswordHash::new(&stored).ok();
            stored
                .is_some_and(|stored| Argon2::default().verify_password(password.as_bytes(), &stored).is_ok())
        };
        Ok(self.in_turn(check).await? && known)
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy =
            || ApiError::new(ErrorCode::Unavailable, "too many sign-ins at once; try again in a moment");
        let _waiting = self.waiting.try_acquire().map_err(|_| busy())?;
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;
        let done = tokio::task::spawn_blocking(move || {
            // Held until the work is done, even if the caller is gone.
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| busy())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_verified_and_no_hash_matches_nothing() {
        let passwords = Passwords::default();
        let stored = passwords.hash("correct horse").await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_ne!(stored, passwords.hash("correct horse").await.unwrap(), "each has its own salt");
        assert_eq!(passwords.verify("correct horse", Some(&stored)).await, Ok(true));
        assert_eq!(passwords.verify("correct horsf", Some(&stored)).await, Ok(false));
        assert_eq!(passwords.verify("correct horse", None).await, Ok(false));
        let (real, nobody) = (PasswordHash::new(&stored).unwrap(), PasswordHash::new(NOBODY).unwrap());
        assert_eq!(real.params, nobody.params, "the same cost");
        assert_eq!(real.hash.map(|hash| hash.len()), nobody.hash.map(|hash| hash.len()));
    }

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let passwords = Arc::new(Passwords::default());
        let all = tokio::task::JoinSet::from_iter((0..WAITING + 10).map(|_| {
            let passwords = Arc::clone(&passwords);
            async move { passwords.verify("whatever it is", None).await }
        }));
        let answers = all.join_all().await;
        assert!(
            answers
                .iter()
                .any(|answer| matches!(answer, Err(refused) if refused.code == ErrorCode::Unavailable))
        );
        assert!(answers.iter().filter(|answer| answer.is_ok()).count() >= WAITING);
    }

    #[test]
    fn common_passwords_are_refused() {
        for bad in ["short", "1234567", "Password", "QWERTYUIOP", "annannann", &"x".repeat(129)] {
            assert!(fit(bad, "AnnAnnAnn").is_err(), "{bad}");
        }
        for good in ["eight-ch", "ünïcødé!", &"x".repeat(128)] {
            assert_eq!(fit(good, "AnnAnnAnn"), Ok(()), "{good}");
        }
    }
}
