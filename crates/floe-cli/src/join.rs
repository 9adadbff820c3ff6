//! `floe join`

use std::time::{Duration, Instant};

use floe_games::{Outcome, Record, Start, fair, open, registry};
use floe_referee::{Entrant, GameSetup, Player, TimeControl, TurnRequest};
use floe_wire::ugi::GoLimits;
use floe_wire::web::{ClientMessage, ErrorCode, ServerMessage, Stage, TableState, TableStatus};

use crate::args::{BotArgs, CaArgs};
use crate::interrupt::interrupted;
use crate::output::{CliResult, Failure, Output};
use crate::remote::{Pass, Remote, Socket};

/// Join a table on a server with an engine or a UGI bot.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe join http://127.0.0.1:7878 --table abcdefghjkmnpqrs --player \"cmd:python3 examples/bots/paper_penguins.py\"
  floe join http://127.0.0.1:7878 --token floe_KEY --game amazons --player 5
  floe join https://floe.example --table abcdefghjkmnpqrs --player 5")]
pub struct Args {
    /// The server: https://HOST or http://HOST:PORT.
    address: String,
    /// The table; it must have a free seat, or one that is already yours.
    #[arg(long, conflicts_with = "game", required_unless_present = "game")]
    table: Option<String>,
    /// Create a table for this game and wait for an opponent.
    #[arg(long)]
    game: Option<String>,
    /// The rules of the created table.
    #[arg(long, requires = "game")]
    rules: Option<String>,
    /// The clock of the created table: 300+5, 30s, 3d.
    #[arg(long, requires = "game")]
    clock: Option<String>,
    /// The player: a level, cmd:PROGRAM ARGS or tcp:HOST:PORT, with `option.NAME=VALUE` for options of a program.
    #[arg(long, value_parser = Entrant::parse)]
    player: Entrant,
    /// The token of an account; without it the player is a guest. Prefer the environment variable to the command line.
    #[arg(long, env = "FLOE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    #[command(flatten)]
    ca: CaArgs,
    #[command(flatten)]
    bots: BotArgs,
}

/// The time between two attempts to reconnect.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long to try to reconnect before giving up.
const GIVE_UP: Duration = Duration::from_secs(60);

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Negative(format!("cannot start threads: {error}")))?;
    // A signal drops the player, which stops the program it has started.
    let outcome = runtime.block_on(async {
        tokio::select! {
            outcome = join(args, out) => outcome.map_err(Failure::Negative),
            () = interrupted() => Err(Failure::Negative("interrupted; the seat is still taken".into())),
        }
    })?;
    match outcome {
        Some(outcome) if out.json => out.value(&serde_json::json!(outcome)),
        Some(outcome) => out.line(&format!("{}; won by {:?}", outcome.reason, outcome.winners)),
        None => out.line("the game was cancelled"),
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
            let created: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
            let id = created["id"]
                .as_str()
                .ok_or_else(|| format!("{server} returned no table id; give the address of a Floe server"));
            id?.to_owned()
        }
    };
    if !out.json {
        let _ = out.line(&format!("{server}/t/{table}")).and_then(|()| out.flush());
    }
    let player = args.player.player(u64::from(std::process::id()), args.bots.launch()).await;
    let mut guest =
        Guest { table, player, state: None, asked_at: None, begun: false, heard: false, contribution: None };
    let mut lost_since: Option<Instant> = None;
    loop {
        guest.heard = false;
        let lost = match server.connect(&pass).await {
            Ok(socket) => match guest.sit(socket).await {
                Ok(done) => {
                    guest.check_deal(&server, &pass).await;
                    return Ok(done);
                }
                Err(End::Over(message)) => return Err(message),
                Err(End::Lost(message)) => message,
            },
            Err(message) => message,
        };
        // Without a first connection the address is more likely to be wrong than the server to be down.
        if guest.heard {
            lost_since = Some(Instant::now());
        }
        if lost_since.is_none_or(|since| since.elapsed() >= GIVE_UP) {
            return Err(lost);
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

/// Why a connection ended.
enum End {
    /// It was lost.
    Lost(String),
    /// Reconnecting would not help.
    Over(String),
}

/// A player at a table on a server.
struct Guest {
    table: String,
    player: Box<dyn Player>,
    state: Option<TableState>,
    /// The table version of the last turn request to the player.
    asked_at: Option<u64>,
    begun: bool,
    /// Whether anything came on this connection.
    heard: bool,
    /// The commitment of the deal as first received, and this player's contribution.
    contribution: Option<(String, String)>,
}

impl Guest {
    /// This player's contribution to the deal: random, created once the commitment is known, and the same after a
    /// reconnect.
    fn contribution(&mut self, state: &TableState) -> Result<String, End> {
        if let Some((_, contribution)) = &self.contribution {
            return Ok(contribution.clone());
        }
        let Some(commitment) = state.fair.as_ref().map(|fair| fair.commitment.clone()) else {
            return Err(End::Over("the server asked for a contribution without a commitment".into()));
        };
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| End::Over(format!("no randomness: {error}")))?;
        let contribution = fair::contribution(&commitment, random);
        self.contribution = Some((commitment, contribution.clone()));
        Ok(contribution)
    }

    /// Contributes to the deal if the table is waiting for it.
    async fn contribute(&mut self, socket: &mut Socket) -> Result<(), End> {
        let Some(state) = self.state.clone() else { return Ok(()) };
        let Some(&seat) = state.your_seats.iter().find(|seat| state.status.awaiting.contains(seat)) else {
            return Ok(());
        };
        let contribution = self.contribution(&state)?;
        let table = self.table.clone();
        send(socket, &ClientMessage::Contribute { id: Some(2), table, contribution, seat: Some(seat) }).await
    }

    /// After the game: prints on standard error what the deal proves, and warns if it is not the one committed to.
    async fn check_deal(&self, server: &Remote, pass: &Pass) {
        let Some((commitment, contribution)) = &self.contribution else { return };
        let path = format!("/api/tables/{}/record", self.table);
        let record = match server.get(&path, pass).await {
            Ok(body) => Record::parse(&body).map_err(|refusal| refusal.to_string()),
            Err(error) => Err(error),
        };
        let verified = record.and_then(|record| {
            let fair = record.fair.as_ref().ok_or("the record contains nothing about the deal")?;
            if fair.commitment != *commitment {
                return Err("the commitment is not the one this player was shown before the game".to_owned());
            }
            if !fair.contributions.contains(contribution) {
                return Err("this player's contribution is not in the record".to_owned());
            }
            fair::verify(&record).map_err(|refusal| refusal.to_string())
        });
        match verified {
            Ok(verified) => {
                eprintln!("deal verified: {}", verified.message());
                verified.proved().iter().for_each(|line| eprintln!("proved: {line}"));
                verified.not_proved().iter().for_each(|line| eprintln!("not proved: {line}"));
            }
            Err(error) => eprintln!("warning: the deal cannot be verified: {error}"),
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
        // The full state again after every reconnect: a player needs no history.
        self.state = None;
        self.asked_at = None;
        send(&mut socket, &watch(self)).await?;
        loop {
            let frame = socket.next().await.map_err(End::Lost)?;
            self.heard = true;
            // Messages that only a newer server knows are ignored.
            let Ok(message) = serde_json::from_str::<ServerMessage>(&frame) else { continue };
            match message {
                ServerMessage::State(state) => {
                    let free = state.status.stage == Stage::Open && state.your_seats.is_empty();
                    if free {
                        let table = self.table.clone();
                        send(
                            &mut socket,
                            &ClientMessage::Sit { id: Some(0), table, seat: None, contribution: None },
                        )
                        .await?;
                    } else if state.your_seats.is_empty() {
                        return Err(End::Over("no seat at this table is free".into()));
                    }
                    self.state = Some(*state);
                    self.contribute(&mut socket).await?;
                }
                ServerMessage::Update(update) => {
                    let Some(state) = &mut self.state else { continue };
                    let sat = state.your_seats.is_empty() || update.from != state.version;
                    state.version = update.version;
                    state.status = update.status;
                    if sat {
                        send(&mut socket, &watch(self)).await?;
                        continue;
                    }
                }
                ServerMessage::Ok { id: Some(0), .. } => send(&mut socket, &watch(self)).await?,
                // The game may have started without it, or it may have been sent before the connection was lost.
                ServerMessage::Error { id: Some(2), .. } => continue,
                ServerMessage::Error { error, .. } => match error.code {
                    ErrorCode::Stale => send(&mut socket, &watch(self)).await?,
                    _ => return Err(End::Over(error.message)),
                },
                _ => continue,
            }
            if let Some(done) = self.act(&mut socket).await? {
                return Ok(done);
            }
        }
    }

    /// Moves if it is this player's turn; returns the outcome once there is one.
    async fn act(&mut self, socket: &mut Socket) -> Result<Option<Option<Outcome>>, End> {
        let Some(state) = &self.state else { return Ok(None) };
        let failed = |error: String| End::Over(error);
        match state.status.stage {
            Stage::Open => return Ok(None),
            Stage::Aborted => return Ok(Some(None)),
            Stage::Over => {
                let missing = || failed("the server sent no result of a game that is over".into());
                let outcome = state.status.result.clone().ok_or_else(missing)?;
                let _ = self.player.end(&outcome).await;
                return Ok(Some(Some(outcome)));
            }
            Stage::Live => {}
        }
        let Some(&seat) = state.your_seats.iter().find(|seat| state.status.turn == Some(**seat)) else {
            return Ok(None);
        };
        if self.asked_at == Some(state.version) {
            return Ok(None);
        }
        let rules = registry::find(&state.game)
            .and_then(|game| game.rules_from_object(&state.rules))
            .map_err(|refusal| failed(refusal.to_string()))?;
        if !self.begun {
            let setup = GameSetup { rules: rules.clone(), seat, seats: state.seats.len() };
            self.player.begin(&setup).await.map_err(|fault| failed(format!("the player {fault}")))?;
            self.begun = true;
        }
        self.asked_at = Some(state.version);
        let turn_request = TurnRequest {
            seat,
            hidden: open(&rules, Start::Position(&state.status.position)).is_err(),
            position: state.status.position.clone(),
            legal: state.status.legal.clone().unwrap_or_default(),
            limits: limits(&state.status, state.clock.as_deref()),
            allotted: state
                .status
                .clocks
                .get(seat)
                .copied()
                .flatten()
                .map(|clock| Duration::from_millis(clock.left_ms)),
        };
        let text =
            self.player.choose(&turn_request).await.map_err(|fault| failed(format!("the player {fault}")))?;
        let message = ClientMessage::Move {
            id: Some(1),
            table: self.table.clone(),
            at: state.version,
            text,
            seat: Some(seat),
        };
        send(socket, &message).await?;
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

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), End> {
    let text = serde_json::to_string(message).unwrap_or_default();
    socket.send(text).await.map_err(End::Lost)
}
