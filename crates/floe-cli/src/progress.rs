//! How far a command has come, on standard error; nothing where that is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Progress that looks as the words say, from the first second on. Its length is not known yet.
pub fn progress(words: &str) -> ProgressBar {
    let bar = ProgressBar::no_length();
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(2));
    if let Ok(style) = ProgressStyle::with_template(words) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Something is done, of so much in all.
pub fn advance(bar: &ProgressBar, done: usize, all: usize) {
    bar.set_length(all as u64);
    bar.set_position(done as u64);
}
