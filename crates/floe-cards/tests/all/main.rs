//! The fast code against naive code.

mod layouts;
mod naive;
mod ranking;
mod showdown;
