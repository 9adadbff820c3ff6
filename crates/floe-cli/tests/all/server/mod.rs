//! The server as users run it: a process, its file, its clients, and what happens when it is killed.

mod commands;
mod survival;
mod tls;
