//! The terminal draws the game's board and lets people pick cells; a game without one is drawn as text with a list.

use std::sync::atomic::AtomicBool;

use floe_engine::Level;
use floe_games::switches::RuleSet;
use floe_tui::{
    DisplayMode, Effect, EngineCache, EngineReply, HitMap, HitTarget, Model, Occupant, Play, Session,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A screen with an engine that answers at once.
struct Desk(Model, EngineCache);

impl Desk {
    fn new(rules: &RuleSet, occupants: &[Occupant]) -> Desk {
        let entry = floe_games::registry::find(rules.game).unwrap();
        let session = Session::begin(entry, rules, 1, occupants.to_vec()).unwrap();
        let mut desk = Desk(Model::Play(Box::new(Play::new(session).unwrap())), EngineCache::default());
        desk.settle();
        desk
    }

    fn settle(&mut self) {
        loop {
            let effects = self.0.take_effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                if let Effect::Think(request) = effect {
                    let what = self.1.answer(&request, &AtomicBool::new(false));
                    let what = what.map_err(|refusal| refusal.to_string());
                    self.0.on_engine_reply(EngineReply { ticket: request.ticket, what });
                }
            }
        }
    }

    fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            let code = match letter {
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                letter => KeyCode::Char(letter),
            };
            self.0.key(KeyEvent::new(code, KeyModifiers::NONE));
            self.settle();
        }
    }

    fn frame(&self, look: DisplayMode, width: u16, height: u16) -> (String, HitMap) {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut hits = HitMap::default();
        terminal.draw(|frame| hits = self.0.draw(look, frame)).unwrap();
        let rows = terminal.backend().buffer().content.chunks(usize::from(width));
        let lines = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>() + "\n");
        (lines.collect(), hits)
    }

    fn screen(&self) -> String {
        self.frame(DisplayMode::FULL, 80, 24).0
    }
}

const ME_AND_1: [Occupant; 2] = [Occupant::Me, Occupant::Engine(Level::Number(1))];

#[test]
fn cells_are_picked_on_the_board() {
    let mut desk = Desk::new(&crate::rules(""), &[Occupant::Me; 2]);
    let screen = desk.screen();
    assert!(screen.contains("Isolation") && screen.contains("choose a pawn"), "{screen}");
    desk.keys("\t\n");
    assert!(desk.screen().contains("choose where it goes"), "{}", desk.screen());
    desk.keys("\t\n");
    assert!(desk.screen().contains("choose the next cell"), "{}", desk.screen());
    desk.keys("\t\n");
    assert!(desk.screen().contains("A d1-"), "{}", desk.screen());
    desk.keys("me6-e4/a1\n");
    assert!(desk.screen().contains("e4 is more than one step away"), "{}", desk.screen());
    let (plain, _) = desk.frame(DisplayMode::PLAIN, 80, 24);
    assert!(plain.is_ascii(), "{plain}");
}

#[test]
fn it_is_played_to_its_end_by_keys() {
    let mut desk = Desk::new(&crate::rules("small"), &ME_AND_1);
    desk.keys("h");
    assert!(desk.screen().contains("Hint: "), "{}", desk.screen());
    let mut presses = 0;
    while !desk.screen().contains("Game over") {
        desk.keys("\t\n");
        presses += 1;
        assert!(presses < 500, "{}", desk.screen());
    }
    assert!(desk.screen().contains("cannot move"), "{}", desk.screen());
}

#[test]
fn a_game_without_a_board_is_text_and_a_list() {
    let rules = crate::nim::rules("players=3");
    let mut desk = Desk::new(&rules, &[Occupant::Me, Occupant::Engine(Level::Number(2)), Occupant::Me]);
    let (screen, hits) = desk.frame(DisplayMode::FULL, 80, 24);
    assert!(screen.contains("sticks: |||||||||") && screen.contains("[1]"), "{screen}");
    let places = (0..24).flat_map(|row| (0..80).map(move |column| (column, row)));
    let options = places.filter_map(|(column, row)| hits.at(column, row));
    assert!(options.into_iter().any(|hit| hit == HitTarget::Option(2)), "moves can be clicked");
    for (width, height) in [(40, 12), (41, 13), (200, 60)] {
        desk.frame(DisplayMode::PLAIN, width, height);
    }
    let mut presses = 0;
    while !desk.screen().contains("Game over") {
        desk.keys("\t\n");
        presses += 1;
        assert!(presses < 30, "{}", desk.screen());
    }
    assert!(desk.screen().contains("no stick is left"), "{}", desk.screen());
}
