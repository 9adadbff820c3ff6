//! Two accounts play rated games of Montauk. One looks at its cards and calls the game off, or waits for it to be
//! called off, until it likes its cards. A deal that a player has seen must end in a rated result.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{ATTACKER, Context, VICTIM};
use crate::client::Client;
use crate::report::{Row, Verdict};
use crate::server::Server;
use crate::table;

const GAMES: usize = 10;
/// How many casual games are called off in between.
const CASUAL: usize = 25;
/// How long a game may wait for its first move before the attack ends.
const NO_SHOW: Duration = Duration::from_secs(80);

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let (server, _folder) = context.server("abort").await?;
    let (called_off, waited) = tokio::join!(by_calling_off(&server), async {
        match context.quick {
            true => Ok(Row::new("abort/no first move", Verdict::Skipped("it takes a minute".into()))),
            false => by_waiting(&server).await,
        }
    });
    let rows = vec![called_off?, waited?, again_and_again(&server).await?];
    server.kill().await;
    Ok(rows)
}

/// The outcome of the deals.
#[derive(Default)]
struct Deals {
    seen: usize,
    seen_without_result: usize,
    aborted: usize,
    abort_refused: Option<String>,
    rated_refused: Option<String>,
}

impl Deals {
    /// A new table of the two; `None` once rated games are refused.
    async fn next(&mut self, one: &mut Client, two: &mut Client) -> Option<String> {
        deal(one, two).await.map_err(|refused| self.rated_refused = Some(refused)).ok()
    }

    fn row(&self, name: &str) -> Row {
        let costs = self.aborted == 0 || self.rated_refused.is_some();
        let mut row = Row::new(
            name,
            Verdict::from_bound(self.seen_without_result == 0 && costs && self.seen > 0),
        )
        .attacked(format!("{} of {} deals seen have no result", self.seen_without_result, self.seen))
        .bound("0, and repeated aborts cost the right to rated games")
        .figures(json!({
            "seen": self.seen, "seen_without_result": self.seen_without_result, "aborted": self.aborted,
            "rated_refused": self.rated_refused, "abort_refused": self.abort_refused,
        }));
        if let Some(words) = &self.abort_refused {
            row = row.note(format!("calling off was refused: \"{words}\""));
        }
        match &self.rated_refused {
            Some(words) => {
                row.note(format!("after {} aborts rated games were refused: \"{words}\"", self.aborted))
            }
            None if self.aborted > 0 => row.note(format!("{} aborts cost nothing", self.aborted)),
            None => row,
        }
    }

    fn count(&mut self, seen: bool, state: &Value) {
        let aborted = state["status"]["stage"] == "aborted";
        self.seen += usize::from(seen);
        self.aborted += usize::from(aborted);
        self.seen_without_result += usize::from(seen && (aborted || state["status"]["result"].is_null()));
    }
}

async fn deal(one: &mut Client, two: &mut Client) -> Result<String, String> {
    let new = json!({"game": "montauk", "rated": true, "clock": "300+5", "private": true});
    table::make_for_two(one, two, new).await
}

/// Does the player see the cards of its hand?
fn sees_hand(state: &Value) -> bool {
    let seat = state["your_seats"][0].as_u64().unwrap_or(0) as usize;
    state["board"]["hands"][seat].as_array().is_some_and(|hand| !hand.is_empty())
}

async fn by_calling_off(server: &Server) -> Result<Row, String> {
    let mut one = Client::account(server.address, ATTACKER, "picky").await?;
    let mut two = Client::account(server.address, VICTIM, "patient").await?;
    let mut deals = Deals::default();
    for _ in 0..GAMES {
        let Some(id) = deals.next(&mut one, &mut two).await else { break };
        let seen = sees_hand(&table::state(&mut one, &id).await?);
        if let Err(words) = table::act(&mut one, &id, "abort").await {
            deals.abort_refused.get_or_insert(words);
            let _ = table::act(&mut one, &id, "resign").await;
        }
        deals.count(seen, &table::state(&mut one, &id).await?);
    }
    Ok(deals.row("abort/calling off"))
}

/// Games without hidden cards can be called off; doing so repeatedly costs the right to rated games, whatever happens
/// in between.
async fn again_and_again(server: &Server) -> Result<Row, String> {
    let mut one = Client::account(server.address, ATTACKER, "fickle").await?;
    let mut two = Client::account(server.address, VICTIM, "steady").await?;
    let rated = json!({"game": "amazons", "rated": true, "clock": "300+5", "private": true});
    let (mut aborted, mut refused) = (0, None);
    for _ in 0..GAMES {
        match table::make_for_two(&mut one, &mut two, rated.clone()).await {
            Ok(id) => {
                table::act(&mut one, &id, "abort").await?;
                aborted += 1;
            }
            Err(words) => {
                refused = Some(words);
                break;
            }
        }
    }
    // More than a list of the last few would hold.
    for _ in 0..CASUAL {
        let id = table::make(&mut one, json!({"game": "amazons", "private": true})).await?;
        table::act(&mut one, &id, "abort").await?;
    }
    let still = table::make(&mut one, rated).await.err();
    let row = Row::new("abort/again and again", Verdict::from_bound(refused.is_some() && still.is_some()))
        .attacked(match (&refused, &still) {
            (None, _) => format!("{aborted} rated games called off at no cost"),
            (_, None) => "casual games make up for it".to_owned(),
            _ => format!("refused after {aborted} rated games called off"),
        })
        .bound("refused")
        .figures(json!({"aborted": aborted, "refused": refused, "still_refused": still}));
    Ok(match refused {
        Some(words) => row.note(format!("\"{words}\"")),
        None => row,
    })
}

async fn by_waiting(server: &Server) -> Result<Row, String> {
    let mut one = Client::account(server.address, ATTACKER, "silent").await?;
    let mut two = Client::account(server.address, VICTIM, "waiting").await?;
    let mut deals = Deals::default();
    let mut tables = Vec::new();
    for _ in 0..GAMES {
        let Some(id) = deals.next(&mut one, &mut two).await else { break };
        // The opponent is present, and waits in vain.
        let seen =
            sees_hand(&table::state(&mut one, &id).await?) | sees_hand(&table::state(&mut two, &id).await?);
        tables.push((id, seen));
    }
    let end = Instant::now() + NO_SHOW;
    for (id, seen) in &tables {
        let state = loop {
            let state = table::state(&mut one, id).await?;
            if !matches!(state["status"]["stage"].as_str(), Some("open" | "live")) || Instant::now() > end {
                break state;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        };
        deals.count(*seen, &state);
    }
    if deals.rated_refused.is_none() {
        deals.rated_refused = deal(&mut one, &mut two).await.err();
    }
    Ok(deals.row("abort/no first move"))
}
