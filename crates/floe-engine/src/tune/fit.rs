//! Fitting a network to samples: gradient descent with momentum and scaled steps (Adam).

use std::thread;

use super::Sample;
use crate::Rng;
use crate::net::{NARROW, Net, WIDE};
use crate::numbers::{ln, logistic};
use crate::slide::FEATURES;

/// How a network is fitted.
#[derive(Clone, Debug)]
pub struct Fit {
    /// How often every sample is looked at.
    pub epochs: u32,
    /// Samples a step.
    pub batch: usize,
    /// The length of the first steps; it falls to a fiftieth.
    pub rate: f32,
    /// How much the search's thought counts against how the game ended.
    pub trust: f32,
    /// How many threads.
    pub threads: usize,
    /// The seed of the first weights and of the order.
    pub seed: u64,
}

/// Parts that a step is cut into, whatever the number of threads, so that sums come out the same.
const PARTS: usize = 16;

/// Fits a network from scratch. `progress` is told the epoch and the losses on samples fitted and
/// on one of sixteen kept apart: the mean logarithm of the probability given to what happened.
pub fn fit(samples: &[Sample], how: &Fit, progress: &mut dyn FnMut(u32, f64, f64)) -> Net {
    let mut rng = Rng::new(how.seed);
    let mut net = first_weights(&mut rng);
    let (mut order, apart) = split(samples.len(), 256);
    let mut momentum = Net::zeros(FEATURES);
    let mut scale = Net::zeros(FEATURES);
    let steps_an_epoch = order.len().div_ceil(how.batch).max(1);
    let all = (how.epochs as usize * steps_an_epoch).max(1);
    let mut step = 0;
    for epoch in 1..=how.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(how.batch) {
            step += 1;
            let (mut slope, lost) = slope(&net, samples, batch, how);
            loss += lost;
            let rate = how.rate * (1.0 - step as f32 / all as f32).max(0.02);
            let (b1, b2): (f32, f32) = (0.9, 0.999);
            // Moments start at zero; what they are short of at first is made up for.
            let (warm1, warm2) = (1.0 - power(b1, step), 1.0 - power(b2, step));
            let weights = net.weights_mut().zip(slope.weights_mut());
            let moments = momentum.weights_mut().zip(scale.weights_mut());
            for ((weight, slope), (first, second)) in weights.zip(moments) {
                *first = b1 * *first + (1.0 - b1) * *slope;
                *second = b2 * *second + (1.0 - b2) * *slope * *slope;
                let towards = *first / warm1 / ((*second / warm2).sqrt() + 1e-8);
                *weight -= rate * (towards + 1e-3 * *weight);
            }
        }
        progress(
            epoch,
            loss / order.len().max(1) as f64,
            slope(&net, samples, &apart, how).1 / apart.len().max(1) as f64,
        );
    }
    // Six digits are more than play can tell apart.
    net.weights_mut().for_each(|weight| *weight = (*weight * 1e5).round() / 1e5);
    net
}

/// What is fitted and what is kept apart: one of sixteen, in runs of so many at most, as neighbours are alike.
pub(super) fn split(count: usize, run: usize) -> (Vec<u32>, Vec<u32>) {
    let run = (count / 64).clamp(1, run) as u32;
    (0..count as u32).partition(|n| !(n / run).is_multiple_of(16))
}

fn power(base: f32, exponent: usize) -> f32 {
    if exponent > 20_000 { 0.0 } else { (0..exponent).fold(1.0, |product, _| product * base) }
}

/// Small and random, so that no two units are alike.
fn first_weights(rng: &mut Rng) -> Net {
    let mut net = Net::zeros(FEATURES);
    let mut even = |size: f32| ((rng.word() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * size;
    net.first.iter_mut().flatten().for_each(|weight| *weight = even(0.25));
    net.second.iter_mut().flatten().for_each(|weight| *weight = even(0.25));
    net.last.iter_mut().flatten().for_each(|weight| *weight = even(0.25));
    net
}

/// How the loss of some samples changes with the weights, and the loss of the first output.
fn slope(net: &Net, samples: &[Sample], batch: &[u32], how: &Fit) -> (Net, f64) {
    let size = batch.len().div_ceil(PARTS).max(1);
    let parts: Vec<&[u32]> = batch.chunks(size).collect();
    let each = parts.len().div_ceil(how.threads.max(1)).max(1);
    let sums: Vec<(Net, f64)> = thread::scope(|scope| {
        let handles: Vec<_> = parts
            .chunks(each)
            .map(|parts| {
                scope.spawn(move || {
                    parts.iter().map(|part| part_slope(net, samples, part, how)).collect::<Vec<_>>()
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
    total.weights_mut().for_each(|slope| *slope /= count);
    (total, loss)
}

fn part_slope(net: &Net, samples: &[Sample], part: &[u32], how: &Fit) -> (Net, f64) {
    let mut slope = Net::zeros(net.inputs());
    let mut loss = 0.0;
    for &number in part {
        let sample = &samples[number as usize];
        let (mut wide, mut narrow) = (net.first_bias, net.second_bias);
        for (input, weights) in sample.numbers.iter().zip(&net.first) {
            wide.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
        }
        for (sum, weights) in wide.iter().zip(&net.second) {
            let lit = sum.max(0.0);
            narrow.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += lit * weight);
        }
        let mut out = net.last_bias;
        for (out, weights) in out.iter_mut().zip(&net.last) {
            narrow.iter().zip(weights).for_each(|(sum, weight)| *out += sum.max(0.0) * weight);
        }
        let target = sample.won * (1.0 - how.trust) + sample.thought * how.trust;
        let chance = logistic(f64::from(out[0])).clamp(1e-9, 1.0 - 1e-9);
        loss -= f64::from(target) * ln(chance) + f64::from(1.0 - target) * ln(1.0 - chance);
        // The lead is learnt beside the win, in units of eight fish, far misses counted less.
        let miss = ((out[1] - sample.lead) / 8.0).clamp(-1.5, 1.5);
        let back = [chance as f32 - target, 0.1 * miss / 8.0];
        let mut to_narrow = [0.0f32; NARROW];
        for (at, &back) in back.iter().enumerate() {
            slope.last_bias[at] += back;
            for unit in 0..NARROW {
                slope.last[at][unit] += back * narrow[unit].max(0.0);
                to_narrow[unit] += back * net.last[at][unit];
            }
        }
        for unit in 0..NARROW {
            if narrow[unit] <= 0.0 {
                to_narrow[unit] = 0.0;
            }
            slope.second_bias[unit] += to_narrow[unit];
        }
        let mut to_wide = [0.0f32; WIDE];
        for unit in 0..WIDE {
            if wide[unit] <= 0.0 {
                continue;
            }
            for (to, &back) in to_narrow.iter().enumerate() {
                slope.second[unit][to] += back * wide[unit];
                to_wide[unit] += back * net.second[unit][to];
            }
            slope.first_bias[unit] += to_wide[unit];
        }
        for (input, weights) in sample.numbers.iter().zip(&mut slope.first) {
            weights.iter_mut().zip(&to_wide).for_each(|(slope, back)| *slope += back * input);
        }
    }
    (slope, loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_a_rule_and_the_same_rule_on_any_number_of_threads() {
        let mut rng = Rng::new(5);
        let samples: Vec<Sample> = (0..6000)
            .map(|_| {
                let mut numbers = [0.0; FEATURES];
                numbers[..4].iter_mut().for_each(|n| *n = rng.below(2001) as f32 / 1000.0 - 1.0);
                // Not linear: the sign of a product.
                let won = f32::from(u8::from(numbers[0] * numbers[1] + numbers[2] * 0.5 > 0.0));
                Sample { numbers, won, lead: numbers[3] * 8.0, thought: won }
            })
            .collect();
        let how = Fit { epochs: 12, batch: 128, rate: 0.004, trust: 0.0, threads: 2, seed: 3 };
        let mut losses = Vec::new();
        let net = fit(&samples, &how, &mut |_, _, apart| losses.push(apart));
        assert!(losses[0] > 0.3 && losses[11] < 0.2, "{losses:?}");
        let sample = &samples[17];
        assert!((net.outputs(&sample.numbers)[1] - sample.lead).abs() < 3.0);
        let alone = fit(&samples, &Fit { threads: 1, ..how }, &mut |_, _, _| {});
        assert_eq!(net, alone);
    }

    #[test]
    fn most_is_fitted_however_little_there_is() {
        for count in [64, 201, 5000, 100_000] {
            let (fitted, apart) = split(count, 256);
            assert_eq!(fitted.len() + apart.len(), count);
            let share = apart.len() as f64 / count as f64;
            assert!((0.03..0.1).contains(&share), "{count}: {share}");
        }
    }
}
