//! Protocols as codecs: input from untrusted clients is parsed and checked here, without a socket or a file.

pub mod fish;
pub mod ugi;
pub mod web;
