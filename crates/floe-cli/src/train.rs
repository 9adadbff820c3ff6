//! `floe train`

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use floe_engine::net::Net;
use floe_engine::train::{
    FEATURES, SelfPlayConfig, SelfPlayData, TrainConfig, self_play, train_policy, train_value,
};

use crate::args::{GameArgs, read_file};
use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;

/// Train an engine's network by self-play.
#[derive(clap::Args)]
#[command(after_help = "\
The same seed and settings give the same weights, whatever the number of threads.

Examples:
  floe train paper-penguins --rules rows=4,cols=4,pieces=2 --games 20 --nodes 50 --epochs 2 --out net.txt
  floe train penguins --games 40000 --nodes 800 --threads 16 --generations 3 --out penguins.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Games per generation.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(16..=10_000_000))]
    games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// Generations; each plays with the network of the one before.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    generations: u32,
    /// Training epochs.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Weight of the search value against the game result in the target, from 0 to 1.
    #[arg(long, default_value_t = 0.3, value_parser = parse_search_weight)]
    search_weight: f32,
    /// Play the first generation with this network instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The seed of the games and of the training.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file to write the network to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn parse_search_weight(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|search_weight| (0.0..=1.0).contains(search_weight))
        .ok_or_else(|| "the search weight must be a number from 0 to 1".into())
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (_, rules) = args.game.resolve()?;
    let mut net = match &args.net {
        None => None,
        Some(path) => Some(Arc::new(Net::parse(&read_file(&path.to_string_lossy())?, FEATURES)?)),
    };
    let mut value_samples = Vec::new();
    for generation in 0..args.generations.max(1) {
        let bar = progress("generation {msg} [{bar:40}] {pos}/{len} games {elapsed} ({eta} left)");
        bar.set_length(args.games);
        bar.set_message((generation + 1).to_string());
        let config = SelfPlayConfig {
            games: args.games,
            nodes: args.nodes,
            net: net.clone(),
            threads: args.threads,
            seed: args.seed.wrapping_add(u64::from(generation) << 32),
        };
        let reported = AtomicU64::new(0);
        let SelfPlayData { value_samples: fresh, policy_samples } = self_play(&rules, &config, &|done| {
            if done > reported.fetch_max(done, Ordering::Relaxed) {
                bar.set_position(done);
            }
        })?;
        bar.finish_and_clear();
        // Samples of the previous generation are still useful; older games were played too differently.
        let older: Vec<_> = std::mem::take(&mut value_samples);
        value_samples = fresh;
        let newest = value_samples.len();
        value_samples.extend(older.into_iter().take(newest));
        let train_config = TrainConfig {
            epochs: args.epochs,
            batch: 1024,
            learning_rate: 0.003,
            search_weight: args.search_weight,
            threads: args.threads,
            seed: args.seed,
        };
        let mut losses = (0.0, 0.0);
        let mut fitted = train_value(&value_samples, &train_config, &mut |epoch, loss, validation| {
            eprintln!(
                "generation {} epoch {epoch}: loss {loss:.5}, validation {validation:.5}",
                generation + 1
            );
            losses = (loss, validation);
        });
        value_samples.truncate(newest);
        if !policy_samples.is_empty() {
            let train_config = TrainConfig { batch: 256, ..train_config };
            let policies =
                train_policy(&policy_samples, &train_config, &mut |what, epoch, loss, validation| {
                    eprintln!(
                        "generation {} {what} epoch {epoch}: loss {loss:.5}, validation {validation:.5}",
                        generation + 1
                    );
                });
            fitted.set_policies(policies);
        }
        std::fs::write(&args.out, fitted.to_text())
            .map_err(|error| Failure::Usage(format!("{}: {error}", args.out.display())))?;
        out.line(&format!(
            "generation {}: {} games, {} positions, training loss {:.5}, validation loss {:.5}",
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
