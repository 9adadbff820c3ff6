//! The undominated pairs of a sweep.

/// Pairs of which none is at least as large as another in both places: the first falls, the second rises.
///
/// A sweep over layouts by falling first strength needs only the best third strength of the earlier ones for every
/// second strength, which is what the steps store.
#[derive(Default)]
pub(crate) struct ParetoFront<T> {
    steps: Vec<(T, T)>,
}

impl<T: Copy + Ord> ParetoFront<T> {
    pub(crate) fn new() -> ParetoFront<T> {
        ParetoFront { steps: Vec::new() }
    }

    /// The greatest second value on any step.
    #[inline]
    pub(crate) fn peak(&self) -> Option<T> {
        self.steps.last().map(|&(_, second)| second)
    }

    /// The greatest second value of the steps whose first is at least this.
    #[inline]
    pub(crate) fn cover(&self, first: T) -> Option<T> {
        let at = self.steps.partition_point(|step| step.0 >= first);
        at.checked_sub(1).map(|last| self.steps[last].1)
    }

    /// Whether some step is beyond this pair in both places.
    pub(crate) fn exceeds(&self, first: T, second: T) -> bool {
        let at = self.steps.partition_point(|step| step.0 > first);
        at > 0 && self.steps[at - 1].1 > second
    }

    /// Adds a pair unless a step is as large in both places; returns whether it was added.
    pub(crate) fn add(&mut self, first: T, second: T) -> bool {
        let at = self.steps.partition_point(|step| step.0 >= first);
        if at > 0 && self.steps[at - 1].1 >= second {
            return false;
        }
        // A step as far out in the first place has the smaller second one, so it is removed as well.
        let from = self.steps.partition_point(|step| step.0 > first);
        let covered = self.steps[from..].iter().take_while(|step| step.1 <= second).count();
        self.steps.splice(from..from + covered, [(first, second)]);
        true
    }
}

/// The triples that no other equals or exceeds in all three places, greatest first, without duplicates.
pub(crate) fn undominated<T: Copy + Ord>(mut triples: Vec<[T; 3]>) -> Vec<[T; 3]> {
    triples.sort_unstable_by(|a, b| b.cmp(a));
    let mut stairs = ParetoFront::new();
    // A triple that dominates another comes before it in this order.
    triples.retain(|&[_, second, third]| stairs.add(second, third));
    triples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_keeps_undominated_triples() {
        let kept =
            undominated(vec![[3, 1, 1], [2, 2, 1], [3, 1, 1], [2, 1, 1], [1, 1, 1], [1, 1, 2], [3, 0, 1]]);
        assert_eq!(kept, [[3, 1, 1], [2, 2, 1], [1, 1, 2]]);
    }

    #[test]
    fn steps_fall_and_rise() {
        let mut stairs = ParetoFront::new();
        assert!(stairs.add(5, 1) && stairs.add(3, 3) && stairs.add(1, 5));
        assert!(!stairs.add(3, 3) && !stairs.add(2, 2));
        assert_eq!((stairs.cover(6), stairs.cover(4), stairs.cover(3)), (None, Some(1), Some(3)));
        assert!(stairs.exceeds(4, 0) && stairs.exceeds(2, 2));
        assert!(!stairs.exceeds(5, 0) && !stairs.exceeds(2, 3) && !stairs.exceeds(0, 5));
        assert!(stairs.add(4, 4));
        assert_eq!(stairs.steps, [(5, 1), (4, 4), (1, 5)]);
        assert_eq!(stairs.peak(), Some(5));
    }
}
