//! The protocols of Fish against independent answers.

mod fish_cases;
mod fish_naive;
