//! What two attacks measure: the time from a player's move until the opponent sees it, for two players elsewhere and
//! for two at the attackers' own address.

use std::time::Duration;

use serde_json::{Value, json};

use super::{ATTACKER, Context, VICTIM};
use crate::load::{Cookies, Generator, Spec, Work};
use crate::measure::{Latencies, Slowdown, format_ms};
use crate::report::{Row, Verdict};
use crate::server::{Cores, CpuMeter, Server};
use crate::victim::Pair;

const BOUND: Slowdown = Slowdown { factor: 3.0, floor_ms: 10.0 };
const BOUND_TEXT: &str = "3x quiet, at least 10 ms";
/// The pause between two moves of a pair.
const PACE: Duration = Duration::from_millis(50);

/// Two pairs of players.
pub struct Moves {
    far: Pair,
    near: Pair,
    quiet_time: Duration,
    time: Duration,
}

/// The measurements of both pairs, the far one first.
type Both = (Latencies, Latencies);

/// What was measured around an attack.
pub struct Measurement {
    /// The latencies before and after it.
    quiet: Both,
    /// The latencies during it, or why the players could not continue.
    attacked: Result<Both, String>,
    /// The report of the load generator.
    pub load: Value,
    /// The processes that kept the machine busy.
    pub cores: Cores,
    /// The duration.
    pub seconds: f64,
}

impl Moves {
    /// Seats both pairs, and creates the tables that they will need, so that only moves are sent later.
    pub async fn new(context: &Context, server: &Server) -> Result<Moves, String> {
        let (quiet_time, time) = (context.seconds(2, 1), context.seconds(5, 1));
        let mut far = Pair::new(server.address, VICTIM).await?;
        let mut near = Pair::new(server.address, ATTACKER).await?;
        let moves = (2 * quiet_time + time).as_millis() / PACE.as_millis();
        far.prepare(moves as usize).await?;
        near.prepare(moves as usize).await?;
        Ok(Moves { far, near, quiet_time, time })
    }

    /// Measures before, during and after an attack: the machine may be busy with other things at times.
    pub async fn under(
        &mut self,
        server: &Server,
        sessions: &[Cookies],
        work: Work,
    ) -> Result<Measurement, String> {
        let mut quiet = self.measure(self.quiet_time).await?;
        let spec = Spec { server: server.address, from: ATTACKER.into(), sessions: sessions.to_vec(), work };
        let generator = Generator::start(&spec).await?;
        let cpu = CpuMeter::start(server, generator.process());
        let attacked = self.measure(self.time).await;
        let cores = cpu.cores();
        let load = generator.stop().await?;
        // The server may still have something to read.
        tokio::time::sleep(Duration::from_millis(500)).await;
        if attacked.is_ok() {
            let after = self.measure(self.quiet_time).await?;
            quiet.0.add(&after.0);
            quiet.1.add(&after.1);
        }
        Ok(Measurement { quiet, attacked, load, cores, seconds: self.time.as_secs_f64() })
    }

    async fn measure(&mut self, time: Duration) -> Result<Both, String> {
        let (far, near) = tokio::join!(self.far.measure(time, PACE), self.near.measure(time, PACE));
        Ok((far?, near?))
    }
}

impl Measurement {
    /// The rows of both pairs.
    pub fn rows(self, name: &str, note: &str) -> Vec<Row> {
        let Measurement { quiet, attacked, load, cores, .. } = self;
        let note = format!("{note}; {cores}");
        let attacked = match attacked {
            Ok(attacked) => attacked,
            Err(words) => {
                let row = Row::new(name, Verdict::Open).quiet(shown(&quiet.0)).bound(BOUND_TEXT).note(note);
                return vec![row.attacked(format!("the players cannot continue: {words}"))];
            }
        };
        let row = |name: String, quiet: &Latencies, attacked: &Latencies| {
            Row::new(name, Verdict::from_bound(BOUND.allows(quiet, attacked)))
                .quiet(shown(quiet))
                .attacked(shown(attacked))
                .bound(BOUND_TEXT)
                .figures(json!({
                    "quiet": quiet.to_json(), "attacked": attacked.to_json(), "server_cores": cores.server,
                    "other_cores": cores.others, "load": load,
                }))
        };
        vec![
            row(name.to_owned(), &quiet.0, &attacked.0).note(note),
            row(format!("{name}, same address"), &quiet.1, &attacked.1),
        ]
    }
}

fn shown(times: &Latencies) -> String {
    format!("p50 {}, p95 {}, p99 {}", format_ms(times.p50()), format_ms(times.p95()), format_ms(times.p99()))
}
