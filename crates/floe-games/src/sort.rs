//! Sorting for lists that are sorted seldom. The standard library's sort is compiled for every type of element and every
//! order, several kilobytes each time, and the web app carries them all. This one is compiled once.

use std::cmp::Ordering;

/// Sorts a list. Equal elements keep their order.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = order(items.len(), &|one, other| compare(&items[one], &items[other]));
    for at in 0..items.len() {
        // What was at an earlier place has been swapped to the place that is noted there.
        let mut from = order[at];
        while from < at {
            from = order[from];
        }
        order[at] = from;
        items.swap(at, from);
    }
}

/// The places of `count` elements in the order in which they would be sorted. Equal elements keep their order.
pub fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut state = 1_u32;
        for count in [0, 1, 2, 3, 20, 21, 100, 700] {
            let numbers = std::iter::repeat_with(|| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 27
            });
            let list: Vec<(u32, usize)> = numbers.take(count).zip(0..).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by(&mut ours, |one, other| other.0.cmp(&one.0));
            theirs.sort_by_key(|one| std::cmp::Reverse(one.0));
            assert_eq!(ours, theirs);
        }
    }
}
