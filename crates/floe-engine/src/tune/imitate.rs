//! Fitting hunches to lessons: what a search came back to most is what should have been wished for.

use std::thread;

use super::fit::split;
use super::{Fit, Lesson};
use crate::Rng;
use crate::hunch::{Hunch, UNITS, Units};
use crate::numbers::{exp, ln};
use crate::slide::{KINDS, TRAITS};

/// Fewer lessons about a kind of step teach nothing.
const FEWEST: usize = 64;
/// Lessons a step.
const BATCH: usize = 256;
/// Parts that a step is cut into, whatever the number of threads, so that sums come out the same.
const PARTS: usize = 16;

/// Is told the kind of step, the epoch and the losses on lessons fitted and on one of sixteen kept apart: the mean
/// logarithm of the chance given to the steps that were tried.
pub type Progress<'a> = dyn FnMut(&'static str, u32, f64, f64) + 'a;

/// Fits hunches about every kind of step there are enough lessons about, from scratch.
pub fn imitate(lessons: &[Lesson], how: &Fit, progress: &mut Progress<'_>) -> [Option<Hunch>; 3] {
    [0, 1, 2].map(|kind| {
        let chosen: Vec<&Lesson> = lessons.iter().filter(|lesson| lesson.kind == kind).collect();
        let mut progress = |epoch, loss, apart| progress(KINDS[kind], epoch, loss, apart);
        (chosen.len() >= FEWEST).then(|| one(kind, &chosen, how, &mut progress))
    })
}

fn one(kind: usize, lessons: &[&Lesson], how: &Fit, progress: &mut dyn FnMut(u32, f64, f64)) -> Hunch {
    let mut rng = Rng::new(how.seed ^ kind as u64);
    let mut hunch = first_weights(kind, &mut rng);
    let (mut order, apart) = split(lessons.len(), 64);
    let (mut momentum, mut scale) = (Hunch::zeros(TRAITS[kind]), Hunch::zeros(TRAITS[kind]));
    let all = (how.epochs as usize * order.len().div_ceil(BATCH)).max(1);
    let (b1, b2): (f32, f32) = (0.9, 0.999);
    let (mut cold1, mut cold2) = (1.0, 1.0);
    let mut step = 0;
    for epoch in 1..=how.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            step += 1;
            (cold1, cold2) = (cold1 * b1, cold2 * b2);
            let (mut slope, lost) = slope(&hunch, lessons, batch, how.threads);
            loss += lost;
            let rate = how.rate * (1.0 - step as f32 / all as f32).max(0.02);
            let weights = hunch.weights_mut().zip(slope.weights_mut());
            let moments = momentum.weights_mut().zip(scale.weights_mut());
            for ((weight, slope), (first, second)) in weights.zip(moments) {
                *first = b1 * *first + (1.0 - b1) * *slope;
                *second = b2 * *second + (1.0 - b2) * *slope * *slope;
                *weight -= rate * (*first / (1.0 - cold1)) / ((*second / (1.0 - cold2)).sqrt() + 1e-7);
            }
        }
        let missed = slope(&hunch, lessons, &apart, how.threads).1 / apart.len().max(1) as f64;
        progress(epoch, loss / order.len().max(1) as f64, missed);
    }
    // What was never met says nothing.
    for (row, _) in
        hunch.rows.iter_mut().zip(&scale.rows).filter(|(_, met)| met.iter().all(|met| *met == 0.0))
    {
        *row = [0.0; UNITS];
    }
    hunch.weights_mut().for_each(|weight| *weight = (*weight * 1e4).round() / 1e4);
    hunch
}

fn first_weights(kind: usize, rng: &mut Rng) -> Hunch {
    let mut hunch = Hunch::zeros(TRAITS[kind]);
    let mut even = |size: f32| ((rng.word() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * size;
    hunch.rows.iter_mut().flatten().for_each(|weight| *weight = even(0.15));
    hunch.last.iter_mut().for_each(|weight| *weight = even(0.7));
    hunch
}

/// How the loss of some lessons changes with the weights, and the loss.
fn slope(hunch: &Hunch, lessons: &[&Lesson], batch: &[u32], threads: usize) -> (Hunch, f64) {
    let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
    let each = parts.len().div_ceil(threads.max(1)).max(1);
    let sums: Vec<(Hunch, f64)> = thread::scope(|scope| {
        let handles: Vec<_> = parts
            .chunks(each)
            .map(|parts| {
                scope.spawn(move || {
                    parts.iter().map(|part| part_slope(hunch, lessons, part)).collect::<Vec<_>>()
                })
            })
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
    });
    let mut total = Hunch::zeros(hunch.rows.len());
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

fn part_slope(hunch: &Hunch, lessons: &[&Lesson], part: &[u32]) -> (Hunch, f64) {
    let mut slope = Hunch::zeros(hunch.rows.len());
    let mut loss = 0.0;
    let (mut sums, mut wishes): (Vec<Units>, Vec<f64>) = (Vec::new(), Vec::new());
    for &number in part {
        let lesson = lessons[number as usize];
        sums.clear();
        wishes.clear();
        for row in &lesson.rows {
            let mut sum = hunch.bias;
            let known = row.iter().position(|&at| at == u16::MAX).unwrap_or(row.len());
            hunch.add(&mut sum, &row[..known]);
            wishes.push(f64::from(hunch.wish(&sum)));
            sums.push(sum);
        }
        let most = wishes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        wishes.iter_mut().for_each(|wish| *wish = exp(*wish - most));
        let all: f64 = wishes.iter().sum();
        for ((row, sum), (wish, &share)) in
            lesson.rows.iter().zip(&sums).zip(wishes.iter().zip(&lesson.shares))
        {
            let chance = wish / all;
            if share > 0.0 {
                loss -= f64::from(share) * ln(chance.max(1e-12));
            }
            let back = chance as f32 - share;
            let mut down = [0.0; UNITS];
            for unit in 0..UNITS {
                slope.last[unit] += back * sum[unit].max(0.0);
                if sum[unit] > 0.0 {
                    down[unit] = back * hunch.last[unit];
                }
                slope.bias[unit] += down[unit];
            }
            for &at in row.iter().take_while(|&&at| at != u16::MAX) {
                let row = &mut slope.rows[usize::from(at)];
                row.iter_mut().zip(&down).for_each(|(slope, down)| *slope += down);
            }
        }
    }
    (slope, loss)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slide::MOST;

    #[test]
    fn learns_what_is_tried_and_the_same_on_any_number_of_threads() {
        let mut rng = Rng::new(9);
        let lessons: Vec<Lesson> = (0..2000)
            .map(|n| {
                let mut rows = vec![[u16::MAX; MOST]; 6];
                for row in &mut rows {
                    row[0] = rng.below(8) as u16;
                    row[1] = 8 + rng.below(4) as u16;
                }
                // Seven is best, but not together with eleven.
                let good = |row: &[u16; MOST]| i32::from(row[0]) - if row[1] == 11 { 20 } else { 0 };
                let best = (0..6).max_by_key(|&at| good(&rows[at])).unwrap();
                let shares = (0..6).map(|at| f32::from(u8::from(at == best))).collect();
                Lesson { kind: n % 2 * 2, rows, shares }
            })
            .collect();
        let how = Fit { epochs: 20, batch: 0, rate: 0.02, trust: 0.0, threads: 2, seed: 3 };
        let mut losses = Vec::new();
        let hunches = imitate(&lessons, &how, &mut |_, _, _, apart| losses.push(apart));
        assert!(losses[0] > losses[19] && losses[19] < 0.6, "{losses:?}");
        assert!(hunches[1].is_none(), "nothing was said about shots");
        assert_eq!(hunches, imitate(&lessons, &Fit { threads: 1, ..how }, &mut |_, _, _, _| {}));
    }
}
