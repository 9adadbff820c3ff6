//! Deals that the server alone could have chosen. Clients that follow the protocol send a contribution that names the
//! deal's commitment; every person's contribution must be in the record, and `floe verify` must confirm it. A record
//! without contributions must not be called verified.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use floe_games::fair::Dealer;
use floe_games::{GameRng, Record, Start, Viewer, next_seat, open, registry};
use serde_json::{Value, json};
use tokio::process::Command;

use super::{Context, VICTIM};
use crate::client::Client;
use crate::folder::Folder;
use crate::report::{Row, Verdict};
use crate::server::Server;
use crate::table::{self, PATIENCE};

/// Maximum length of a contribution, in bytes.
const MAX_BYTES: usize = 256;
/// How long a tournament may take to open its tables.
const OPENS: Duration = Duration::from_secs(10);

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let (server, folder) = context.server("deals").await?;
    let mut rows = Vec::new();
    for game in ["montauk", "penguins"] {
        let mut players = Players::new(&server, context, &folder, game).await?;
        rows.push(players.lobby_and_rematch().await?);
        rows.push(players.engine().await?);
        rows.push(players.tournament().await?);
    }
    server.kill().await;
    rows.push(empty(context, &folder).await?);
    Ok(rows)
}

/// Two people who play one game in every way a server offers.
struct Players<'a> {
    program: &'a Path,
    folder: &'a Folder,
    game: &'static str,
    one: Client,
    two: Client,
}

/// A deal in which people took part: the table, its commitment, and what they contributed, by seat.
struct Deal {
    table: String,
    commitment: String,
    contributed: Vec<(usize, String)>,
}

impl Players<'_> {
    async fn new<'a>(
        server: &Server,
        context: &'a Context,
        folder: &'a Folder,
        game: &'static str,
    ) -> Result<Players<'a>, String> {
        let one = Client::account(server.address, VICTIM, &format!("ann-{game}")).await?;
        let two = Client::account(server.address, VICTIM, &format!("ben-{game}")).await?;
        Ok(Players { program: &context.program, folder, game, one, two })
    }

    fn row(&self, way: &str, problems: Vec<String>) -> Row {
        let row = Row::new(format!("deals/{} {way}", self.game), Verdict::from_bound(problems.is_empty()))
            .attacked(match problems.len() {
                0 => "every contribution is verified".to_owned(),
                count => format!("{count} wrong"),
            })
            .bound("0 wrong")
            .figures(json!({"wrong": problems}));
        problems.into_iter().fold(row, Row::note)
    }

    /// One creates a table, the other joins; then the same again as a rematch.
    async fn lobby_and_rematch(&mut self) -> Result<Row, String> {
        let id = table::make(&mut self.one, json!({"game": self.game, "private": true})).await?;
        let mut problems = Vec::new();
        let commitment = shown_commitment(&mut self.one, &id).await?;
        if commitment.is_empty() {
            problems.push("an open table has no commitment".into());
        }
        let mut deal = Deal { table: id.clone(), commitment, contributed: Vec::new() };
        note(&mut problems, by_http(&mut self.one, &mut deal).await);
        note(&mut problems, while_sitting(&mut self.two, &mut deal).await);
        problems.extend(self.finish(&deal).await?);
        for client in [&mut self.one, &mut self.two] {
            table::act(client, &id, "rematch").await?;
        }
        let state = table::state(&mut self.one, &id).await?;
        let Some(next) = state["next_table"].as_str().map(str::to_owned) else {
            problems.push("there is no rematch".into());
            return Ok(self.row("in the lobby and as a rematch", problems));
        };
        let commitment = shown_commitment(&mut self.one, &next).await?;
        let mut deal = Deal { table: next, commitment, contributed: Vec::new() };
        note(&mut problems, by_socket(&mut self.one, &mut deal).await);
        note(&mut problems, by_socket(&mut self.two, &mut deal).await);
        problems.extend(self.finish(&deal).await?.iter().map(|words| format!("rematch: {words}")));
        Ok(self.row("in the lobby and as a rematch", problems))
    }

    async fn engine(&mut self) -> Result<Row, String> {
        let seats = json!([{"kind": "me"}, {"kind": "engine", "level": "1"}]);
        let new = json!({"game": self.game, "private": true, "seats": seats, "contribute": true});
        let mut problems = Vec::new();
        // The table is asked to wait for the contribution; an older server does not know the option.
        let id = match table::make(&mut self.one, new.clone()).await {
            Ok(id) => id,
            Err(words) => {
                problems.push(format!("a table does not wait for the creator's contribution: {words}"));
                let new = json!({"game": self.game, "private": true, "seats": new["seats"]});
                table::make(&mut self.one, new).await?
            }
        };
        let commitment = shown_commitment(&mut self.one, &id).await?;
        let mut deal = Deal { table: id, commitment, contributed: Vec::new() };
        note(&mut problems, by_http(&mut self.one, &mut deal).await);
        problems.extend(self.finish(&deal).await?);
        Ok(self.row("with an engine", problems))
    }

    async fn tournament(&mut self) -> Result<Row, String> {
        let new = json!({
            "name": "Deals", "game": self.game, "format": {"format": "knockout"}, "clock": "300+5", "private": true,
        });
        let made = self.one.post("/api/tournaments", new).await?.ok()?;
        let path = format!("/api/tournaments/{}", made["id"].as_str().unwrap_or_default());
        for client in [&mut self.one, &mut self.two] {
            client.post(&format!("{path}/join"), Value::Null).await?.ok()?;
        }
        self.one.post(&format!("{path}/start"), Value::Null).await?.ok()?;
        let end = Instant::now() + OPENS;
        let id = loop {
            let state = self.one.get(&path).await?.ok()?;
            if let Some(id) = state["rounds"][0]["games"][0]["table"].as_str() {
                break id.to_owned();
            }
            if Instant::now() > end {
                return Err("a tournament opens no table".into());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        let commitment = shown_commitment(&mut self.one, &id).await?;
        let mut deal = Deal { table: id, commitment, contributed: Vec::new() };
        let mut problems = Vec::new();
        note(&mut problems, by_http(&mut self.one, &mut deal).await);
        note(&mut problems, by_socket(&mut self.two, &mut deal).await);
        problems.extend(self.finish(&deal).await?);
        Ok(self.row("in a tournament", problems))
    }

    /// Ends the game and checks its record; returns what is wrong.
    async fn finish(&mut self, deal: &Deal) -> Result<Vec<String>, String> {
        let end = Instant::now() + PATIENCE;
        loop {
            let state = table::state(&mut self.one, &deal.table).await?;
            match state["status"]["stage"].as_str() {
                Some("open") if Instant::now() < end => tokio::time::sleep(Duration::from_millis(100)).await,
                Some("open") => return Ok(vec!["the game does not start".into()]),
                _ => break,
            }
        }
        let state = table::state(&mut self.one, &deal.table).await?;
        table::act(&mut self.one, &deal.table, "resign").await?;
        let record = table::record(&mut self.one, &deal.table).await?;
        let fair = &record["fair"];
        let mut problems = Vec::new();
        if fair["commitment"] != deal.commitment.as_str() {
            problems.push("the commitment is not the one shown before the game".into());
        }
        for (seat, who) in state["seats"].as_array().cloned().unwrap_or_default().iter().enumerate() {
            if who["kind"] != "person" {
                continue;
            }
            let kept = fair["contributions"][seat].as_str().unwrap_or_default();
            let sent = deal.contributed.iter().find(|(of, _)| *of == seat).map(|(_, text)| text.as_str());
            if !kept.starts_with(&format!("{}.", deal.commitment)) || kept.len() > MAX_BYTES {
                problems.push(format!("the contribution of seat {seat} in the record is '{kept}'"));
            } else if sent != Some(kept) {
                problems.push(format!("the contribution of seat {seat} is not the one that was sent"));
            }
        }
        let file = self.folder.file("record.json");
        std::fs::write(&file, record.to_string()).map_err(|error| error.to_string())?;
        let (verified, words) = verify(self.program, &file).await?;
        if !verified {
            problems.push(format!("floe verify: {words}"));
        }
        Ok(problems)
    }
}

fn note(problems: &mut Vec<String>, done: Result<(), String>) {
    problems.extend(done.err());
}

async fn shown_commitment(client: &mut Client, table: &str) -> Result<String, String> {
    let state = table::state(client, table).await?;
    Ok(state["fair"]["commitment"].as_str().unwrap_or_default().to_owned())
}

/// A client's own seat.
async fn own_seat(client: &mut Client, table: &str) -> Result<usize, String> {
    let state = table::state(client, table).await?;
    state["your_seats"][0].as_u64().map(|seat| seat as usize).ok_or_else(|| "no own seat".into())
}

async fn by_http(client: &mut Client, deal: &mut Deal) -> Result<(), String> {
    let (seat, text) = (own_seat(client, &deal.table).await?, table::contribution(&deal.commitment));
    let path = format!("/api/tables/{}/contribution", deal.table);
    let reply = client.post(&path, json!({"contribution": text, "seat": seat})).await?;
    reply.ok().map_err(|words| format!("a contribution over HTTP is not accepted: {words}"))?;
    deal.contributed.push((seat, text));
    Ok(())
}

async fn by_socket(client: &mut Client, deal: &mut Deal) -> Result<(), String> {
    let (seat, text) = (own_seat(client, &deal.table).await?, table::contribution(&deal.commitment));
    let mut socket = client.socket().await?;
    let message = json!({"type": "contribute", "table": deal.table, "contribution": text, "seat": seat});
    let answer = socket.ask(message, PATIENCE).await;
    answer.map_err(|words| format!("a contribution over a WebSocket is not accepted: {words}"))?;
    deal.contributed.push((seat, text));
    Ok(())
}

/// Joins and contributes in one request; where that is not supported, joins.
async fn while_sitting(client: &mut Client, deal: &mut Deal) -> Result<(), String> {
    let text = table::contribution(&deal.commitment);
    let path = format!("/api/tables/{}/seat", deal.table);
    let reply = client.post(&path, json!({"contribution": text})).await?;
    match reply.ok() {
        Ok(_) => {
            deal.contributed.push((own_seat(client, &deal.table).await?, text));
            Ok(())
        }
        Err(words) => {
            table::sit(client, &deal.table).await?;
            Err(format!("a contribution while joining is not accepted: {words}"))
        }
    }
}

/// Whether `floe verify` calls a record verified, and its output.
async fn verify(program: &Path, file: &Path) -> Result<(bool, String), String> {
    let output = Command::new(program).arg("verify").arg(file).stdin(Stdio::null()).output();
    let output = output.await.map_err(|error| error.to_string())?;
    let words =
        String::from_utf8_lossy(if output.status.success() { &output.stdout } else { &output.stderr });
    Ok((output.status.success() && words.starts_with("verified"), words.trim().to_owned()))
}

/// A record that was really dealt from its secret, but to which no player contributed.
async fn empty(context: &Context, folder: &Folder) -> Result<Row, String> {
    let refusal = |refusal: floe_games::Refusal| refusal.to_string();
    let rules = registry::find("penguins").map_err(refusal)?.default_rules();
    let dealer = Dealer::new([7; 32], vec![String::new(), String::new()]).map_err(refusal)?;
    let mut table = open(&rules, Start::Chance(&mut dealer.deal_rng())).map_err(refusal)?;
    let (mut during, mut chance) = (dealer.during(), GameRng::for_player(1));
    while let Some(seat) = next_seat(&mut *table, &mut during).map_err(refusal)? {
        let mut legal = table.legal_moves();
        let text = legal.swap_remove(chance.below(legal.len() as u32) as usize);
        table.play(seat, &text).map_err(refusal)?;
    }
    let mut record = Record::from_table(&*table, Viewer::Omniscient);
    record.fair = Some(dealer.reveal());
    let file = folder.file("empty.json");
    std::fs::write(&file, record.to_json().to_string()).map_err(|error| error.to_string())?;
    let (verified, words) = verify(&context.program, &file).await?;
    Ok(Row::new("deals/no contributions", Verdict::from_bound(!verified))
        .attacked(words.clone())
        .bound("not called verified")
        .figures(json!({"verified": verified, "words": words})))
}
