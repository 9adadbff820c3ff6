//! The fast code against plain code.

mod layouts;
mod naive;
mod ranking;
mod showdown;
