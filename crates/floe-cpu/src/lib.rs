//! One program for every processor: hot code is compiled twice, and what the processor can do decides which is run.
//!
//! Programs are built for any x86-64 processor. Boards are bitsets: population counts, bit scans and vectors of floats are
//! faster with x86-64-v3 (AVX2, BMI2 and others, on most machines since about 2013), so code inside [`dispatch!`](dispatch) is also
//! compiled for that. On other architectures there is nothing to choose. Both give the same results to the last bit: sums of floats keep their order, and nothing is fused.

/// The instructions that hot code is run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// Those that every processor of this architecture has.
    Baseline,
    /// x86-64-v3.
    V3,
}

impl InstructionSet {
    /// Its name with its architecture.
    pub fn as_str(self) -> &'static str {
        match (self, cfg!(target_arch = "x86_64")) {
            (InstructionSet::V3, _) => "x86-64-v3 (AVX2, BMI2)",
            (InstructionSet::Baseline, true) => "x86-64 baseline",
            (InstructionSet::Baseline, false) => std::env::consts::ARCH,
        }
    }
}

/// The instructions that hot code is run with on this machine.
pub fn instruction_set() -> InstructionSet {
    if detected::has_v3() { InstructionSet::V3 } else { InstructionSet::Baseline }
}

/// Runs hot code without the instructions that only some processors have, for comparisons. Call it before anything else
/// of Floe; later it changes nothing, and a program built for x86-64-v3 has no other code.
pub fn use_baseline() {
    detected::use_baseline();
}

/// Evaluates an expression as it was compiled for the processor at hand.
///
/// Only what is inlined into the expression is compiled twice: functions it calls are `#[inline(always)]` where that
/// matters. The choice costs two loads and a branch, so the work should take a hundred nanoseconds or more. The expression
/// is inside a closure, so `return` and `?` leave only that.
#[macro_export]
macro_rules! dispatch {
    ($work:expr) => {
        $crate::call(
            #[inline(always)]
            || $work,
        )
    };
}

/// What [`dispatch`] calls. A closure that is not always inlined would be compiled only for any processor.
#[doc(hidden)]
#[inline(always)]
pub fn call<R>(work: impl FnOnce() -> R) -> R {
    detected::call(work)
}

/// In a program for any x86-64 processor.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod detected {
    use std::sync::OnceLock;

    use fearless_simd::{Avx2, Level, Simd};

    /// What was detected, or decided before that by [`use_baseline`]. The type stands for all of x86-64-v3.
    static V3: OnceLock<Option<Avx2>> = OnceLock::new();

    #[inline(always)]
    fn v3() -> Option<Avx2> {
        *V3.get_or_init(|| Level::new().as_avx2())
    }

    pub fn has_v3() -> bool {
        v3().is_some()
    }

    pub fn use_baseline() {
        let _ = V3.set(None);
    }

    #[inline(always)]
    pub fn call<R>(work: impl FnOnce() -> R) -> R {
        match v3() {
            Some(v3) => v3.vectorize(work),
            None => work(),
        }
    }
}

/// In a program for other processors, or for x86-64-v3 alone: there is nothing to choose.
#[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
mod detected {
    pub fn has_v3() -> bool {
        cfg!(target_feature = "avx2")
    }

    pub fn use_baseline() {}

    #[inline(always)]
    pub fn call<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums that would differ if they were reordered or fused, and counts of bits.
    #[inline(always)]
    fn sums(numbers: &[f32; 64]) -> ([f32; 8], u32) {
        let (mut sums, mut bits) = ([0.0f32; 8], 0);
        for (at, number) in numbers.iter().enumerate() {
            for (unit, sum) in sums.iter_mut().enumerate() {
                *sum += number * (0.1 + unit as f32);
            }
            bits += number.to_bits().count_ones() + (number.to_bits() >> (at % 32)).trailing_zeros();
        }
        (sums, bits)
    }

    #[test]
    fn both_compilations_agree_to_the_last_bit() {
        let numbers: [f32; 64] = std::array::from_fn(|at| 1.0 / (at as f32 - 31.7));
        assert_eq!(dispatch!(sums(&numbers)), sums(&numbers));
    }

    #[test]
    fn dispatch_returns_what_the_expression_returns() {
        let text = String::from("moved in");
        assert_eq!(dispatch!(text + " and out"), "moved in and out");
        assert!(!instruction_set().as_str().is_empty());
    }
}
