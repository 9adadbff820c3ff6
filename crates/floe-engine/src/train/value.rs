//! Training of the value network by gradient descent with Adam (Kingma & Ba 2015).

use std::thread;

use super::ValueSample;
use crate::Rng;
use crate::math::{ln, logistic};
use crate::net::{HIDDEN_1, HIDDEN_2, Net};
use crate::slide::FEATURES;

/// The settings of training.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// The number of passes over all samples.
    pub epochs: u32,
    /// Samples per step.
    pub batch: usize,
    /// The initial learning rate; it falls to a fiftieth.
    pub learning_rate: f32,
    /// The weight of the search's value in the target; the rest is the result of the game. For values only.
    pub search_weight: f32,
    /// The number of threads.
    pub threads: usize,
    /// The seed of the initial weights and of the order of samples.
    pub seed: u64,
}

/// A batch is split into this many parts, whatever the number of threads, so that sums are the same.
const PARTS: usize = 16;

/// Trains a value network from scratch. `progress` is called with the epoch, the training loss and the validation
/// loss (cross-entropy).
pub fn train_value(
    samples: &[ValueSample],
    config: &TrainConfig,
    progress: &mut dyn FnMut(u32, f64, f64),
) -> Net {
    let mut rng = Rng::new(config.seed);
    let mut net = first_weights(&mut rng);
    let (mut order, validation) = split(samples.len(), 256);
    let mut momentum = Net::zeros(FEATURES);
    let mut scale = Net::zeros(FEATURES);
    let steps_an_epoch = order.len().div_ceil(config.batch).max(1);
    let all = (config.epochs as usize * steps_an_epoch).max(1);
    let mut step = 0;
    for epoch in 1..=config.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(config.batch) {
            step += 1;
            let (mut gradient, lost) = gradient(&net, samples, batch, config);
            loss += lost;
            let learning_rate = config.learning_rate * (1.0 - step as f32 / all as f32).max(0.02);
            let (b1, b2): (f32, f32) = (0.9, 0.999);
            // Moments start at zero; the bias correction of Adam makes up for it.
            let (warm1, warm2) = (1.0 - power(b1, step), 1.0 - power(b2, step));
            let weights = net.weights_mut().zip(gradient.weights_mut());
            let moments = momentum.weights_mut().zip(scale.weights_mut());
            for ((weight, gradient), (first, second)) in weights.zip(moments) {
                *first = b1 * *first + (1.0 - b1) * *gradient;
                *second = b2 * *second + (1.0 - b2) * *gradient * *gradient;
                let towards = *first / warm1 / ((*second / warm2).sqrt() + 1e-8);
                *weight -= learning_rate * (towards + 1e-3 * *weight);
            }
        }
        progress(
            epoch,
            loss / order.len().max(1) as f64,
            gradient(&net, samples, &validation, config).1 / validation.len().max(1) as f64,
        );
    }
    // Six digits are more than play can distinguish.
    net.weights_mut().for_each(|weight| *weight = (*weight * 1e5).round() / 1e5);
    net
}

/// Splits samples into training and validation: one in sixteen is for validation, in runs of at most `run`, as
/// neighbours are similar.
pub(super) fn split(count: usize, run: usize) -> (Vec<u32>, Vec<u32>) {
    let run = (count / 64).clamp(1, run) as u32;
    (0..count as u32).partition(|n| !(n / run).is_multiple_of(16))
}

fn power(base: f32, exponent: usize) -> f32 {
    if exponent > 20_000 { 0.0 } else { (0..exponent).fold(1.0, |product, _| product * base) }
}

/// Small and random, so that no two units are the same.
fn first_weights(rng: &mut Rng) -> Net {
    let mut net = Net::zeros(FEATURES);
    let mut uniform = |size: f32| ((rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * size;
    net.first.iter_mut().flatten().for_each(|weight| *weight = uniform(0.25));
    net.second.iter_mut().flatten().for_each(|weight| *weight = uniform(0.25));
    net.last.iter_mut().flatten().for_each(|weight| *weight = uniform(0.25));
    net
}

/// The gradient of a batch, and the loss of the first output.
fn gradient(net: &Net, samples: &[ValueSample], batch: &[u32], config: &TrainConfig) -> (Net, f64) {
    let size = batch.len().div_ceil(PARTS).max(1);
    let parts: Vec<&[u32]> = batch.chunks(size).collect();
    let each = parts.len().div_ceil(config.threads.max(1)).max(1);
    let sums: Vec<(Net, f64)> = thread::scope(|scope| {
        let handles: Vec<_> = parts
            .chunks(each)
            .map(|parts| {
                scope.spawn(move || {
                    parts.iter().map(|part| part_gradient(net, samples, part, config)).collect::<Vec<_>>()
                })
            })
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
    });
    let mut total = Net::zeros(net.inputs());
    let mut loss = 0.0;
    for (mut part, lost) in sums {
        loss += lost;
        for (sum, more) in total.weights_mut().zip(part.weights_mut()) {
            *sum += *more;
        }
    }
    let count = batch.len().max(1) as f32;
    total.weights_mut().for_each(|gradient| *gradient /= count);
    (total, loss)
}

fn part_gradient(net: &Net, samples: &[ValueSample], part: &[u32], config: &TrainConfig) -> (Net, f64) {
    let mut gradient = Net::zeros(net.inputs());
    let mut loss = 0.0;
    for &number in part {
        let sample = &samples[number as usize];
        let (mut first_sums, mut second_sums) = (net.first_bias, net.second_bias);
        for (input, weights) in sample.features.iter().zip(&net.first) {
            first_sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
        }
        for (sum, weights) in first_sums.iter().zip(&net.second) {
            let active = sum.max(0.0);
            second_sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += active * weight);
        }
        let mut out = net.last_bias;
        for (out, weights) in out.iter_mut().zip(&net.last) {
            second_sums.iter().zip(weights).for_each(|(sum, weight)| *out += sum.max(0.0) * weight);
        }
        let target =
            sample.result * (1.0 - config.search_weight) + sample.search_value * config.search_weight;
        let chance = logistic(f64::from(out[0])).clamp(1e-9, 1.0 - 1e-9);
        loss -= f64::from(target) * ln(chance) + f64::from(1.0 - target) * ln(1.0 - chance);
        // The margin is learned in addition to the win, in units of eight fish, with large errors weighted less.
        let miss = ((out[1] - sample.margin) / 8.0).clamp(-1.5, 1.5);
        let back = [chance as f32 - target, 0.1 * miss / 8.0];
        let mut to_second = [0.0f32; HIDDEN_2];
        for (at, &back) in back.iter().enumerate() {
            gradient.last_bias[at] += back;
            for unit in 0..HIDDEN_2 {
                gradient.last[at][unit] += back * second_sums[unit].max(0.0);
                to_second[unit] += back * net.last[at][unit];
            }
        }
        for unit in 0..HIDDEN_2 {
            if second_sums[unit] <= 0.0 {
                to_second[unit] = 0.0;
            }
            gradient.second_bias[unit] += to_second[unit];
        }
        let mut to_first = [0.0f32; HIDDEN_1];
        for unit in 0..HIDDEN_1 {
            if first_sums[unit] <= 0.0 {
                continue;
            }
            for (to, &back) in to_second.iter().enumerate() {
                gradient.second[unit][to] += back * first_sums[unit];
                to_first[unit] += back * net.second[unit][to];
            }
            gradient.first_bias[unit] += to_first[unit];
        }
        for (input, weights) in sample.features.iter().zip(&mut gradient.first) {
            weights.iter_mut().zip(&to_first).for_each(|(gradient, back)| *gradient += back * input);
        }
    }
    (gradient, loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_a_rule_and_the_same_rule_on_any_number_of_threads() {
        let mut rng = Rng::new(5);
        let samples: Vec<ValueSample> = (0..6000)
            .map(|_| {
                let mut features = [0.0; FEATURES];
                features[..4].iter_mut().for_each(|n| *n = rng.below(2001) as f32 / 1000.0 - 1.0);
                // Not linear: the sign of a product.
                let result = f32::from(u8::from(features[0] * features[1] + features[2] * 0.5 > 0.0));
                ValueSample { features, result, margin: features[3] * 8.0, search_value: result }
            })
            .collect();
        let config = TrainConfig {
            epochs: 12,
            batch: 128,
            learning_rate: 0.004,
            search_weight: 0.0,
            threads: 2,
            seed: 3,
        };
        let mut losses = Vec::new();
        let net = train_value(&samples, &config, &mut |_, _, validation| losses.push(validation));
        assert!(losses[0] > 0.3 && losses[11] < 0.2, "{losses:?}");
        let sample = &samples[17];
        assert!((net.forward(&sample.features)[1] - sample.margin).abs() < 3.0);
        let alone = train_value(&samples, &TrainConfig { threads: 1, ..config }, &mut |_, _, _| {});
        assert_eq!(net, alone);
    }

    #[test]
    fn most_samples_are_for_training_however_few_there_are() {
        for count in [64, 201, 5000, 100_000] {
            let (fitted, validation) = split(count, 256);
            assert_eq!(fitted.len() + validation.len(), count);
            let share = validation.len() as f64 / count as f64;
            assert!((0.03..0.1).contains(&share), "{count}: {share}");
        }
    }
}
