//! `floe join`

use std::time::{Duration, Instant};

use floe_games::{Outcome, Record, Start, fair, open};
use floe_referee::live::rules_of;
use floe_referee::{Entrant, GameSetup, Player, TimeControl, TurnRequest};
use floe_wire::ugi::GoLimits;
use floe_wire::web::{ClientMessage, ErrorCode, ServerMessage, Stage, TableState, TableStatus};

use crate::args::{BotArgs, CaArgs};
use crate::interrupt::interrupted;
use crate::output::{CliResult, Failure, Output};
use crate::remote::{Pass, Remote, Socket};

/// Take a seat at a live table of a server and let a player play there: an engine, or a bot that speaks UGI.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe join http://127.0.0.1:7878 --table abcdefghjkmnpqrs --player \"cmd:python3 examples/bots/paper_penguins.py\"
  floe join http://127.0.0.1:7878 --token floe_KEY --game amazons --player 5
  floe join https://floe.example --table abcdefghjkmnpqrs --player 5")]
pub struct Args {
    /// The server: https://HOST or http://HOST:PORT.
    address: String,
    /// The table; it must have a free seat, or one that is yours.
    #[arg(long, conflicts_with = "game", required_unless_present = "game")]
    table: Option<String>,
    /// Make a table of this game and wait for somebody.
    #[arg(long)]
    game: Option<String>,
    /// The rules of a table that is made.
    #[arg(long, requires = "game")]
    rules: Option<String>,
    /// The clock of a table that is made: 300+5, 30s, 3d.
    #[arg(long, requires = "game")]
    clock: Option<String>,
    /// Who plays: a level, cmd:PROGRAM ARGS or tcp:HOST:PORT.
    #[arg(long, value_parser = Entrant::parse)]
    player: Entrant,
    /// The token of an account; without it the player is a guest. Better in the environment than on the command line.
    #[arg(long, env = "FLOE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    #[command(flatten)]
    ca: CaArgs,
    #[command(flatten)]
    bots: BotArgs,
}

/// How long until a lost connection is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// How long a lost connection is tried again before giving up.
const GIVE_UP: Duration = Duration::from_secs(60);

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Negative(format!("no threads: {error}")))?;
    // A signal drops the player, and with it a program it has started.
    let outcome = runtime.block_on(async {
        tokio::select! {
            outcome = join(args, out) => outcome.map_err(Failure::Negative),
            () = interrupted() => Err(Failure::Negative("interrupted; the seat is still taken".into())),
        }
    })?;
    match outcome {
        Some(outcome) if out.json => out.value(&serde_json::json!(outcome)),
        Some(outcome) => out.line(&format!("{}; won by {:?}", outcome.reason, outcome.winners)),
        None => out.line("the game was called off"),
    }
}

async fn join(args: Args, out: &mut Output) -> Result<Option<Outcome>, String> {
    let server = Remote::new(&args.address, args.ca.file())?;
    let pass = match &args.token {
        Some(token) => Pass::token(token)?,
        None => Pass::guest(&server).await?,
    };
    let table = match (args.table, args.game) {
        (Some(table), _) => table,
        (None, game) => {
            let new = serde_json::json!({
                "game": game, "rules": args.rules, "clock": args.clock, "contribute": true,
            });
            let body = server.post("/api/tables", &pass, &new.to_string()).await?;
            let made: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
            let id = made["id"].as_str().ok_or_else(|| {
                format!("{server} gave no id of the new table; give the address of a floe server")
            });
            id?.to_owned()
        }
    };
    if !out.json {
        let _ = out.line(&format!("{server}/t/{table}")).and_then(|()| out.flush());
    }
    let player = args.player.player(u64::from(std::process::id()), args.bots.launch()).await;
    let mut guest =
        Guest { table, player, state: None, asked: None, begun: false, heard: false, contribution: None };
    let mut lost_since: Option<Instant> = None;
    loop {
        guest.heard = false;
        let lost = match server.connect(&pass).await {
            Ok(socket) => match guest.sit(socket).await {
                Ok(done) => {
                    guest.check_deal(&server, &pass).await;
                    return Ok(done);
                }
                Err(End::Over(words)) => return Err(words),
                Err(End::Lost(words)) => words,
            },
            Err(words) => words,
        };
        // Without a first connection the address is more likely to be wrong than the server to be down.
        if guest.heard {
            lost_since = Some(Instant::now());
        }
        if lost_since.is_none_or(|since| since.elapsed() >= GIVE_UP) {
            return Err(lost);
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Why a connection ended.
enum End {
    /// It was lost.
    Lost(String),
    /// There is no use in coming back.
    Over(String),
}

/// A player at a table far away.
struct Guest {
    table: String,
    player: Box<dyn Player>,
    state: Option<TableState>,
    /// The version at which the player was asked last.
    asked: Option<u64>,
    begun: bool,
    /// Whether anything came on this connection.
    heard: bool,
    /// The commitment of the deal as it was first told, and what was added to it.
    contribution: Option<(String, String)>,
}

impl Guest {
    /// What this player adds to the deal: random, made once the commitment is known, the same after a break.
    fn contribution(&mut self, state: &TableState) -> Result<String, End> {
        if let Some((_, contribution)) = &self.contribution {
            return Ok(contribution.clone());
        }
        let Some(commitment) = state.fair["commitment"].as_str().map(str::to_owned) else {
            return Err(End::Over("the server asks for a contribution without a commitment".into()));
        };
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| End::Over(format!("no randomness: {error}")))?;
        let contribution = fair::contribution(&commitment, random);
        self.contribution = Some((commitment, contribution.clone()));
        Ok(contribution)
    }

    /// Adds to the deal where the table waits for it.
    async fn contribute(&mut self, socket: &mut Socket) -> Result<(), End> {
        let Some(state) = self.state.clone() else { return Ok(()) };
        let Some(&seat) = state.yours.iter().find(|seat| state.now.awaiting.contains(seat)) else {
            return Ok(());
        };
        let contribution = self.contribution(&state)?;
        let table = self.table.clone();
        say(socket, &ClientMessage::Contribute { id: Some(2), table, contribution, seat: Some(seat) }).await
    }

    /// After the game: says on standard error what the deal proves, and when it is not the one that was committed to.
    async fn check_deal(&self, server: &Remote, pass: &Pass) {
        let Some((commitment, contribution)) = &self.contribution else { return };
        let path = format!("/api/tables/{}/record", self.table);
        let record = match server.get(&path, pass).await {
            Ok(body) => Record::parse(&body).map_err(|refusal| refusal.to_string()),
            Err(words) => Err(words),
        };
        let verified = record.and_then(|record| {
            let fair = record.fair.as_ref().ok_or("the record says nothing of the deal")?;
            if fair.commitment != *commitment {
                return Err("the commitment is not the one this player was shown before the game".to_owned());
            }
            if !fair.contributions.contains(contribution) {
                return Err("what this player added to the deal is not in the record".to_owned());
            }
            fair::verify(&record).map_err(|refusal| refusal.to_string())
        });
        match verified {
            Ok(verified) => {
                eprintln!("deal verified: {}", verified.message());
                verified.proved().iter().for_each(|line| eprintln!("proved: {line}"));
                verified.not_proved().iter().for_each(|line| eprintln!("not proved: {line}"));
            }
            Err(words) => eprintln!("warning: the deal cannot be verified: {words}"),
        }
    }

    /// Plays on a connection until the game is over.
    async fn sit(&mut self, mut socket: Socket) -> Result<Option<Outcome>, End> {
        let watch = |guest: &Guest| ClientMessage::Watch {
            id: None,
            table: guest.table.clone(),
            from: None,
            seat: None,
            legal: guest.player.wants_legal(),
        };
        // Whole again after every break: a player needs no history.
        self.state = None;
        self.asked = None;
        say(&mut socket, &watch(self)).await?;
        loop {
            let frame = socket.next().await.map_err(End::Lost)?;
            self.heard = true;
            // What a newer server says beyond this is not for us.
            let Ok(told) = serde_json::from_str::<ServerMessage>(&frame) else { continue };
            match told {
                ServerMessage::State(state) => {
                    let free = state.now.stage == Stage::Open && state.yours.is_empty();
                    if free {
                        let table = self.table.clone();
                        say(
                            &mut socket,
                            &ClientMessage::Sit { id: Some(0), table, seat: None, contribution: None },
                        )
                        .await?;
                    } else if state.yours.is_empty() {
                        return Err(End::Over("no seat at this table is free".into()));
                    }
                    self.state = Some(*state);
                    self.contribute(&mut socket).await?;
                }
                ServerMessage::News(news) => {
                    let Some(state) = &mut self.state else { continue };
                    let sat = state.yours.is_empty() || news.from != state.version;
                    state.version = news.version;
                    state.now = news.now;
                    if sat {
                        say(&mut socket, &watch(self)).await?;
                        continue;
                    }
                }
                ServerMessage::Ok { id: Some(0), .. } => say(&mut socket, &watch(self)).await?,
                // The game may have begun without, or a break hidden that it was added already.
                ServerMessage::Refused { id: Some(2), .. } => continue,
                ServerMessage::Refused { error, .. } => match error.code {
                    ErrorCode::Stale => say(&mut socket, &watch(self)).await?,
                    _ => return Err(End::Over(error.message)),
                },
                _ => continue,
            }
            if let Some(done) = self.act(&mut socket).await? {
                return Ok(done);
            }
        }
    }

    /// Moves if it is the own turn; the outcome once there is one.
    async fn act(&mut self, socket: &mut Socket) -> Result<Option<Option<Outcome>>, End> {
        let Some(state) = &self.state else { return Ok(None) };
        let failed = |words: String| End::Over(words);
        match state.now.stage {
            Stage::Open => return Ok(None),
            Stage::Aborted => return Ok(Some(None)),
            Stage::Over => {
                let outcome: Outcome = serde_json::from_value(state.now.result.clone().unwrap_or_default())
                    .map_err(|error| failed(error.to_string()))?;
                let _ = self.player.end(&outcome).await;
                return Ok(Some(Some(outcome)));
            }
            Stage::Live => {}
        }
        let Some(&seat) = state.yours.iter().find(|seat| state.now.turn == Some(**seat)) else {
            return Ok(None);
        };
        if self.asked == Some(state.version) {
            return Ok(None);
        }
        let rules = rules_of(&state.game, &state.rules).map_err(|refusal| failed(refusal.to_string()))?;
        if !self.begun {
            let invitation = GameSetup { rules: rules.clone(), seat, seats: state.seats.len() };
            self.player.begin(&invitation).await.map_err(|fault| failed(format!("the player {fault}")))?;
            self.begun = true;
        }
        self.asked = Some(state.version);
        let question = TurnRequest {
            seat,
            hidden: open(&rules, Start::Position(&state.now.position)).is_err(),
            position: state.now.position.clone(),
            legal: state.now.legal.clone().unwrap_or_default(),
            limits: limits(&state.now, state.clock.as_deref()),
            allotted: state
                .now
                .clocks
                .get(seat)
                .copied()
                .flatten()
                .map(|clock| Duration::from_millis(clock.left_ms)),
        };
        let text =
            self.player.choose(&question).await.map_err(|fault| failed(format!("the player {fault}")))?;
        let say_it = ClientMessage::Move {
            id: Some(1),
            table: self.table.clone(),
            at: state.version,
            text,
            seat: Some(seat),
        };
        say(socket, &say_it).await?;
        Ok(None)
    }
}

fn limits(now: &TableStatus, clock: Option<&str>) -> GoLimits {
    let control = clock.and_then(|clock| TimeControl::parse(clock).ok());
    let mut limits = GoLimits::default();
    if let Some(control) = control.filter(|control| control.bank.is_some()) {
        for (seat, clock) in now.clocks.iter().enumerate().take(4) {
            limits.clocks_ms[seat] = clock.map(|clock| clock.left_ms);
            limits.increments_ms[seat] = clock.map(|_| control.increment.as_millis() as u64);
        }
    }
    limits
}

async fn say(socket: &mut Socket, say: &ClientMessage) -> Result<(), End> {
    let text = serde_json::to_string(say).unwrap_or_default();
    socket.send(text).await.map_err(End::Lost)
}
