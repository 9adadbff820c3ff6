//! The rules and the engine for the web app: one call by name, arguments and answers as JSON.
//!
//! Every argument and answer is a Rust type with a generated TypeScript type (`api/rules.ts`). Nothing that is kept between
//! calls changes an answer: a game is its log, and the caller sends it whole or as a change of the log it sent last. A refusal
//! is the rules' own sentence. `docs/wasm-api.md` lists the calls.

mod analyze;
#[cfg(target_arch = "wasm32")]
mod js;
mod layout;
mod log;
mod records;
mod tables;
#[cfg(test)]
mod typescript;
mod view;

use floe_engine::Timer;
use floe_games::{Refusal, RefusalCause};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use log::{Log, SentLog};

/// The longest arguments that are read: a log of the longest game fits.
pub const MAX_BYTES: usize = 4 << 20;

/// The maximum length of a game text.
pub const MAX_TEXT: usize = 1 << 20;

/// What surrounds a call: the time, and a listener for its progress.
pub struct CallContext<'a> {
    /// A clock for a call, which begins to run now.
    pub clock: &'a dyn Fn() -> Box<dyn Timer>,
    /// Told now and then what is known so far, as JSON.
    pub on_progress: &'a (dyn Fn(&str) + Sync),
}

/// Declares the calls once: their names, what each takes and gives, and the function that answers.
macro_rules! calls {
    ($($name:literal: $args:ty => $answer:ty, $function:expr;)*) => {
        /// The names of the calls.
        pub const CALLS: &[&str] = &[$($name),*];

        /// Handles a call.
        pub fn handle_call(name: &str, json: &str, context: &CallContext<'_>) -> Result<String, Refusal> {
            if json.len() > MAX_BYTES {
                return Err(Refusal::too_large(format!(
                    "the arguments are {} bytes long; the limit is {MAX_BYTES}",
                    json.len()
                )));
            }
            match name {
                $($name => {
                    let function: fn($args, &CallContext<'_>) -> Result<$answer, Refusal> = $function;
                    written(&function(parsed(name, json)?, context)?)
                })*
                _ => {
                    let name = floe_games::switches::excerpt(name);
                    Err(Refusal::invalid_request(format!("unknown call '{name}'; the calls are {}", CALLS.join(", "))))
                }
            }
        }

        /// The TypeScript interface of all calls: arguments and answer of each.
        #[cfg(test)]
        fn calls_interface(config: &ts_rs::Config) -> String {
            use ts_rs::TS;
            let mut text = String::from("export interface Calls {\n");
            $(text += &format!(
                "  {}: [{}, {}];\n",
                $name, <$args as TS>::name(config), <$answer as TS>::name(config)
            );)*
            text + "}\n"
        }
    };
}

calls! {
    "games": tables::GamesArgs => Vec<floe_games::manifest::GameInfo>, |args, _| Ok(tables::games(args));
    "rules": tables::RulesArgs => tables::RulesAnswer, |args, _| tables::rules(args);
    "open": tables::OpenArgs => Log, |args, _| tables::open(args);
    "view": view::ViewArgs => view::Snapshot, |args, _| view::view(args);
    "recall": view::ViewArgs => view::Snapshot, |args, _| view::recall(args);
    "play": tables::PlayArgs => tables::PlayAnswer, |args, _| tables::play(args);
    "act": tables::ActArgs => tables::PlayAnswer, |args, _| tables::act(args);
    "why": tables::WhyArgs => Option<floe_games::CellRefusal>, |args, _| tables::why(args);
    "canonical": tables::CanonicalArgs => tables::CanonicalAnswer, |args, _| tables::canonical(args);
    "adjudicate": tables::AdjudicateArgs => floe_games::Outcome, |args, _| tables::adjudicate(args);
    "analyze": analyze::AnalyzeArgs => analyze::AnalyzeAnswer, analyze::analyze;
    "review": analyze::ReviewArgs => floe_engine::review::ReviewReport, analyze::review;
    "import": records::ImportArgs => Log, |args, _| records::import(args);
    "export": records::ExportArgs => records::ExportAnswer, |args, _| records::export(args);
    "layout": layout::LayoutArgs => floe_games::buffet::LayoutCheck, |args, _| layout::layout(args);
}

fn parsed<T: DeserializeOwned>(name: &str, json: &str) -> Result<T, Refusal> {
    floe_games::formats::parse_json(json)
        .map_err(|error| Refusal::invalid_request(format!("{name}: {error}")))
}

/// What is thrown when a call is refused.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ThrownRefusal {
    /// What was wrong, for code.
    #[serde(flatten)]
    cause: RefusalCause,
    /// The sentence, for people.
    message: String,
}

/// A refusal as the caller receives it.
pub fn refusal_json(Refusal { cause, message }: Refusal) -> String {
    serde_json::to_string(&ThrownRefusal { cause, message }).unwrap_or_default()
}

fn written<T: Serialize>(answer: &T) -> Result<String, Refusal> {
    serde_json::to_string(answer).map_err(|error| Refusal::failed(error.to_string()))
}
