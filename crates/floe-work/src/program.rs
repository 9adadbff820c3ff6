//! Which program this is. Only a worker that runs the same program may answer: the same job must have the same answer.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use floe_engine::Level;
use floe_games::{Refusal, registry};
use floe_lab::{Matchup, play};
use sha2::{Digest, Sha256};

/// The version of jobs and answers on the wire.
const FORMAT: u32 = 1;
/// The length of a token, in hexadecimal digits.
const TOKEN: usize = 16;

/// A build of the program: its version, and how its engines play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    version: String,
    token: String,
}

impl Program {
    /// This program, of a version such as `0.1.0 (b6668a3f21)`. It plays a short game of every kind, once in a process.
    pub fn this(version: &str) -> Result<Program, Refusal> {
        static PLAY: OnceLock<Result<Vec<u64>, Refusal>> = OnceLock::new();
        let fingerprints = PLAY.get_or_init(fingerprints).clone()?;
        Ok(Program::new(version, &fingerprints))
    }

    fn new(version: &str, fingerprints: &[u64]) -> Program {
        let mut hash = Sha256::new();
        hash.update(format!("floe work {FORMAT}\n{version}\n"));
        for fingerprint in fingerprints {
            hash.update(fingerprint.to_le_bytes());
        }
        let mut token = base16ct::lower::encode_string(&hash.finalize());
        token.truncate(TOKEN);
        Program { version: version.to_owned(), token }
    }

    /// Its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Its name in subjects: programs with the same token give the same answers.
    pub fn token(&self) -> &str {
        &self.token
    }
}

/// A hash of a short game of every kind.
fn fingerprints() -> Result<Vec<u64>, Refusal> {
    let game = |manifest: &floe_games::Manifest| {
        let rules = manifest.default_rules();
        let matchup = Matchup { rules, level: Level::Number(1), against: None, judge: None };
        let played = play(&matchup, 1, 0, &AtomicBool::new(false))?;
        Ok(played.map_or(0, |history| history.fingerprint))
    };
    registry::games().map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_or_another_way_to_play_is_another_program() {
        let this = Program::new("0.1.0", &[1, 2]);
        assert_eq!(this, Program::new("0.1.0", &[1, 2]));
        assert_eq!(this.token().len(), TOKEN);
        for other in [Program::new("0.1.1", &[1, 2]), Program::new("0.1.0", &[1, 3])] {
            assert_ne!(this.token(), other.token());
        }
        assert_eq!(Program::this("0.1.0").unwrap(), Program::this("0.1.0").unwrap());
    }
}
