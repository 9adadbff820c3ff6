//! Protocols as codecs: what strangers send is read, checked and answered here, without a socket or a file.

pub mod fish;
pub mod ugi;
pub mod web;
