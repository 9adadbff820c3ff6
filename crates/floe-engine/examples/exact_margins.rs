//! Compares what the engine calls exact in late positions of random games with a brute force. [`USAGE`] says how to call
//! it.

#[allow(dead_code, reason = "this measurement needs no clock")]
mod common;
#[path = "common/exact.rs"]
mod exact;

use common::{Args, fail};

const USAGE: &str = "\
Compares proved results and margins in late positions of random games with a brute force.

cargo run --release -p floe-engine --example exact_margins -- [OPTIONS]

  --positions N      how many positions, divided among the rule sets (default: 10000)
  --seed N           the seed of the first game (default: 1)";

fn main() {
    let args = Args::read(USAGE, &["positions", "seed"]);
    if !args.words.is_empty() {
        fail(USAGE, "there are no arguments, only options");
    }
    let wanted = args.option(USAGE, "positions", 10_000u64);
    let seed = args.option(USAGE, "seed", 1u64);
    let mut wrong = 0;
    for (at, &late) in exact::LATE.iter().enumerate() {
        let share =
            wanted / exact::LATE.len() as u64 + u64::from((at as u64) < wanted % exact::LATE.len() as u64);
        let (game, rules, _) = late;
        match exact::compare(late, share, seed) {
            Ok(exact::Compared { positions, results, margins, skipped }) => println!(
                "{game} {rules}: {positions} positions, {results} proved results and {margins} proved margins, \
                 all the same as by brute force; {skipped} skipped"
            ),
            Err(error) => {
                wrong += 1;
                println!("{error}");
            }
        }
    }
    std::process::exit(i32::from(wrong > 0));
}
