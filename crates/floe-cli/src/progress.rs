//! Progress bars on standard error; nothing is shown where that is not a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar with this template, shown from the start. Its length is not known yet.
pub fn progress(template: &str) -> ProgressBar {
    let bar = ProgressBar::no_length();
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(2));
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// `done` of `all` steps are done.
pub fn advance(bar: &ProgressBar, done: usize, all: usize) {
    bar.set_length(all as u64);
    bar.set_position(done as u64);
}
