//! UGI, the Universal Game Interface: the commands of a referee to an engine and the engine's replies, line by line.
//!
//! It is UCI for any game. Here a position is a game's own text, `position fen TEXT [moves …]`; a player of a game with
//! hidden information gets `position view TEXT`, only its own view. More than two seats have `p3time`, `p4time`; `query
//! turn` says whose turn it is.

use floe_games::Refusal;
use floe_games::switches::excerpt;

/// The maximum length of a line, in bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// A command from a referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Asks the engine to identify itself.
    Ugi,
    /// Asks whether the engine is ready.
    IsReady,
    /// A new game starts.
    NewGame,
    /// A setting, such as `setoption name rules value rows=6,cols=6`.
    SetOption(String, String),
    /// The position to search.
    Position(PositionSource, Vec<String>),
    /// Choose a move within these limits.
    Go(GoLimits),
    /// Stop searching and answer now.
    Stop,
    /// A question about the position.
    Query(Query),
    /// List the legal moves.
    LegalMoves,
    /// Count move sequences.
    Perft(u32),
    /// Draw the position, for people.
    Display,
    /// Exit.
    Quit,
}

/// Where a position starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionSource {
    /// The start of the game.
    Start,
    /// A full position as text.
    Fen(String),
    /// A seat's view as text.
    View(String),
}

/// The limits of a search. Times are in milliseconds, by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// The time for this move.
    pub move_ms: Option<u64>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The depth limit in moves.
    pub depth: Option<u32>,
    /// The time left on each seat's clock.
    pub clocks_ms: [Option<u64>; 4],
    /// The increment of each seat's clock per move.
    pub increments_ms: [Option<u64>; 4],
    /// Search until `stop`.
    pub infinite: bool,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is it the first seat's turn?
    P1Turn,
    /// Whose turn is it?
    Turn,
    /// Is the game over?
    GameOver,
    /// How did it end?
    Result,
}

impl Command {
    /// Parses a line. An empty line is `None`.
    pub fn parse(line: &str) -> Result<Option<Command>, Refusal> {
        if line.len() > MAX_LINE {
            return Err(Refusal::too_large(format!(
                "a line of {} bytes; the limit is {MAX_LINE}",
                line.len()
            )));
        }
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        Ok(Some(match first {
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "uginewgame" => Command::NewGame,
            "setoption" => set_option(&rest)?,
            "position" => position(&rest)?,
            "go" => Command::Go(limits(&rest)?),
            "stop" => Command::Stop,
            "query" => Command::Query(match rest.first().copied() {
                Some("p1turn") => Query::P1Turn,
                Some("turn") => Query::Turn,
                Some("gameover") => Query::GameOver,
                Some("result") => Query::Result,
                _ => return Err(Refusal::invalid_request("query takes p1turn, turn, gameover or result")),
            }),
            "legalmoves" => Command::LegalMoves,
            "perft" => match rest.first().and_then(|depth| depth.parse().ok()) {
                Some(depth @ 1..=64) => Command::Perft(depth),
                _ => return Err(Refusal::invalid_request("perft takes a depth from 1 to 64")),
            },
            "d" => Command::Display,
            "quit" => Command::Quit,
            other => {
                return Err(Refusal::invalid_request(format!("unknown UGI command '{}'", excerpt(other))));
            }
        }))
    }
}

impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Command::Ugi => write!(f, "ugi"),
            Command::IsReady => write!(f, "isready"),
            Command::NewGame => write!(f, "uginewgame"),
            Command::SetOption(name, value) => write!(f, "setoption name {name} value {value}"),
            Command::Position(place, moves) => {
                match place {
                    PositionSource::Start => write!(f, "position startpos")?,
                    PositionSource::Fen(text) => write!(f, "position fen {text}")?,
                    PositionSource::View(text) => write!(f, "position view {text}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(limits) => {
                write!(f, "go")?;
                if let Some(ms) = limits.move_ms {
                    write!(f, " movetime {ms}")?;
                }
                if let Some(nodes) = limits.nodes {
                    write!(f, " nodes {nodes}")?;
                }
                if let Some(depth) = limits.depth {
                    write!(f, " depth {depth}")?;
                }
                for (seat, ms) in limits.clocks_ms.iter().enumerate() {
                    if let Some(ms) = ms {
                        write!(f, " p{}time {ms}", seat + 1)?;
                    }
                }
                for (seat, ms) in limits.increments_ms.iter().enumerate() {
                    if let Some(ms) = ms {
                        write!(f, " p{}inc {ms}", seat + 1)?;
                    }
                }
                if limits.infinite {
                    write!(f, " infinite")?;
                }
                Ok(())
            }
            Command::Stop => write!(f, "stop"),
            Command::Query(query) => write!(
                f,
                "query {}",
                match query {
                    Query::P1Turn => "p1turn",
                    Query::Turn => "turn",
                    Query::GameOver => "gameover",
                    Query::Result => "result",
                }
            ),
            Command::LegalMoves => write!(f, "legalmoves"),
            Command::Perft(depth) => write!(f, "perft {depth}"),
            Command::Display => write!(f, "d"),
            Command::Quit => write!(f, "quit"),
        }
    }
}

fn set_option(words: &[&str]) -> Result<Command, Refusal> {
    // A name may have spaces, as in UCI.
    let at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    match words.split_at(at) {
        (["name", name @ ..], ["value", value @ ..]) if !name.is_empty() => {
            Ok(Command::SetOption(name.join(" "), value.join(" ")))
        }
        _ => Err(Refusal::invalid_request("setoption looks like: setoption name rules value rows=6,cols=6")),
    }
}

fn position(words: &[&str]) -> Result<Command, Refusal> {
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(at);
    let place = match place {
        ["startpos"] => PositionSource::Start,
        ["fen", text @ ..] if !text.is_empty() => PositionSource::Fen(text.join(" ")),
        ["view", text @ ..] if !text.is_empty() => PositionSource::View(text.join(" ")),
        _ => {
            return Err(Refusal::invalid_request(
                "position looks like: position startpos|fen TEXT|view TEXT [moves …]",
            ));
        }
    };
    Ok(Command::Position(place, moves.iter().skip(1).map(|text| (*text).to_owned()).collect()))
}

fn limits(words: &[&str]) -> Result<GoLimits, Refusal> {
    let mut limits = GoLimits::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if word == "infinite" {
            limits.infinite = true;
            continue;
        }
        let number = words.next().and_then(|number| number.parse::<u64>().ok());
        let Some(number) = number else {
            return Err(Refusal::invalid_request(format!("go: {} needs an integer after it", excerpt(word))));
        };
        let seat = |name: &str| -> Option<usize> {
            let seat: usize = word.strip_prefix('p')?.strip_suffix(name)?.parse().ok()?;
            (1..=4).contains(&seat).then(|| seat - 1)
        };
        match word {
            "movetime" => limits.move_ms = Some(number),
            "nodes" => limits.nodes = Some(number),
            "depth" => limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            _ => match (seat("time"), seat("inc")) {
                (Some(seat), _) => limits.clocks_ms[seat] = Some(number),
                (None, Some(seat)) => limits.increments_ms[seat] = Some(number),
                (None, None) => {
                    return Err(Refusal::invalid_request(format!("go: unknown limit '{}'", excerpt(word))));
                }
            },
        }
    }
    Ok(limits)
}

/// A reply from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`
    Name(String),
    /// `option name NAME type …`: an option that it offers.
    Option(String),
    /// `ugiok`
    UgiOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove …`
    BestMove(String),
    /// `info …`
    Info(String),
    /// `response …`, the answer to a query.
    Response(String),
    /// Anything else; it is ignored.
    Other(String),
}

impl Reply {
    /// Parses a line.
    pub fn parse(line: &str) -> Reply {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        match first {
            "id" => match rest.strip_prefix("name ") {
                Some(name) => Reply::Name(name.trim().to_owned()),
                None => Reply::Other(line.to_owned()),
            },
            "option" => match rest.strip_prefix("name ") {
                Some(rest) => Reply::Option(rest.split(" type ").next().unwrap_or(rest).trim().to_owned()),
                None => Reply::Other(line.to_owned()),
            },
            "ugiok" => Reply::UgiOk,
            "readyok" => Reply::ReadyOk,
            "bestmove" => Reply::BestMove(rest),
            "info" => Reply::Info(rest),
            "response" => Reply::Response(rest),
            _ => Reply::Other(line.to_owned()),
        }
    }
}

/// The chance of winning, from 0 to 1, in the text of an `info` line: `score win 870` per thousand, `score cp 150` on the
/// scale of Elo (a hundred points are 64 %), `score mate 3` for certain.
pub fn score_of(info: &str) -> Option<f64> {
    // After `string` comes text for people.
    let words = info.split_whitespace().take_while(|word| *word != "string");
    let mut words = words.skip_while(|word| *word != "score").skip(1);
    let kind = words.next()?;
    let number: f64 = words.next()?.parse().ok().filter(|number: &f64| number.is_finite())?;
    match kind {
        "win" => Some((number / 1000.0).clamp(0.0, 1.0)),
        "cp" => Some(1.0 / (1.0 + 10f64.powf(-number / 400.0))),
        "mate" => Some(if number > 0.0 { 1.0 } else { 0.0 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_round_trip() {
        for line in [
            "ugi",
            "isready",
            "uginewgame",
            "setoption name rules value rows=6,cols=6",
            "position startpos",
            "position startpos moves d1-d7/g7 a7-b6/a7",
            "position fen 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
            "position view round=1 phase=lead moves 3H",
            "go movetime 1000",
            "go nodes 5 depth 3",
            "go p1time 1000 p2time 900 p3time 5 p4time 7 p1inc 10 p2inc 10",
            "go infinite",
            "go",
            "stop",
            "query turn",
            "query p1turn",
            "query gameover",
            "query result",
            "legalmoves",
            "perft 3",
            "setoption name Skill Level value 3",
            "d",
            "quit",
        ] {
            let command = Command::parse(line).unwrap().unwrap();
            assert_eq!(command.to_string(), line);
        }
        assert_eq!(Command::parse("  "), Ok(None));
    }

    #[test]
    fn what_is_not_ugi_is_refused() {
        for (line, words) in [
            ("uci", "unknown UGI command 'uci'"),
            ("go fast", "go: fast needs an integer after it"),
            ("go p5time 3", "go: unknown limit 'p5time'"),
            ("perft 0", "perft takes a depth from 1 to 64"),
            ("position", "position looks like: position startpos|fen TEXT|view TEXT [moves …]"),
            ("query", "query takes p1turn, turn, gameover or result"),
        ] {
            assert_eq!(Command::parse(line).unwrap_err().to_string(), words);
        }
    }

    #[test]
    fn scores_are_chances() {
        for (info, chance) in [
            ("depth 3 nodes 9 score win 870 margin 2.5 exact pv a1", Some(0.87)),
            ("score win 5000", Some(1.0)),
            ("score cp 0 pv a1", Some(0.5)),
            ("score mate -2", Some(0.0)),
            ("score cp lots", None),
            ("score", None),
            ("string score win 3", None),
            ("nodes 3", None),
        ] {
            assert_eq!(score_of(info), chance, "{info}");
        }
        assert!((score_of("score cp 100").unwrap() - 0.640).abs() < 0.001);
    }

    #[test]
    fn replies_are_distinguished() {
        assert_eq!(Reply::parse("id name Marten 2"), Reply::Name("Marten 2".into()));
        assert_eq!(Reply::parse(" ugiok "), Reply::UgiOk);
        assert_eq!(
            Reply::parse("option name Skill Level type spin default 3"),
            Reply::Option("Skill Level".into())
        );
        assert_eq!(Reply::parse("bestmove d1-d7/g7"), Reply::BestMove("d1-d7/g7".into()));
        assert_eq!(Reply::parse("bestmove"), Reply::BestMove(String::new()));
        assert_eq!(Reply::parse("hello there"), Reply::Other("hello there".into()));
    }
}
