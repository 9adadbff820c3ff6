//! The menu of games: what to play, by which rules, against whom.

use floe_engine::Level;
use floe_games::switches::{RuleArg, RuleSet, SwitchKind};
use floe_games::{Manifest, Refusal, registry};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::line_edit::LineEdit;
use crate::overlay::{InputPurpose, Overlay};
use crate::play::{Effect, FileResult, Play};
use crate::reader::{Keys, Reader};
use crate::session::{Occupant, Session};

/// The keys and what they do.
const HELP: Keys = &[
    ("Up Down", "choose a game, then a setting"),
    ("Enter, Right", "from the game to its settings; Enter there starts the game"),
    ("Left Right", "change a setting"),
    ("Esc", "back to the games"),
    ("l", "resume a game from a file"),
    ("?", "the rules of the game and these keys"),
    ("q", "quit"),
];

/// The settings of a game, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The variant.
    Variant,
    /// The number of players.
    Players,
    /// The level of the engines.
    Level,
    /// Which seats are played at this keyboard.
    Seats,
    /// The deal.
    Seed,
}

/// The menu.
pub struct Menu {
    games: Vec<&'static Manifest>,
    /// The game under the cursor.
    game: usize,
    /// The setting under the cursor; `None` while a game is chosen.
    setting: Option<usize>,
    /// 0 for the standard rules, then the variants in order.
    variant: usize,
    players: usize,
    level: Level,
    /// The seat of the only person; the number of players for everyone at this keyboard.
    seat: usize,
    seed: u64,
    message: String,
    /// The last ticket of a game before.
    ticket: u64,
    /// The game that was chosen.
    pub(crate) chosen: Option<Box<Play>>,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) effects: Vec<Effect>,
}

/// The number of players where the rules have no switch for it.
const TWO: usize = 2;

impl Menu {
    /// The menu; the first game is dealt with `seed`.
    pub fn new(seed: u64) -> Menu {
        let games: Vec<&'static Manifest> = registry::games().collect();
        Menu {
            games,
            game: 0,
            setting: None,
            variant: 0,
            players: TWO,
            level: Level::Number(3),
            seat: 0,
            seed,
            message: String::new(),
            ticket: 0,
            chosen: None,
            overlay: None,
            effects: Vec::new(),
        }
    }

    /// The menu after a game.
    pub(crate) fn after(entry: &Manifest, seed: u64, ticket: u64) -> Menu {
        let menu = Menu::new(seed);
        let game = menu.games.iter().position(|game| game.id == entry.id).unwrap_or(0);
        Menu { game, ticket, ..menu }
    }

    /// The games, and the one under the cursor.
    pub fn games(&self) -> (&[&'static Manifest], usize) {
        (&self.games, self.game)
    }

    /// The settings of the game as name and value, and the one under the cursor.
    pub fn settings(&self) -> (Vec<(&'static str, String)>, Option<usize>) {
        let rows = self.list().into_iter().map(|setting| (name(setting), self.value(setting))).collect();
        (rows, self.setting)
    }

    /// What the game and the chosen variant are.
    pub fn about(&self) -> Vec<String> {
        let game = self.games[self.game];
        let mut about = vec![game.about.to_owned()];
        if let Some(variant) = self.variant.checked_sub(1).and_then(|at| game.variants.get(at)) {
            about.push(variant.about());
        }
        about
    }

    /// The line at the bottom: a message, or what to do.
    pub fn status(&self) -> &str {
        match (self.message.is_empty(), self.setting) {
            (false, _) => &self.message,
            (_, None) => "Choose a game.",
            (_, Some(_)) => "Left and Right change a setting, Enter starts the game.",
        }
    }

    /// The keys that work now.
    pub fn keys(&self) -> &'static str {
        " Up Down  Enter  Left Right  Esc back  l load  ? rules  q quit"
    }

    fn list(&self) -> Vec<Setting> {
        let game = self.games[self.game];
        let mut list = Vec::new();
        if !game.variants.is_empty() {
            list.push(Setting::Variant);
        }
        if self.max_players() > TWO {
            list.push(Setting::Players);
        }
        list.extend([Setting::Seats, Setting::Level, Setting::Seed]);
        list
    }

    /// How many can play by the game's own rules.
    fn max_players(&self) -> usize {
        let game = self.games[self.game];
        let own = game.main_switches.contains(&"players");
        let switches = game.switches();
        let players = switches.iter().find(|switch| own && switch.name == "players");
        match players.map(|switch| switch.kind) {
            Some(SwitchKind::Number(_, max)) => (max as usize).min(game.seats.len()),
            _ => TWO,
        }
    }

    fn value(&self, setting: Setting) -> String {
        let game = self.games[self.game];
        match setting {
            Setting::Variant => match self.variant.checked_sub(1).and_then(|at| game.variants.get(at)) {
                Some(variant) => variant.name.into(),
                None => "standard rules".into(),
            },
            Setting::Players => self.players.to_string(),
            Setting::Level if self.seat == self.players => "nobody: all seats are yours".into(),
            Setting::Level => format!("engine {}", self.level),
            Setting::Seats if self.seat == self.players => "all seats, in turn".into(),
            Setting::Seats => {
                let seat = game.seats.get(self.seat).map_or("", |seat| seat.label);
                format!("{seat} ({} of {})", self.seat + 1, self.players)
            }
            Setting::Seed => self.seed.to_string(),
        }
    }

    /// Changes a setting by one step.
    fn change(&mut self, setting: Setting, up: bool) {
        let step = |at: usize, count: usize| if up { (at + 1) % count } else { (at + count - 1) % count };
        match setting {
            Setting::Variant => self.variant = step(self.variant, self.games[self.game].variants.len() + 1),
            Setting::Players => {
                self.players = TWO + step(self.players - TWO, self.max_players() - TWO + 1);
                self.seat = self.seat.min(self.players);
            }
            Setting::Level => {
                let levels = levels();
                let at = levels.iter().position(|level| *level == self.level).unwrap_or(0);
                self.level = levels[step(at, levels.len())];
            }
            Setting::Seats => self.seat = step(self.seat, self.players + 1),
            Setting::Seed if up => self.seed = self.seed.wrapping_add(1),
            Setting::Seed => self.seed = self.seed.wrapping_sub(1),
        }
    }

    fn choose(&mut self, to: usize) {
        (self.game, self.variant, self.players, self.seat) = (to, 0, TWO, 0);
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        match self.overlay.take() {
            Some(Overlay::Read(mut reader)) => {
                if reader.key(key) {
                    self.overlay = Some(Overlay::Read(reader));
                }
                return;
            }
            Some(Overlay::Type { prompt, mut text, line }) => {
                match key.code {
                    KeyCode::Esc => {}
                    KeyCode::Enter if text.text().trim().is_empty() => {}
                    KeyCode::Enter => self.effects.push(Effect::Read(text.text().trim().to_owned())),
                    _ => {
                        text.key(key);
                        self.overlay = Some(Overlay::Type { prompt, text, line });
                    }
                }
                return;
            }
            _ => {}
        }
        self.message.clear();
        let last = self.games.len() - 1;
        match (key.code, self.setting) {
            (KeyCode::Char('q'), _) => self.effects.push(Effect::Quit),
            (KeyCode::Char('?') | KeyCode::F(1), _) => {
                self.overlay = Some(Overlay::Read(Reader::help(self.games[self.game], HELP)));
            }
            (KeyCode::Char('l'), _) => {
                let (prompt, text) = ("Load the game from this file:", LineEdit::default());
                self.overlay = Some(Overlay::Type { prompt, text, line: InputPurpose::Load });
            }
            (KeyCode::Up, None) => self.choose(self.game.saturating_sub(1)),
            (KeyCode::Down, None) => self.choose((self.game + 1).min(last)),
            (KeyCode::Home, None) => self.choose(0),
            (KeyCode::End, None) => self.choose(last),
            (KeyCode::Enter | KeyCode::Right | KeyCode::Tab, None) => self.setting = Some(0),
            (KeyCode::Esc, None) => self.effects.push(Effect::Quit),
            (KeyCode::Up | KeyCode::BackTab, Some(at)) => self.setting = Some(at.saturating_sub(1)),
            (KeyCode::Down | KeyCode::Tab, Some(at)) => {
                self.setting = Some((at + 1).min(self.list().len() - 1));
            }
            (KeyCode::Left, Some(at)) => self.change(self.list()[at], false),
            (KeyCode::Right | KeyCode::Char(' '), Some(at)) => self.change(self.list()[at], true),
            (KeyCode::Esc, Some(_)) => self.setting = None,
            (KeyCode::Enter, Some(_)) => match self.start() {
                Ok(play) => self.chosen = Some(Box::new(play)),
                Err(refusal) => self.message = refusal.to_string(),
            },
            _ => {}
        }
    }

    /// Handles a click on a game or a setting.
    pub fn click(&mut self, target: MenuTarget) {
        if self.overlay.is_some() {
            return;
        }
        match target {
            MenuTarget::Game(game) if game == self.game => self.setting = Some(0),
            MenuTarget::Game(game) => {
                self.choose(game);
                self.setting = None;
            }
            MenuTarget::Setting(at) => {
                self.setting = Some(at);
                self.change(self.list()[at], true);
            }
        }
    }

    /// Handles the result of a file operation.
    pub fn filed(&mut self, filed: FileResult) {
        match filed {
            FileResult::Read(record) => match Session::resume(&record, None).and_then(Play::new) {
                Ok(play) => self.chosen = Some(Box::new(play.after(self.ticket))),
                Err(refusal) => self.message = refusal.to_string(),
            },
            FileResult::Failed(text) => self.message = text,
            FileResult::Written(_) | FileResult::Exists(_) => {}
        }
    }

    fn start(&self) -> Result<Play, Refusal> {
        let game = self.games[self.game];
        let seats: Vec<Occupant> = (0..self.players)
            .map(|seat| match self.seat == seat || self.seat == self.players {
                true => Occupant::Me,
                false => Occupant::Engine(self.level),
            })
            .collect();
        let session = Session::begin(game, &self.rules()?, self.seed, seats)?;
        Ok(Play::new(session)?.after(self.ticket))
    }

    fn rules(&self) -> Result<RuleSet, Refusal> {
        let game = self.games[self.game];
        let variant = self.variant.checked_sub(1).and_then(|at| game.variants.get(at));
        let mut args: Vec<RuleArg> =
            variant.iter().map(|variant| RuleArg::Preset(variant.name.to_owned())).collect();
        if self.max_players() > TWO {
            args.push(RuleArg::Set("players".into(), self.players.into()));
        }
        game.rules(&args)
    }
}

/// Something in the menu that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuTarget {
    /// A game of the list.
    Game(usize),
    /// A setting of the game.
    Setting(usize),
}

fn name(setting: Setting) -> &'static str {
    match setting {
        Setting::Variant => "Rules",
        Setting::Players => "Players",
        Setting::Level => "Against",
        Setting::Seats => "You play",
        Setting::Seed => "Seed",
    }
}

fn levels() -> Vec<Level> {
    let numbers = (1..=10).map(Level::Number);
    [Level::Random, Level::Greedy].into_iter().chain(numbers).chain([Level::Max]).collect()
}
