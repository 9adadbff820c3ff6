//! The terminal: raw keys and the mouse in, frames out. It is restored when the program ends, however it ends.

use std::fs::{self, File};
use std::io::{self, Read, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use floe_games::Record;
use floe_games::record::MAX_RECORD_BYTES;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::display::DisplayMode;
use crate::engine_thread::EngineThread;
use crate::model::{Model, Update};
use crate::play::{Effect, FileResult};

/// How long to wait for a key before checking for other events.
const BEAT: Duration = Duration::from_millis(40);

/// Shows a model until the user quits or `stop` is set. Messages from outside come from `news`.
pub fn run(
    mut model: Model,
    display: DisplayMode,
    news: &Receiver<Update>,
    stop: &AtomicBool,
) -> io::Result<()> {
    let _screen = Screen::take()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let (to, answers) = channel();
    let mut thinker = EngineThread::start(to);
    let mut hits = Default::default();
    let mut changed = true;
    let mut before = Instant::now();
    loop {
        for effect in model.take_effects() {
            changed = true;
            match effect {
                Effect::Think(question) => thinker.ask(question),
                Effect::Hurry => thinker.stop(),
                Effect::Foresee(ticket, table) => thinker.foresee(ticket, table),
                Effect::Write { path, text, over } => model.on_file_result(write(path, &text, over)),
                Effect::Review(ticket, record) => thinker.review(ticket, *record),
                Effect::Read(path) => model.on_file_result(read(&path)),
                Effect::Quit => return Ok(()),
            }
        }
        if std::mem::take(&mut changed) {
            terminal.draw(|frame| hits = model.draw(display, frame))?;
        }
        if event::poll(BEAT)? {
            changed = true;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => model.key(key),
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    model.click(mouse.column, mouse.row, &hits);
                }
                Event::Resize(..) => {}
                _ => changed = false,
            }
        }
        while let Ok(answer) = answers.try_recv() {
            model.on_engine_reply(answer);
            changed = true;
        }
        while let Ok(news) = news.try_recv() {
            model.news(news);
            changed = true;
        }
        let now = Instant::now();
        changed |= model.tick(now - before);
        before = now;
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        if thinker.has_failed() {
            return Err(io::Error::other("the engine failed; this is a bug in Floe"));
        }
    }
}

/// The terminal while this program controls it.
struct Screen;

impl Screen {
    fn take() -> io::Result<Screen> {
        // A panic on any thread restores the terminal before it prints its message.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            hook(info);
        }));
        enable_raw_mode()?;
        let screen = Screen;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    // There is no way to report a failure here.
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Writes a file completely or not at all; overwrites an existing one only if asked to.
pub(crate) fn write(path: String, text: &str, over: bool) -> FileResult {
    let opened = match over {
        true => File::create(&path),
        false => File::create_new(&path),
    };
    match opened.and_then(|mut file| file.write_all(text.as_bytes())) {
        Ok(()) => FileResult::Written(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => FileResult::Exists(path),
        Err(error) => FileResult::Failed(format!("{path}: {error}")),
    }
}

/// Reads a record from a file.
pub(crate) fn read(path: &str) -> FileResult {
    let mut text = String::new();
    let limit = MAX_RECORD_BYTES as u64 + 1;
    let opened = fs::File::open(path).and_then(|file| file.take(limit).read_to_string(&mut text));
    match opened.map(|_| Record::parse(&text)) {
        Ok(Ok(record)) => FileResult::Read(Box::new(record)),
        Ok(Err(refusal)) => FileResult::Failed(format!("{path}: {refusal}")),
        Err(error) => FileResult::Failed(format!("{path}: {error}")),
    }
}
