//! Frames of every game at 80 by 24, and what keys do to them.

use std::sync::atomic::AtomicBool;

use floe_engine::Level;
use floe_games::switches::parse_rule_args;
use floe_games::{Record, Start, Viewer, open, registry};
use floe_tui::{
    DisplayMode, Effect, EngineCache, EngineReply, FileResult, HitMap, Menu, Model, Occupant, Play, Replay,
    ReplyKind, Session, review_text,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

const GAMES: [&str; 9] = [
    "amazons",
    "penguins",
    "pauper",
    "fish",
    "amazon-penguins",
    "paper-penguins",
    "penguin-buffet",
    "amazonian-buffet",
    "montauk",
];

/// A model with an engine that replies at once.
struct App {
    model: Model,
    engines: EngineCache,
    quit: bool,
    files: Vec<(String, String)>,
}

impl App {
    fn new(model: Model) -> App {
        let mut app = App { model, engines: EngineCache::default(), quit: false, files: Vec::new() };
        app.settle();
        app
    }

    fn play(game: &str, rules: &str, occupants: &[Occupant], seed: u64) -> App {
        let entry = registry::find(game).unwrap();
        let rules = entry.rules(&parse_rule_args(rules).unwrap()).unwrap();
        let session = Session::begin(entry, &rules, seed, occupants.to_vec()).unwrap();
        App::new(Model::Play(Box::new(Play::new(session).unwrap())))
    }

    /// Carries out effects until there are none left.
    fn settle(&mut self) {
        loop {
            let effects = self.model.take_effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                match effect {
                    Effect::Think(question) => {
                        let what = self.engines.answer(&question, &AtomicBool::new(false));
                        let what = what.map_err(|refusal| refusal.to_string());
                        self.model.on_engine_reply(EngineReply { ticket: question.ticket, what });
                    }
                    Effect::Foresee(ticket, mut table) => {
                        table.adjudicate();
                        let count = table.adjudication().unwrap();
                        self.model.on_engine_reply(EngineReply { ticket, what: Ok(ReplyKind::Stop(count)) });
                    }
                    Effect::Write { path, text, over } => {
                        if self.files.iter().any(|(known, _)| *known == path) && !over {
                            self.model.on_file_result(FileResult::Exists(path));
                        } else {
                            self.files.push((path.clone(), text));
                            self.model.on_file_result(FileResult::Written(path));
                        }
                    }
                    Effect::Read(path) => {
                        let (_, text) = self.files.iter().rfind(|(known, _)| *known == path).unwrap();
                        let record = Record::parse(text).unwrap();
                        self.model.on_file_result(FileResult::Read(Box::new(record)));
                    }
                    Effect::Review(ticket, record) => {
                        let what = review_text(&record, &AtomicBool::new(false), &mut |_, _| {});
                        let what = what.map(ReplyKind::Review).map_err(|refusal| refusal.to_string());
                        self.model.on_engine_reply(EngineReply { ticket, what });
                    }
                    Effect::Hurry => {}
                    Effect::Quit => self.quit = true,
                }
            }
        }
    }

    fn key(&mut self, code: KeyCode) {
        self.model.key(KeyEvent::new(code, KeyModifiers::NONE));
        self.settle();
    }

    fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.key(match letter {
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                letter => KeyCode::Char(letter),
            });
        }
    }

    fn frame(&self, display: DisplayMode, width: u16, height: u16) -> (String, HitMap) {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut hits = HitMap::default();
        terminal.draw(|frame| hits = self.model.draw(display, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let lines = buffer.content.chunks(usize::from(width)).map(|row| {
            let line: String = row.iter().map(|cell| cell.symbol()).collect();
            format!("{}\n", line.trim_end())
        });
        (lines.collect(), hits)
    }

    fn menu() -> App {
        App::new(Model::Menu(Box::new(Menu::new(1))))
    }

    fn screen(&self) -> String {
        self.frame(DisplayMode::FULL, 80, 24).0
    }
}

const ME_AND_1: [Occupant; 2] = [Occupant::Me, Occupant::Engine(Level::Number(1))];

#[test]
fn every_game_fits_80_by_24() {
    for game in GAMES {
        let mut app = App::play(game, if game == "pauper" { "atoll" } else { "" }, &ME_AND_1, 1);
        // A picked piece shows where it can go.
        app.keys("\t\n\t");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(game, app.screen());
        });
        assert!(app.screen().trim_end().ends_with("q quit"), "no key is cut off");
    }
}

#[test]
fn a_plain_frame_is_ascii_and_shows_the_same() {
    for game in GAMES {
        let app = App::play(game, "", &ME_AND_1, 1);
        let (plain, _) = app.frame(DisplayMode::PLAIN, 80, 24);
        assert!(plain.is_ascii(), "{game}:\n{plain}");
        assert!(
            !plain.contains('?') || game == "montauk" || plain.matches('?').count() == 1,
            "{game}:\n{plain}"
        );
    }
}

#[test]
fn every_game_can_be_played_to_its_end_by_keys() {
    for (game, rules) in [
        ("amazons", "5x5"),
        ("penguins", "rows=4,cols=4,pieces=1,supply=8/4/2"),
        ("pauper", "sprint"),
        ("fish", "rows=3,cols=4,pieces=2"),
        ("amazon-penguins", "rows=4,cols=4,pieces=1"),
        ("paper-penguins", "rows=4,cols=4,pieces=1"),
        ("penguin-buffet", "rows=3,cols=3,table"),
        ("amazonian-buffet", "rows=3,cols=4"),
        ("montauk", "rounds=1"),
    ] {
        let mut app = App::play(game, rules, &ME_AND_1, 1);
        let mut presses = 0;
        while !app.screen().contains("Game over") {
            app.keys("\t\n");
            presses += 1;
            assert!(presses < 2000, "{game}:\n{}", app.screen());
        }
        assert!(app.screen().contains(" n new game"), "{game}");
        app.keys("q");
        assert!(app.quit, "{game}: nothing is lost, so no question is asked");
    }
}

#[test]
fn a_shot_takes_two_steps_and_a_wrong_cell_is_explained() {
    let mut app = App::play("amazons", "", &[Occupant::Me; 2], 0);
    app.keys("md1-d7/g7\n");
    assert!(app.screen().contains("♕ d1-d7/g7"), "{}", app.screen());
    app.keys("\t");
    assert!(app.screen().contains("choose an amazon"));
    app.keys("\n");
    assert!(app.screen().contains("choose where it goes"));
    app.keys("\t\n");
    assert!(app.screen().contains("choose where it shoots"), "{}", app.screen());
    app.key(KeyCode::Esc);
    app.keys("ma7-j1/a7\n");
    assert!(app.screen().contains("a7-j1/a7: no straight line joins a7 and j1"), "{}", app.screen());
}

#[test]
fn the_mouse_picks_what_lies_under_it() {
    let mut app = App::play("amazons", "5x5", &[Occupant::Me; 2], 0);
    for target in ["choose where it goes", "choose where it shoots", "Black to move"] {
        app.keys("\t");
        let (screen, hits) = app.frame(DisplayMode::FULL, 80, 24);
        // The cursor is the only pair of brackets on the board.
        let at = screen.lines().enumerate().skip(1).find_map(|(row, line)| {
            let column = line.chars().take(50).position(|letter| letter == '[')?;
            Some((column as u16, row as u16))
        });
        let (column, row) = at.unwrap();
        app.key(KeyCode::Right);
        app.model.click(column + 1, row, &hits);
        app.settle();
        assert!(app.screen().contains(target), "{target}:\n{}", app.screen());
    }
}

#[test]
fn hints_have_reasons_and_undo_works() {
    let mut app = App::play("paper-penguins", "small", &ME_AND_1, 1);
    app.keys("h");
    let screen = app.screen();
    assert!(screen.contains("Hint: ") && screen.contains("% to win") && screen.contains("· "), "{screen}");
    app.key(KeyCode::Esc);
    let before = app.screen();
    app.keys("\t\n");
    assert!(app.screen().contains("  2 "), "the engine has answered:\n{}", app.screen());
    app.keys("u");
    assert!(!app.screen().contains("  1 "), "{}", app.screen());
    assert_eq!(app.screen().lines().count(), before.lines().count());
    app.keys("u");
    assert!(app.screen().contains("Nothing to undo"));
}

#[test]
fn a_game_is_saved_and_loaded() {
    let mut app = App::play("fish", "", &ME_AND_1, 5);
    app.keys("\t\n\t\n");
    let log = |app: &App| app.screen().lines().filter(|line| line.contains('│')).count();
    let before = log(&app);
    app.keys("s");
    assert!(app.screen().contains("fish-5.floe"), "a name is proposed:\n{}", app.screen());
    app.keys("\n");
    assert!(app.screen().contains("Saved to fish-5.floe."), "{}", app.screen());
    app.keys("\t\nlfish-5.floe\n");
    assert_eq!(log(&app), before);
    // Another game with the same name asks first.
    app.keys("s");
    app.keys("\n");
    assert!(app.screen().contains("fish-5.floe exists. Overwrite it?"), "{}", app.screen());
    app.keys("y");
    assert_eq!(app.files.len(), 2);
}

#[test]
fn hands_are_shown_only_to_the_player_to_act() {
    let mut app = App::play("montauk", "rounds=1", &[Occupant::Me; 2], 3);
    for _ in 0..8 {
        let screen = app.screen();
        if screen.contains("Pass the keyboard") {
            assert_eq!(screen.matches(" worth ").count(), 0, "no hand is open:\n{screen}");
            app.keys("x");
            assert!(app.screen().contains("Pass the keyboard"), "only Enter works");
            app.keys("\n");
        }
        let screen = app.screen();
        assert_eq!(screen.matches(" worth ").count(), 1, "one hand is open:\n{screen}");
        assert!(screen.contains("??"), "the other is not:\n{screen}");
        app.keys("\n");
    }
}

#[test]
fn stopping_shows_the_exact_count_first() {
    let mut app = App::play("paper-penguins", "rows=4,cols=4,pieces=1", &[Occupant::Me; 2], 1);
    app.keys("o");
    assert!(app.screen().contains("No exact count yet"), "{}", app.screen());
    // Two pieces with a crossed-out column between them.
    let entry = registry::find("paper-penguins").unwrap();
    let rules = entry.rules(&parse_rule_args("rows=3,cols=5,pieces=1").unwrap()).unwrap();
    let start = Start::Position("A0202B0/11011/11011 move 0 0,0 0,0");
    let record = Record::from_table(&*open(&rules, start).unwrap(), Viewer::Omniscient);
    let session = Session::resume(&record, Some(vec![Occupant::Me; 2])).unwrap();
    let mut app = App::new(Model::Play(Box::new(Play::new(session).unwrap())));
    app.keys("o");
    assert!(app.screen().contains("Offer to stop here?"), "{}", app.screen());
    assert!(app.screen().contains("The exact count: "));
    app.keys("y");
    assert!(app.screen().contains("offers to stop here."), "{}", app.screen());
    app.keys("y");
    assert!(app.screen().contains("Game over"), "{}", app.screen());
}

#[test]
fn resigning_asks_first() {
    let mut app = App::play("penguins", "", &ME_AND_1, 1);
    app.keys("rn");
    assert!(!app.screen().contains("Game over"));
    app.keys("ry");
    assert!(app.screen().contains("Engine 1 wins"), "{}", app.screen());
}

#[test]
fn larger_screens_have_larger_cells_and_small_ones_show_a_message() {
    let app = App::play("amazons", "", &ME_AND_1, 1);
    let (large, _) = app.frame(DisplayMode::FULL, 160, 60);
    let rows: Vec<usize> = (large.lines().enumerate())
        .filter(|(_, line)| line.starts_with("10") || line.starts_with(" 9"))
        .map(|(row, _)| row)
        .collect();
    assert_eq!(rows[1] - rows[0], 5, "{large}");
    for (width, height) in [(1, 1), (39, 24), (80, 11), (40, 12), (44, 14), (500, 3)] {
        for game in GAMES {
            let app = App::play(game, "", &ME_AND_1, 1);
            let (screen, _) = app.frame(DisplayMode::FULL, width, height);
            assert_eq!(screen.lines().count(), usize::from(height), "{game}");
        }
    }
}

#[test]
fn a_record_is_replayed() {
    let mut app = App::play("amazonian-buffet", "rows=3,cols=4", &[Occupant::Me; 2], 1);
    while !app.screen().contains("Game over") {
        app.keys("\t\n");
    }
    app.keys("s");
    app.keys("\n");
    let record = Record::parse(&app.files[0].1).unwrap();
    let events = record.events.len();
    let mut app = App::new(Model::Replay(Box::new(Replay::new(record).unwrap())));
    assert!(app.screen().contains(&format!("event 0 of {events}")));
    app.key(KeyCode::End);
    assert!(app.screen().contains(&format!("event {events} of {events}")), "{}", app.screen());
    let end = app.screen();
    app.key(KeyCode::Left);
    assert!(app.screen().contains(&format!("event {} of {events}", events - 1)));
    app.key(KeyCode::Right);
    assert_eq!(app.screen(), end);
    app.key(KeyCode::Home);
    app.keys(" ");
    assert!(app.model.tick(std::time::Duration::from_secs(1)));
    assert!(app.screen().contains(&format!("event 1 of {events}")), "{}", app.screen());
    app.keys("q");
    assert!(app.quit);
}

#[test]
fn every_key_is_harmless_at_any_time() {
    let letters = "?hu\tos\n\n\u{1b}lnqrm \ty";
    for game in ["amazons", "montauk", "penguin-buffet"] {
        let mut app = App::play(game, if game == "amazons" { "5x5" } else { "" }, &ME_AND_1, 2);
        for (number, letter) in letters.chars().cycle().take(120).enumerate() {
            // The file to load must exist.
            if letter == 'l' || letter == 'o' && number > 20 {
                continue;
            }
            match letter {
                '\u{1b}' => app.key(KeyCode::Esc),
                letter => app.keys(&letter.to_string()),
            }
            assert_eq!(app.screen().lines().count(), 24);
        }
    }
}

#[test]
fn the_menu_starts_every_game() {
    for (number, game) in registry::GAMES.iter().enumerate() {
        let mut app = App::menu();
        for _ in 0..number {
            app.key(KeyCode::Down);
        }
        assert!(app.screen().contains(&format!("▸ {}", game.name)), "{}", app.screen());
        app.keys("\n\n");
        assert!(app.screen().starts_with(&format!(" {}   seed 1", game.name)), "{}", app.screen());
        assert!(app.screen().contains("you"), "{}", app.screen());
    }
}

#[test]
fn the_menu_sets_rules_players_seats_and_level() {
    let mut app = App::menu();
    app.key(KeyCode::Down);
    app.key(KeyCode::Down);
    app.keys("\n");
    for (setting, presses, expected) in [
        (0, 1, "‹ atoll ›"),
        (1, 1, "‹ 3 ›"),
        (2, 2, "‹ Amber (3 of 3) ›"),
        (3, 1, "‹ engine 4 ›"),
        (4, 1, "‹ 2 ›"),
    ] {
        for _ in 0..presses {
            app.key(KeyCode::Right);
        }
        assert!(app.screen().contains(expected), "{setting}:\n{}", app.screen());
        app.key(KeyCode::Down);
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("menu", app.screen());
    });
    let (plain, _) = app.frame(DisplayMode::PLAIN, 80, 24);
    assert!(plain.is_ascii(), "{plain}");
    for (width, height) in [(1, 1), (40, 12), (200, 60)] {
        app.frame(DisplayMode::FULL, width, height);
    }
    app.keys("?");
    assert!(app.screen().contains("[Rules]") && app.screen().contains("Mr. Pauper"), "{}", app.screen());
    app.key(KeyCode::Esc);
    app.keys("\n");
    assert!(app.screen().starts_with(" Mr. Pauper's Penguins   seed 2"), "{}", app.screen());
    assert_eq!(app.screen().matches("engine 4").count(), 2, "{}", app.screen());
    // Back to the menu: the game has begun, so it asks.
    app.keys("\t\ng");
    assert!(app.screen().contains("Leave this game for the menu?"), "{}", app.screen());
    app.keys("y");
    assert!(app.screen().contains("▸ Mr. Pauper's Penguins") && app.screen().contains("Choose a game."));
    app.keys("q");
    assert!(app.quit);
}

#[test]
fn the_rules_are_a_key_away_and_can_be_scrolled() {
    let mut app = App::play("montauk", "", &ME_AND_1, 1);
    app.keys("?");
    assert!(
        app.screen().contains("[Rules]") && app.screen().contains("Montauk (montauk)"),
        "{}",
        app.screen()
    );
    app.keys("  ");
    assert!(!app.screen().contains("Montauk (montauk)"), "{}", app.screen());
    app.key(KeyCode::End);
    let end = app.screen();
    app.key(KeyCode::Down);
    assert_eq!(app.screen(), end, "the end is the end");
    app.key(KeyCode::Tab);
    assert!(
        app.screen().contains("[Keys]") && app.screen().contains("review a finished game"),
        "{}",
        app.screen()
    );
    app.key(KeyCode::Esc);
    assert!(app.screen().contains("Your turn"), "{}", app.screen());
}

#[test]
fn a_trick_says_who_won_it_and_why() {
    let mut app = App::play("montauk", "", &ME_AND_1, 1);
    let mut seen = [false; 4];
    for _ in 0..60 {
        let screen = app.screen();
        for (seen, words) in seen.iter_mut().zip([" beat ", "To spend: ", " spent ", "with the "]) {
            *seen |= screen.contains(words);
        }
        assert!(screen.contains("♠ beats ♥ ♦   ♥ beats ♦ ♣   ♦ beats ♣   ♣ beats ♠"), "{screen}");
        app.keys("\n");
    }
    assert_eq!(seen, [true; 4]);
}

#[test]
fn a_showdown_lays_three_hands_open() {
    for rules in ["rows=3,cols=3", "rows=3,cols=3,table"] {
        let mut app = App::play("penguin-buffet", rules, &ME_AND_1, 1);
        while !app.screen().contains("Game over") {
            app.keys("\t\n");
        }
        let screen = app.screen();
        for words in ["Hand 1", "Hand 2", "Hand 3", "✓", "two of three win"] {
            assert!(screen.contains(words), "{words}:\n{screen}");
        }
    }
}

#[test]
fn a_finished_game_is_reviewed() {
    let mut app = App::play("amazons", "5x5", &ME_AND_1, 1);
    app.keys("v");
    assert!(app.screen().contains("when it is over"), "{}", app.screen());
    while !app.screen().contains("Game over") {
        app.keys("\t\n");
    }
    app.keys("v");
    let screen = app.screen();
    assert!(screen.contains("Review") && screen.contains("   1. seat 0"), "{screen}");
    app.key(KeyCode::End);
    assert!(app.screen().contains("accuracy"), "{}", app.screen());
    app.key(KeyCode::Esc);
    assert!(app.screen().contains("v review"), "{}", app.screen());
}

#[test]
fn questions_are_grammatical() {
    let mut app = App::play("penguins", "", &ME_AND_1, 1);
    app.keys("r");
    assert!(app.screen().contains("Do you resign?"), "{}", app.screen());
    let mut app = App::play("amazons", "", &[Occupant::Me; 2], 1);
    app.keys("r");
    assert!(app.screen().contains("Does White resign?"), "{}", app.screen());
    app.keys("y");
    assert!(app.screen().contains("Black wins"), "{}", app.screen());
}

#[test]
fn a_typed_move_is_completed_and_recalled() {
    let mut app = App::play("amazons", "", &[Occupant::Me; 2], 1);
    app.keys("ma4-a5/a4");
    app.key(KeyCode::Left);
    app.key(KeyCode::Backspace);
    app.keys("j\t");
    assert!(app.screen().contains("> a4-a5/j4"), "{}", app.screen());
    app.keys("\n");
    assert!(app.screen().contains("no straight line"), "{}", app.screen());
    app.keys("m");
    app.key(KeyCode::Up);
    assert!(app.screen().contains("> a4-a5/j4"), "{}", app.screen());
}
