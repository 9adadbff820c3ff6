//! A stranger tries two hundred passwords for an account, from several addresses. The stranger must be slowed down; the
//! owner must get in immediately, from elsewhere and from the stranger's own address with a browser the server knows.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;

use super::{ATTACKER, Context, VICTIM};
use crate::client::{Client, password};
use crate::report::{Row, Verdict};

const NAME: &str = "owner";
const ATTEMPTS: usize = 200;
/// How many addresses the stranger has, including [`ATTACKER`].
const ADDRESSES: u8 = 5;

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let (server, _folder) = context.server("passwords").await?;
    let home = Ipv4Addr::new(127, 0, 0, 4);
    Client::account(server.address, home, NAME).await?;
    // A browser in which the owner signed in once and signed out again.
    let mut browser = Client::new(server.address, home);
    sign_in(&mut browser, &password(NAME)).await?.ok()?;
    browser.request("DELETE", "/api/session", serde_json::Value::Null).await?;
    let (wrong, throttled, others) = guess(server.address).await?;
    let began = Instant::now();
    let elsewhere = sign_in(&mut Client::new(server.address, VICTIM), &password(NAME)).await?;
    let took = began.elapsed();
    let cookies = browser.cookies.keys().cloned().collect::<Vec<_>>().join(", ");
    let mut known = Client { from: ATTACKER.into(), ..browser };
    let began = Instant::now();
    let same_address = sign_in(&mut known, &password(NAME)).await?;
    let known_took = began.elapsed();
    server.kill().await;
    let slowed = throttled * 2 >= ATTEMPTS;
    let row = |name: &str, reply: &crate::client::Reply, took: Duration| {
        let at_once = reply.is_ok() && took < Duration::from_secs(5);
        let words = match reply.is_ok() {
            true => format!("the owner gets in after {} ms", took.as_millis()),
            false => format!("the owner is refused: {}", reply.refusal()),
        };
        Row::new(name, Verdict::from_bound(at_once && slowed))
            .attacked(words)
            .bound("the owner gets in, most guesses are throttled")
            .figures(json!({"wrong": wrong, "throttled": throttled, "others": others, "owner": reply.status}))
    };
    Ok(vec![
        row("passwords/owner elsewhere", &elsewhere, took).note(format!(
            "{ATTEMPTS} guesses from {ADDRESSES} addresses: {wrong} were tried, {throttled} throttled, {others} something else"
        )),
        row("passwords/owner at the stranger's address", &same_address, known_took).note(match cookies.is_empty() {
            true => "the owner's browser has no cookie left after signing out".to_owned(),
            false => format!("the owner's browser sends the cookies {cookies}"),
        }),
    ])
}

/// Guesses from all addresses at once; returns how many were wrong, throttled, and answered differently.
async fn guess(server: SocketAddr) -> Result<(usize, usize, usize), String> {
    let mut guessing = JoinSet::new();
    for number in 0..ADDRESSES {
        let from = Ipv4Addr::new(127, 0, 0, ATTACKER.octets()[3] + number);
        guessing.spawn(async move {
            let mut statuses = Vec::new();
            for attempt in 0..ATTEMPTS / usize::from(ADDRESSES) {
                let mut stranger = Client::new(server, from);
                statuses.push(sign_in(&mut stranger, &format!("guess {number} {attempt}")).await?.status);
            }
            Ok::<_, String>(statuses)
        });
    }
    let mut sum = (0, 0, 0);
    while let Some(done) = guessing.join_next().await {
        for status in done.map_err(|error| error.to_string())?? {
            match status {
                401 => sum.0 += 1,
                429 => sum.1 += 1,
                _ => sum.2 += 1,
            }
        }
    }
    Ok(sum)
}

async fn sign_in(client: &mut Client, password: &str) -> Result<crate::client::Reply, String> {
    client.post("/api/session", json!({"name": NAME, "password": password})).await
}
