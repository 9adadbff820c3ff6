//! Training of the policy networks: they learn the visit distribution of the search.

use std::thread;

use super::value::split;
use super::{PolicySample, TrainConfig};
use crate::Rng;
use crate::math::{exp, ln};
use crate::policy::{HIDDEN, Hidden, PolicyNet};
use crate::slide::{POLICY_FEATURES, STEP_KINDS};

/// The minimum number of samples of a kind of step.
const MIN_SAMPLES: usize = 64;
/// A batch is split into this many parts, whatever the number of threads, so that sums are the same.
const PARTS: usize = 16;

/// Called with the kind of step, the epoch, the training loss and the validation loss (cross-entropy).
pub type Progress<'a> = dyn FnMut(&'static str, u32, f64, f64) + 'a;

/// Trains a policy network from scratch for every kind of step with enough samples.
pub fn train_policy(
    policy_samples: &[PolicySample],
    config: &TrainConfig,
    progress: &mut Progress<'_>,
) -> [Option<PolicyNet>; 3] {
    [0, 1, 2].map(|kind| {
        let chosen: Vec<&PolicySample> = policy_samples.iter().filter(|sample| sample.kind == kind).collect();
        let mut progress = |epoch, loss, validation| progress(STEP_KINDS[kind], epoch, loss, validation);
        (chosen.len() >= MIN_SAMPLES).then(|| train_one(kind, &chosen, config, &mut progress))
    })
}

fn train_one(
    kind: usize,
    policy_samples: &[&PolicySample],
    config: &TrainConfig,
    progress: &mut dyn FnMut(u32, f64, f64),
) -> PolicyNet {
    let mut rng = Rng::new(config.seed ^ kind as u64);
    let mut policy = first_weights(kind, &mut rng);
    let (mut order, validation) = split(policy_samples.len(), 64);
    let (mut momentum, mut scale) =
        (PolicyNet::zeros(POLICY_FEATURES[kind]), PolicyNet::zeros(POLICY_FEATURES[kind]));
    let all = (config.epochs as usize * order.len().div_ceil(config.batch)).max(1);
    let (b1, b2): (f32, f32) = (0.9, 0.999);
    let (mut cold1, mut cold2) = (1.0, 1.0);
    let mut step = 0;
    for epoch in 1..=config.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(config.batch) {
            step += 1;
            (cold1, cold2) = (cold1 * b1, cold2 * b2);
            let (mut gradient, lost) = gradient(&policy, policy_samples, batch, config.threads);
            loss += lost;
            let learning_rate = config.learning_rate * (1.0 - step as f32 / all as f32).max(0.02);
            let weights = policy.weights_mut().zip(gradient.weights_mut());
            let moments = momentum.weights_mut().zip(scale.weights_mut());
            for ((weight, gradient), (first, second)) in weights.zip(moments) {
                *first = b1 * *first + (1.0 - b1) * *gradient;
                *second = b2 * *second + (1.0 - b2) * *gradient * *gradient;
                *weight -=
                    learning_rate * (*first / (1.0 - cold1)) / ((*second / (1.0 - cold2)).sqrt() + 1e-7);
            }
        }
        let missed =
            gradient(&policy, policy_samples, &validation, config.threads).1 / validation.len().max(1) as f64;
        progress(epoch, loss / order.len().max(1) as f64, missed);
    }
    // Features that never occurred get zero weights.
    for (row, _) in
        policy.rows.iter_mut().zip(&scale.rows).filter(|(_, met)| met.iter().all(|met| *met == 0.0))
    {
        *row = [0.0; HIDDEN];
    }
    policy.weights_mut().for_each(|weight| *weight = (*weight * 1e4).round() / 1e4);
    policy
}

fn first_weights(kind: usize, rng: &mut Rng) -> PolicyNet {
    let mut policy = PolicyNet::zeros(POLICY_FEATURES[kind]);
    let mut uniform = |size: f32| ((rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * size;
    policy.rows.iter_mut().flatten().for_each(|weight| *weight = uniform(0.15));
    policy.last.iter_mut().for_each(|weight| *weight = uniform(0.7));
    policy
}

/// The gradient of a batch, and its loss.
fn gradient(
    policy: &PolicyNet,
    policy_samples: &[&PolicySample],
    batch: &[u32],
    threads: usize,
) -> (PolicyNet, f64) {
    let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
    let each = parts.len().div_ceil(threads.max(1)).max(1);
    let sums: Vec<(PolicyNet, f64)> = thread::scope(|scope| {
        let handles: Vec<_> = parts
            .chunks(each)
            .map(|parts| {
                scope.spawn(move || {
                    parts.iter().map(|part| part_gradient(policy, policy_samples, part)).collect::<Vec<_>>()
                })
            })
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
    });
    let mut total = PolicyNet::zeros(policy.rows.len());
    let mut loss = 0.0;
    let count = batch.len().max(1) as f32;
    for (mut part, lost) in sums {
        loss += lost;
        for (sum, more) in total.weights_mut().zip(part.weights_mut()) {
            *sum += *more / count;
        }
    }
    (total, loss)
}

fn part_gradient(policy: &PolicyNet, policy_samples: &[&PolicySample], part: &[u32]) -> (PolicyNet, f64) {
    let mut gradient = PolicyNet::zeros(policy.rows.len());
    let mut loss = 0.0;
    let (mut sums, mut logits): (Vec<Hidden>, Vec<f64>) = (Vec::new(), Vec::new());
    for &number in part {
        let sample = policy_samples[number as usize];
        sums.clear();
        logits.clear();
        for row in &sample.features {
            let mut sum = policy.bias;
            let known = row.iter().position(|&at| at == u16::MAX).unwrap_or(row.len());
            policy.accumulate(&mut sum, &row[..known]);
            logits.push(f64::from(policy.logit(&sum)));
            sums.push(sum);
        }
        let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        logits.iter_mut().for_each(|logit| *logit = exp(*logit - max));
        let all: f64 = logits.iter().sum();
        for ((row, sum), (logit, &share)) in
            sample.features.iter().zip(&sums).zip(logits.iter().zip(&sample.visit_shares))
        {
            let chance = logit / all;
            if share > 0.0 {
                loss -= f64::from(share) * ln(chance.max(1e-12));
            }
            let back = chance as f32 - share;
            let mut down = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                gradient.last[unit] += back * sum[unit].max(0.0);
                if sum[unit] > 0.0 {
                    down[unit] = back * policy.last[unit];
                }
                gradient.bias[unit] += down[unit];
            }
            for &at in row.iter().take_while(|&&at| at != u16::MAX) {
                let row = &mut gradient.rows[usize::from(at)];
                row.iter_mut().zip(&down).for_each(|(gradient, down)| *gradient += down);
            }
        }
    }
    (gradient, loss)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slide::MAX_FEATURES;

    #[test]
    fn learns_the_visits_and_the_same_on_any_number_of_threads() {
        let mut rng = Rng::new(9);
        let policy_samples: Vec<PolicySample> = (0..2000)
            .map(|n| {
                let mut rows = vec![[u16::MAX; MAX_FEATURES]; 6];
                for row in &mut rows {
                    row[0] = rng.below(8) as u16;
                    row[1] = 8 + rng.below(4) as u16;
                }
                // Seven is best, but not together with eleven.
                let good = |row: &[u16; MAX_FEATURES]| i32::from(row[0]) - if row[1] == 11 { 20 } else { 0 };
                let best = (0..6).max_by_key(|&at| good(&rows[at])).unwrap();
                let visit_shares = (0..6).map(|at| f32::from(u8::from(at == best))).collect();
                PolicySample { kind: n % 2 * 2, features: rows, visit_shares }
            })
            .collect();
        let config = TrainConfig {
            epochs: 20,
            batch: 256,
            learning_rate: 0.02,
            search_weight: 0.0,
            threads: 2,
            seed: 3,
        };
        let mut losses = Vec::new();
        let policies =
            train_policy(&policy_samples, &config, &mut |_, _, _, validation| losses.push(validation));
        assert!(losses[0] > losses[19] && losses[19] < 0.6, "{losses:?}");
        assert!(policies[1].is_none(), "there were no samples of shots");
        assert_eq!(
            policies,
            train_policy(&policy_samples, &TrainConfig { threads: 1, ..config }, &mut |_, _, _, _| {})
        );
    }
}
