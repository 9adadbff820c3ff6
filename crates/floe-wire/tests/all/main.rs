//! The protocols of Fish against others' answers.

mod fish_cases;
mod fish_naive;
