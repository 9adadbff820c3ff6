//! Behind a proxy every connection comes from the proxy's address. Limits must hold for the address the proxy names,
//! however it is written, and a client must not be able to choose it.

use serde_json::{Value, json};

use super::{Context, VICTIM};
use crate::client::Client;
use crate::folder::Folder;
use crate::report::{Row, Verdict};
use crate::server::{Server, Setup};

/// Settings that make the limits quick to reach.
const CONNECTIONS: usize = 20;
const NEWCOMERS: usize = 3;

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    Ok(vec![connections(context).await?, ports(context).await?, hops(context).await?])
}

async fn start(context: &Context, folder: &Folder, more: &[String]) -> Result<Server, String> {
    let mut setup = Setup::new(&context.program, folder.path()).set("behind_proxy=true");
    for setting in more {
        setup = setup.set(setting);
    }
    setup.start().await
}

fn forwarded(server: &Server, list: &str) -> Client {
    let mut client = Client::new(server.address, VICTIM);
    client.headers.push(("X-Forwarded-For".into(), list.into()));
    client
}

/// Does the server accept another new user with this forwarding list?
async fn newcomer(server: &Server, list: &str) -> Result<bool, String> {
    let reply = forwarded(server, list).post("/api/guests", Value::Null).await?;
    match reply.status {
        429 => Ok(false),
        _ => reply.ok().map(|_| true),
    }
}

async fn connections(context: &Context) -> Result<Row, String> {
    let folder = Folder::new("proxy").map_err(|error| error.to_string())?;
    let server = start(context, &folder, &[format!("max_connections_per_address={CONNECTIONS}")]).await?;
    let mut greedy = forwarded(&server, "203.0.113.7");
    greedy.post("/api/guests", Value::Null).await?.ok()?;
    let mut open = Vec::new();
    let mut refused = 0;
    for _ in 0..2 * CONNECTIONS {
        match greedy.socket().await {
            Ok(mut socket) => match socket.until("hello", crate::table::PATIENCE).await {
                Ok(_) => open.push(socket),
                Err(_) => refused += 1,
            },
            Err(_) => refused += 1,
        }
    }
    let mut modest = forwarded(&server, "203.0.113.8");
    modest.post("/api/guests", Value::Null).await?.ok()?;
    let other = modest.socket().await.is_ok();
    let count = open.len();
    drop(open);
    server.kill().await;
    Ok(Row::new("proxy/connections", Verdict::from_bound(count <= CONNECTIONS && other && count > 0))
        .attacked(format!("{count} of {} sockets open, {refused} refused", 2 * CONNECTIONS))
        .bound(format!("{CONNECTIONS} per forwarded address"))
        .note(format!(
            "max_connections_per_address={CONNECTIONS}; another forwarded address gets in: {other}"
        ))
        .figures(json!({"open": count, "refused": refused, "other_gets_in": other})))
}

async fn ports(context: &Context) -> Result<Row, String> {
    let folder = Folder::new("proxy").map_err(|error| error.to_string())?;
    let server = start(context, &folder, &[format!("signups_per_hour={NEWCOMERS}")]).await?;
    let mut problems = Vec::new();
    // Written with a port, the same without, another address with a port.
    let forms = [
        ("203.0.113.7:4711", "203.0.113.7", "203.0.113.8:4711"),
        ("[2001:db8::1]:443", "2001:db8::1", "[2001:db8:0:1::1]:443"),
    ];
    for (with_port, plain, other) in forms {
        for _ in 0..NEWCOMERS {
            if !newcomer(&server, with_port).await? {
                problems.push(format!("{with_port} is refused too early"));
                break;
            }
        }
        if newcomer(&server, plain).await? {
            problems.push(format!("{with_port} and {plain} are counted separately"));
        }
        if !newcomer(&server, other).await? {
            problems.push(format!("{other} is counted with {with_port}"));
        }
    }
    // Everything but the last was written by the client.
    for spoofed in ["198.51.100.1", "198.51.100.2", "198.51.100.3"] {
        newcomer(&server, &format!("{spoofed}, 203.0.113.20")).await?;
    }
    if newcomer(&server, "198.51.100.4, 203.0.113.20").await? {
        problems.push("the address can be chosen by the client".into());
    }
    server.kill().await;
    Ok(row_of("proxy/addresses with a port", &problems).note(format!("signups_per_hour={NEWCOMERS}")))
}

async fn hops(context: &Context) -> Result<Row, String> {
    let folder = Folder::new("proxy").map_err(|error| error.to_string())?;
    let settings = [format!("signups_per_hour={NEWCOMERS}"), "proxy_hops=2".into()];
    let server = match start(context, &folder, &settings).await {
        Ok(server) => server,
        Err(words) => {
            let words = words.lines().last().unwrap_or_default().to_owned();
            return Ok(row_of("proxy/two proxies", &[words]));
        }
    };
    let mut problems = Vec::new();
    for spoofed in ["198.51.100.1", "198.51.100.2", "198.51.100.3"] {
        if !newcomer(&server, &format!("{spoofed}, 203.0.113.7, 192.0.2.1")).await? {
            problems.push("the address two from the right is not the one that is counted".to_owned());
            break;
        }
    }
    if newcomer(&server, "198.51.100.4, 203.0.113.7, 192.0.2.9").await? {
        problems.push("more sign-ups than allowed from the address two from the right".into());
    }
    if !newcomer(&server, "198.51.100.1, 203.0.113.8, 192.0.2.1").await? {
        problems.push("another address two from the right is refused".into());
    }
    server.kill().await;
    Ok(row_of("proxy/two proxies", &problems).note("proxy_hops=2"))
}

fn row_of(name: &str, problems: &[String]) -> Row {
    let row = Row::new(name, Verdict::from_bound(problems.is_empty()))
        .attacked(match problems.len() {
            0 => "as it should be".to_owned(),
            count => format!("{count} wrong"),
        })
        .bound("0 wrong")
        .figures(json!({"wrong": problems}));
    problems.iter().fold(row, Row::note)
}
