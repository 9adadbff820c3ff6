//! The server is killed, asked to stop and suspended at random moments under the load of many games. Nothing that was
//! acknowledged is lost, nothing is done twice, every spectator saw the same, every clock is right, and every client
//! reconnects automatically. The long form is `cargo xtask history`; its results are in `docs/hosting/attacks.md`.

use std::time::Duration;

use floe_chaos::history::{Fault, Options, run};

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let options = Options {
        program: env!("CARGO_BIN_EXE_floe").into(),
        kills: 4,
        nodes: 1,
        tables: 40,
        seed: std::process::id().into(),
        faults: vec![Fault::Kill, Fault::Term, Fault::Stop],
        max_time: Duration::from_secs(120),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let report = runtime.block_on(run(&options, |line| println!("{line}"))).unwrap();
    println!("{report}");
    assert!(report.violations.is_empty(), "{report}");
    assert_eq!(report.faults[&Fault::Kill], options.kills, "{report}");
    assert!(report.operations.acknowledged > options.tables, "{report}");
    assert!(report.updates > 3 * report.operations.acknowledged / 2, "{report}");
    assert!(report.moves_read_back >= report.operations.acknowledged, "{report}");
}
