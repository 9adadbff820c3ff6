//! The rules and the engine for the web app: one call by name, with arguments and result as JSON.
//!
//! Calls share no state except caches: a game is its log, and the caller passes it in. An error is the rules' own
//! message. `docs/wasm-api.md` lists the calls.

mod analyze;
#[cfg(target_arch = "wasm32")]
mod js;
mod layout;
mod log;
mod records;
mod tables;
mod view;

use floe_engine::Timer;
use floe_games::Refusal;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use log::Log;

/// The maximum length of the arguments: the log of the longest game fits.
pub const MAX_BYTES: usize = 4 << 20;

/// The maximum length of a game text.
pub const MAX_TEXT: usize = 1 << 20;

/// The context of a call: the time, and the receiver of progress reports.
pub struct CallContext<'a> {
    /// Starts a clock for a call.
    pub clock: &'a dyn Fn() -> Box<dyn Timer>,
    /// Receives the results so far now and then.
    pub tell: &'a (dyn Fn(&Value) + Sync),
}

/// Handles a call.
pub fn handle_call(name: &str, json: &str, around: &CallContext<'_>) -> Result<String, Refusal> {
    if json.len() > MAX_BYTES {
        return Err(Refusal(format!(
            "the arguments are {} bytes long; the limit is {MAX_BYTES}",
            json.len()
        )));
    }
    let answer = match name {
        "games" => tables::games(),
        "rules" => tables::rules(asked(name, json)?)?,
        "open" => tables::open(asked(name, json)?)?,
        "see" => view::see(asked(name, json)?)?,
        "play" => tables::play(asked(name, json)?)?,
        "act" => tables::act(asked(name, json)?)?,
        "spell" => tables::spell(asked(name, json)?)?,
        "foresee" => tables::foresee(asked(name, json)?)?,
        "think" => analyze::think(asked(name, json)?, around)?,
        "review" => analyze::review(asked(name, json)?, around)?,
        "read" => records::read(asked(name, json)?)?,
        "write" => records::write(asked(name, json)?)?,
        "layout" => layout::layout(asked(name, json)?)?,
        _ => {
            let name = floe_games::switches::excerpt(name);
            return Err(Refusal(format!(
                "there is no call '{name}'; the calls are games, rules, open, see, play, act, spell, foresee, think, \
                 review, read, write, layout"
            )));
        }
    };
    Ok(answer.to_string())
}

fn asked<T: DeserializeOwned>(name: &str, json: &str) -> Result<T, Refusal> {
    floe_games::formats::parse_json(json).map_err(|error| Refusal(format!("{name}: {error}")))
}
