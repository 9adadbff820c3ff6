//! `floe tune`

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use floe_engine::net::Net;
use floe_engine::tune::{FEATURES, Fit, Plan, Played, fit, imitate, play};

use crate::args::{GameArgs, read_file};
use crate::output::{Done, Failure, Output};
use crate::progress::progress;

/// Find the weights of an engine's network: let it play itself and fit what it saw to how the games ended.
#[derive(clap::Args)]
#[command(after_help = "\
The same seed and settings give the same weights, whatever the number of threads.

Examples:
  floe tune paper-penguins --rules rows=4,cols=4,pieces=2 --games 20 --nodes 50 --epochs 2 --out net.txt
  floe tune penguins --games 40000 --nodes 800 --threads 16 --generations 3 --out penguins.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Games a generation.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(16..=10_000_000))]
    games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// How often to play and fit: each generation plays with the network of the one before.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    generations: u32,
    /// How often every position is looked at when fitting.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// How much the search's own opinion counts against how the game ended, from 0 to 1.
    #[arg(long, default_value_t = 0.3, value_parser = read_trust)]
    trust: f32,
    /// Play the first generation with this network instead of the one in the program.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// How many threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Where the network goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn read_trust(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|trust| (0.0..=1.0).contains(trust))
        .ok_or_else(|| "trust is a number from 0 to 1".into())
}

pub fn run(args: Args, out: &mut Output) -> Done {
    let (_, rules) = args.game.read()?;
    let mut net = match &args.net {
        None => None,
        Some(path) => Some(Arc::new(Net::read(&read_file(&path.to_string_lossy())?, FEATURES)?)),
    };
    let mut samples = Vec::new();
    for generation in 0..args.generations.max(1) {
        let bar = progress("generation {msg} [{bar:40}] {pos}/{len} games {elapsed} ({eta} left)");
        bar.set_length(args.games);
        bar.set_message((generation + 1).to_string());
        let plan = Plan {
            games: args.games,
            nodes: args.nodes,
            net: net.clone(),
            threads: args.threads,
            seed: args.seed.wrapping_add(u64::from(generation) << 32),
        };
        let told = AtomicU64::new(0);
        let Played { samples: fresh, lessons } = play(&rules, &plan, &|done| {
            if done > told.fetch_max(done, Ordering::Relaxed) {
                bar.set_position(done);
            }
        })?;
        bar.finish_and_clear();
        // What the generation before saw still holds; older games were played too differently.
        let older: Vec<_> = std::mem::take(&mut samples);
        samples = fresh;
        let newest = samples.len();
        samples.extend(older.into_iter().take(newest));
        let how = Fit {
            epochs: args.epochs,
            batch: 1024,
            rate: 0.003,
            trust: args.trust,
            threads: args.threads,
            seed: args.seed,
        };
        let mut losses = (0.0, 0.0);
        let mut fitted = fit(&samples, &how, &mut |epoch, loss, apart| {
            eprintln!("generation {} epoch {epoch}: loss {loss:.5}, apart {apart:.5}", generation + 1);
            losses = (loss, apart);
        });
        samples.truncate(newest);
        if !lessons.is_empty() {
            let hunches = imitate(&lessons, &how, &mut |what, epoch, loss, apart| {
                eprintln!(
                    "generation {} {what} epoch {epoch}: loss {loss:.5}, apart {apart:.5}",
                    generation + 1
                );
            });
            fitted.take_hunches(hunches);
        }
        std::fs::write(&args.out, fitted.to_text())
            .map_err(|error| Failure::Bad(format!("{}: {error}", args.out.display())))?;
        out.line(&format!(
            "generation {}: {} games, {} positions, loss {:.5} fitted and {:.5} apart",
            generation + 1,
            args.games,
            newest,
            losses.0,
            losses.1
        ))?;
        net = Some(Arc::new(fitted));
    }
    Ok(())
}
