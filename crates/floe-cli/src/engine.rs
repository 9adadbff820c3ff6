//! `floe engine`

use std::io::{BufRead, Read};

use floe_engine::{Policy, Rng};
use floe_games::registry::{self, Entry};
use floe_games::switches::{RuleSet, Saying, parse_sayings};
use floe_games::{Actor, Chance, Refusal, Start, Table, open};
use floe_wire::ugi::{Command, MAX_LINE, Place, Query};
use serde_json::Value;

use crate::args::{GameArgs, play};
use crate::output::{Done, Failure, Output};

/// Play by UGI, the Universal Game Interface, on standard input and output: for referees and other programs.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  printf 'ugi\\nposition startpos\\ngo nodes 1\\nquit\\n' | floe engine amazons")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays: random or greedy.
    #[arg(long, default_value = "greedy", value_parser = Policy::read)]
    level: Policy,
    /// The seed of its choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// The engine's side of a conversation.
struct Engine {
    entry: &'static Entry,
    rules: RuleSet,
    table: Option<Box<dyn Table>>,
    policy: Policy,
    rng: Rng,
    chance: Chance,
}

pub fn run(args: Args, out: &mut Output) -> Done {
    let (entry, rules) = args.game.read()?;
    let (policy, rng, chance) = (args.level, Rng::new(args.seed), Chance::of_player(args.seed));
    let mut engine = Engine { entry, rules, table: None, policy, rng, chance };
    let mut stdin = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = stdin.by_ref().take(MAX_LINE as u64 + 2).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::Bad(format!("standard input: {error}")))? == 0 {
            break;
        }
        if line.len() > MAX_LINE + 1 {
            return Err(Failure::Bad(format!("a line is longer than {MAX_LINE} bytes")));
        }
        match Command::read(&String::from_utf8_lossy(&line)) {
            Ok(None) => continue,
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => match engine.obey(command) {
                Ok(lines) => lines.iter().try_for_each(|line| out.line(line))?,
                Err(refusal) => out.line(&format!("info string {refusal}"))?,
            },
            Err(refusal) => out.line(&format!("info string {refusal}"))?,
        }
        out.flush()?;
    }
    Ok(())
}

impl Engine {
    fn obey(&mut self, command: Command) -> Result<Vec<String>, Refusal> {
        let say = |line: &str| Ok(vec![line.to_owned()]);
        match command {
            Command::Ugi => {
                let name = format!("id name floe {} ({:?})", self.entry.id, self.policy).to_lowercase();
                Ok(vec![name, "option name rules type string".into(), "ugiok".into()])
            }
            Command::IsReady => say("readyok"),
            Command::NewGame => {
                self.table = None;
                Ok(Vec::new())
            }
            Command::SetOption(name, value) => self.set_option(&name, &value).map(|()| Vec::new()),
            Command::Position(place, moves) => self.set_up(&place, &moves).map(|()| Vec::new()),
            Command::Go(_) => {
                let (policy, mut rng) = (self.policy, self.rng.clone());
                let choice = policy.choose(self.table()?, &mut rng);
                self.rng = rng;
                match choice {
                    Some(choice) => say(&format!("bestmove {}", choice.replace(' ', ""))),
                    None => Err(Refusal::new("nobody is to move here")),
                }
            }
            // Answers come at once, so there is nothing to stop.
            Command::Stop | Command::Quit => Ok(Vec::new()),
            Command::Query(query) => {
                let table = self.table()?;
                let turn = match table.actor() {
                    Actor::Seat(seat) => (seat + 1).to_string(),
                    _ => "none".into(),
                };
                let answer = match query {
                    Query::Turn => turn,
                    Query::P1Turn => (turn == "1").to_string(),
                    Query::GameOver => (table.actor() == Actor::Nobody).to_string(),
                    Query::Result => match table.result().map(|result| result.winners) {
                        None => "none".into(),
                        Some(winners) if winners.len() == 1 => format!("p{}win", winners[0] + 1),
                        Some(_) => "draw".into(),
                    },
                };
                say(&format!("response {answer}"))
            }
            Command::LegalMoves => say(&format!("legalmoves {}", self.table()?.legal().join(" "))),
            Command::Perft(depth) => {
                let table = self.table()?;
                (1..=depth).map(|depth| Ok(format!("{depth} {}", table.perft(depth)?))).collect()
            }
        }
    }

    fn table(&mut self) -> Result<&dyn Table, Refusal> {
        if self.table.is_none() {
            self.table = Some(open(&self.rules, Start::Seed(0))?);
        }
        self.table.as_deref().ok_or_else(|| Refusal::new("no position"))
    }

    /// `rules` are said as on the command line, or as the JSON object of a record.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        match name {
            "game" => {
                self.entry = registry::find(value)?;
                self.rules = self.entry.default_rules();
            }
            "rules" => {
                let sayings = match serde_json::from_str::<Value>(value) {
                    Ok(Value::Object(rules)) => {
                        rules.into_iter().map(|(name, value)| Saying::Set(name, value)).collect()
                    }
                    _ => parse_sayings(value)?,
                };
                self.rules = self.entry.rules(&sayings)?;
            }
            // Other programs' options do no harm.
            _ => {}
        }
        self.table = None;
        Ok(())
    }

    fn set_up(&mut self, place: &Place, moves: &[String]) -> Result<(), Refusal> {
        let mut rules = self.rules.clone();
        let mut table = match place {
            Place::Start => open(&rules, Start::Seed(0))?,
            Place::Fen(text) => {
                self.entry.fit(&mut rules, text);
                open(&rules, Start::Position(text))?
            }
            Place::View(text) => open(&rules, Start::View(text, &mut self.chance))?,
        };
        for text in moves {
            play(&mut *table, text, &mut self.chance)?;
        }
        self.table = Some(table);
        Ok(())
    }
}
