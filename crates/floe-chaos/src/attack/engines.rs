//! Forty guests of one address keep the server's engines busy at the highest level. Another player plays against level
//! 3 and waits for its answers; a player at the attackers' own address does the same and requests no more.

use std::time::Duration;

use serde_json::json;

use super::{ATTACKER, Context, VICTIM};
use crate::client::Client;
use crate::load::{Generator, Spec, Work};
use crate::measure::{Latencies, Slowdown, format_ms};
use crate::report::{Row, Verdict};
use crate::server::CpuMeter;
use crate::victim::EngineGuest;

const BOUND: Slowdown = Slowdown { factor: 3.0, floor_ms: 100.0 };
const GUESTS: usize = 40;
/// How long the players think before each move.
const PACE: Duration = Duration::from_millis(500);

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let variants = [
        ("80 tables between engines", Work::EngineTables { tables_each: 2 }),
        ("40 guests who answer at once", Work::EnginePlayers),
        ("a tournament of 16 engines", Work::EngineTournament { entrants: 16 }),
    ];
    for (name, work) in variants {
        context.progress(format!("engines: {name}"));
        rows.extend(variant(context, name, work).await?);
    }
    Ok(rows)
}

async fn variant(context: &Context, name: &str, work: Work) -> Result<Vec<Row>, String> {
    let (server, _folder) = context.server("engines").await?;
    let mut far = EngineGuest::new(server.address, VICTIM, 1).await?;
    let mut near = EngineGuest::new(server.address, ATTACKER, 1).await?;
    let max_wait = context.seconds(45, 3);
    let quiet_time = context.seconds(6, 2);
    let (far_quiet, near_quiet) =
        tokio::join!(far.measure(quiet_time, PACE, max_wait), near.measure(quiet_time, PACE, max_wait));
    let (far_quiet, near_quiet) = (far_quiet?, near_quiet?);
    let sessions = match work {
        Work::EngineTournament { .. } => {
            vec![Client::account(server.address, ATTACKER, "tournament-host").await?.cookies]
        }
        _ => context.sessions(&server, GUESTS).await?,
    };
    let spec = Spec { server: server.address, from: ATTACKER.into(), sessions, work };
    let generator = Generator::start(&spec).await?;
    let cpu = CpuMeter::start(&server, generator.process());
    let time = context.seconds(20, 3);
    let (far_attacked, near_attacked) =
        tokio::join!(far.measure(time, PACE, max_wait), near.measure(time, PACE, max_wait));
    let cores = cpu.cores();
    let load = generator.stop().await?;
    server.kill().await;
    let refused = match (load["refused"].as_u64(), load["first_refusal"].as_str()) {
        (Some(refused), Some(words)) if refused > 0 => format!("{refused} refused: \"{words}\""),
        _ => "none refused".into(),
    };
    let note = format!("of the attackers' requests {} were granted, {refused}; {cores}", load["opened"]);
    let row = |name: String, quiet: &Latencies, attacked: Result<Latencies, String>| {
        let row = match attacked {
            Ok(attacked) => Row::new(name, Verdict::from_bound(BOUND.allows(quiet, &attacked)))
                .attacked(shown(&attacked))
                .figures(json!({"quiet": quiet.to_json(), "attacked": attacked.to_json(), "server_cores": cores.server, "other_cores": cores.others, "load": load})),
            Err(words) => Row::new(name, Verdict::Open).attacked(format!("shut out: {words}")),
        };
        row.quiet(shown(quiet)).bound("3x quiet, at least 100 ms")
    };
    Ok(vec![
        row(format!("engines/{name}"), &far_quiet, far_attacked).note(note),
        row(format!("engines/{name}, same address"), &near_quiet, near_attacked),
    ])
}

fn shown(times: &Latencies) -> String {
    format!("p50 {}, p95 {}", format_ms(times.p50()), format_ms(times.p95()))
}
