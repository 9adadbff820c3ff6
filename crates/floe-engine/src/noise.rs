//! Deliberate mistakes: how a level below full strength chooses its move.

use crate::math::ln;
use crate::{Line, Rng};

/// The line to play: the best one after Gumbel noise of scale `noise` is added to each win probability.
///
/// This samples from a softmax with temperature `noise`. Equal lines are equally likely, and a line that is `noise`
/// worse is `e` times less likely: small mistakes are common and big ones rare, as with people. What is proved is not
/// mistaken: a proved win is taken, and a proved loss is chosen only where everything loses.
pub fn choose<'a>(lines: &'a [Line], noise: f64, rng: &mut Rng) -> Option<&'a Line> {
    if noise <= 0.0 {
        return lines.first();
    }
    let proved = |line: &Line, win: f64| line.evaluation.exact && line.evaluation.win == win;
    let won = lines.iter().any(|line| proved(line, 1.0));
    let lost = lines.iter().all(|line| proved(line, 0.0));
    let considered = |line: &&Line| if won { proved(line, 1.0) } else { lost || !proved(line, 0.0) };
    let mut best: Option<(f64, &Line)> = None;
    for line in lines.iter().filter(considered) {
        let score = line.evaluation.win + noise * gumbel(rng);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, line));
        }
    }
    best.map(|(_, line)| line)
}

/// A random number of the standard Gumbel distribution: the largest of `ln p + gumbel` is each `p` with probability `p`.
pub fn gumbel(rng: &mut Rng) -> f64 {
    let even = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    -ln(-ln(even.max(1e-300)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluation;

    #[test]
    fn small_mistakes_are_common_and_big_ones_rare() {
        let line = |name: &str, win| Line {
            moves: vec![name.into()],
            evaluation: Evaluation { win, margin: None, exact: false },
        };
        let lines = [line("best", 0.6), line("near", 0.5), line("bad", 0.1)];
        let mut rng = Rng::new(1);
        let mut counts = [0; 3];
        for _ in 0..3000 {
            let chosen = choose(&lines, 0.1, &mut rng).unwrap();
            counts[lines.iter().position(|line| line == chosen).unwrap()] += 1;
        }
        // A line that is worse by the noise is e times less likely, by five times the noise 148 times.
        assert!((2000..2400).contains(&counts[0]) && (650..950).contains(&counts[1]), "{counts:?}");
        assert!((1..60).contains(&counts[2]), "{counts:?}");
        assert_eq!(choose(&lines, 0.0, &mut rng), Some(&lines[0]));
        assert_eq!(choose(&[], 0.1, &mut rng), None);
    }

    #[test]
    fn what_is_proved_is_not_mistaken() {
        let line = |name: &str, win, exact| Line {
            moves: vec![name.into()],
            evaluation: Evaluation { win, margin: None, exact },
        };
        let mut rng = Rng::new(2);
        let won = [line("good", 0.9, false), line("won", 1.0, true), line("lost", 0.0, true)];
        let open = [line("lost", 0.0, true), line("poor", 0.1, false)];
        for _ in 0..200 {
            assert_eq!(choose(&won, 9.0, &mut rng).unwrap().moves, ["won"]);
            assert_eq!(choose(&open, 9.0, &mut rng).unwrap().moves, ["poor"]);
        }
        assert_eq!(choose(&open[..1], 9.0, &mut rng).unwrap().moves, ["lost"]);
    }
}
