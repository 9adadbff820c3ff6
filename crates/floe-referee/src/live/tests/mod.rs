//! Tables are played at random, and their logs are compared with their states.

mod fair_play;

use floe_games::{GameRng, UserInfo, registry};

use super::*;

const T0: i64 = 1_700_000_000_000;

fn user(name: &str) -> Occupant {
    Occupant::user(name)
}

fn made(game: &str, rules: Value, clock: Option<&str>) -> TableConfig {
    TableConfig {
        floe: TableConfig::VERSION,
        game: game.into(),
        rules,
        host: "ann".into(),
        clock: clock.map(str::to_owned),
        rated: false,
        public: true,
        takebacks: true,
        substitute: None,
        tournament: None,
        rematch_of: None,
        secret: "5a".repeat(32),
        contribute: false,
    }
}

/// A table with its log, stored as the server stores it.
struct Saved {
    live: LiveTable,
    log: Vec<(i64, String)>,
}

impl Saved {
    fn new(made: TableConfig) -> Saved {
        let rules = registry::find(&made.game).and_then(|game| game.rules_from_object(&made.rules)).unwrap();
        let log = vec![(T0, TableEvent::Created(made.clone()).to_text())];
        Saved { live: LiveTable::make(made, template(&rules).unwrap(), T0).unwrap(), log }
    }

    fn take(&mut self, step: Transition, now_ms: i64) {
        self.log.extend(step.entries.iter().map(|entry| (now_ms, entry.to_text())));
        self.live = step.next;
    }

    fn ask(&mut self, ask: TableCommand, now_ms: i64) -> Result<(), Refusal> {
        let step = self.live.handle(&ask, now_ms)?;
        self.take(step, now_ms);
        Ok(())
    }

    fn sit(&mut self, names: &[&str]) {
        for name in names {
            let contribution = self.live.has_chance.then(|| self.contribution(name));
            self.ask(TableCommand::Sit { seat: None, who: user(name), contribution }, T0).unwrap();
        }
    }

    /// A client's contribution to the deal.
    fn contribution(&self, name: &str) -> String {
        format!("{}.{name}", self.live.commitment())
    }

    fn play(&mut self, text: &str, now_ms: i64) -> Result<(), Refusal> {
        let seat = self.live.turn().unwrap();
        self.ask(TableCommand::Move { seat, at: self.live.version(), text: text.into(), lag_ms: 0 }, now_ms)
    }

    fn first_move(&self) -> String {
        self.live.legal(Viewer::Seat(self.live.turn().unwrap())).unwrap().swap_remove(0)
    }

    /// The table rebuilt from its log.
    fn reread(&self) -> LiveTable {
        let mut entries = self.log.iter().map(|(at, text)| (*at, TableEvent::parse(text).unwrap()));
        let Some((at, TableEvent::Created(made))) = entries.next() else {
            panic!("a log begins with the creation")
        };
        let rules = registry::find(&made.game).and_then(|game| game.rules_from_object(&made.rules)).unwrap();
        let mut live = LiveTable::make(made, template(&rules).unwrap(), at).unwrap();
        for (at, entry) in entries {
            live.apply(at, &entry).unwrap();
        }
        live
    }

    fn same_after_reading(&self, now_ms: i64) {
        let again = self.reread();
        let nobody = |_: &str| UserInfo::default();
        let viewers = (0..self.live.seat_count()).map(Viewer::Seat);
        for viewer in viewers.chain([Viewer::Spectator, Viewer::Omniscient]) {
            let state = |live: &LiveTable| live.state("t", viewer, Vec::new(), &nobody, now_ms);
            assert_eq!(state(&self.live), state(&again));
        }
        assert_eq!(self.live.due_ms(), again.due_ms());
        assert_eq!(self.live.ended(), again.ended());
    }
}

#[test]
fn a_log_restores_the_table_in_every_game() {
    for entry in registry::GAMES {
        for seed in 0..2 {
            let mut saved = Saved::new(made(entry.id, entry.default_rules().to_json(), Some("300+5")));
            let names: Vec<String> = (0..saved.live.seat_count()).map(|seat| format!("p{seat}")).collect();
            saved.sit(&names.iter().map(String::as_str).collect::<Vec<_>>());
            let (mut chance, mut now) = (GameRng::for_player(seed), T0);
            while saved.live.stage() == Stage::Live {
                now += 500;
                let mut legal = saved.live.legal(Viewer::Seat(saved.live.turn().unwrap())).unwrap();
                let text = legal.swap_remove(chance.below(legal.len() as u32) as usize);
                saved.play(&text, now).unwrap();
                if chance.below(20) == 0 {
                    saved.same_after_reading(now + 77);
                }
            }
            assert_eq!(saved.live.stage(), Stage::Over);
            saved.same_after_reading(now);
            let record = saved.live.record(Viewer::Spectator, names).unwrap();
            let verified = floe_games::fair::verify(&record).unwrap();
            assert_eq!(verified.proves_fair(), saved.live.has_chance, "{verified:?}");
        }
    }
}

#[test]
fn moves_name_the_version_they_were_chosen_at() {
    let mut saved = Saved::new(made("amazons", serde_json::json!({"rows": 6, "cols": 6}), None));
    saved.sit(&["ann", "bob"]);
    let text = saved.first_move();
    let at = saved.live.version();
    saved.play(&text, T0 + 10).unwrap();
    for seat in [0, 1] {
        let again = saved.ask(TableCommand::Move { seat, at, text: text.clone(), lag_ms: 0 }, T0 + 20);
        assert!(again.unwrap_err().to_string().contains("the table is at version"));
    }
    let other = saved.ask(TableCommand::Move { seat: 0, at: saved.live.version(), text, lag_ms: 0 }, T0 + 20);
    assert!(other.unwrap_err().to_string().contains("not seat 0's turn"));
}

#[test]
fn clocks_run_out_and_offers_give_no_time() {
    let mut saved = Saved::new(made("amazons", serde_json::json!({}), Some("60+0")));
    saved.sit(&["ann", "bob"]);
    for now in [10_000, 20_000] {
        let text = saved.first_move();
        saved.play(&text, T0 + now).unwrap();
    }
    // Ann thinks from 20 s on with 50 s left; asking for a takeback in between does not change that.
    saved.ask(TableCommand::Takeback { seat: 1 }, T0 + 60_000).unwrap();
    assert_eq!(saved.live.due_ms(), Some(T0 + 70_000 + MAX_LAG_MS as i64));
    assert!(saved.live.tick(T0 + 70_400, &[]).unwrap().is_none());
    let text = saved.first_move();
    assert!(saved.play(&text, T0 + 70_100).unwrap_err().to_string().contains("after your time ran out"));
    let step = saved.live.tick(T0 + 70_500, &[]).unwrap().unwrap();
    saved.take(step, T0 + 70_500);
    assert_eq!(saved.live.result().unwrap().winners, [1]);
    saved.same_after_reading(T0 + 80_000);
}

#[test]
fn downtime_is_charged_to_no_one() {
    let mut saved = Saved::new(made("amazons", serde_json::json!({}), Some("60+0")));
    saved.sit(&["ann", "bob"]);
    let text = saved.first_move();
    saved.play(&text, T0 + 1_000).unwrap();
    let due = saved.live.due_ms().unwrap();
    saved.ask(TableCommand::Resume { away_ms: 3_600_000 }, T0 + 3_610_000).unwrap();
    assert_eq!(saved.live.due_ms(), Some(due + 3_600_000));
}

#[test]
fn takebacks_need_everyone_and_nothing_hidden() {
    let mut saved = Saved::new(made("penguins", serde_json::json!({}), None));
    saved.sit(&["ann", "bob"]);
    let before = saved.live.status(Viewer::Spectator, T0).position;
    let text = saved.first_move();
    saved.play(&text, T0 + 1).unwrap();
    saved.ask(TableCommand::Takeback { seat: 0 }, T0 + 2).unwrap();
    assert!(saved.ask(TableCommand::TakebackAnswer { seat: 0, yes: true }, T0 + 3).is_err());
    saved.ask(TableCommand::TakebackAnswer { seat: 1, yes: true }, T0 + 3).unwrap();
    assert_eq!(saved.live.status(Viewer::Spectator, T0).position, before);
    saved.same_after_reading(T0 + 4);
    let mut hidden = Saved::new(made("montauk", serde_json::json!({}), None));
    hidden.sit(&["ann", "bob"]);
    let refused = hidden.ask(TableCommand::Takeback { seat: 0 }, T0).unwrap_err();
    assert!(refused.to_string().contains("hidden cards"), "{refused}");
}

#[test]
fn leavers_are_replaced_where_the_table_says_so() {
    let rules = serde_json::json!({"players": 3});
    let mut saved =
        Saved::new(TableConfig { substitute: Some("3".into()), ..made("penguins", rules.clone(), None) });
    saved.sit(&["ann", "bob", "cy"]);
    saved.ask(TableCommand::Act { seat: 1, action: Action::Resign }, T0 + 1).unwrap();
    assert_eq!(saved.live.stage(), Stage::Live);
    assert_eq!(saved.live.occupants().nth(1).unwrap(), &Occupant::engine("3"));
    let mut plain = Saved::new(made("penguins", rules, None));
    plain.sit(&["ann", "bob", "cy"]);
    plain.ask(TableCommand::Act { seat: 0, action: Action::Resign }, T0 + 1).unwrap();
    assert_eq!(plain.live.turn(), Some(1));
    plain.same_after_reading(T0 + 2);
}

#[test]
fn a_no_show_costs_no_one_a_game() {
    let mut saved = Saved::new(made("amazons", serde_json::json!({}), Some("300+5")));
    let step = saved.live.tick(T0 + 60 * 60 * 1000, &[]).unwrap().unwrap();
    assert_eq!(step.next.stage(), Stage::Aborted);
    saved.sit(&["ann", "bob"]);
    let step = saved.live.tick(T0 + 60_000, &[]).unwrap().unwrap();
    assert_eq!(step.next.stage(), Stage::Aborted);
    // With days to think no one has to be present.
    let mut slow = Saved::new(made("amazons", serde_json::json!({}), Some("3d")));
    slow.sit(&["ann", "bob"]);
    assert!(slow.live.tick(T0 + 2 * 86_400_000, &[]).unwrap().is_none());
}

#[test]
fn a_tournament_knows_who_did_not_come() {
    let cup =
        |game, rules| TableConfig { tournament: Some("cup".into()), ..made(game, rules, Some("300+5")) };
    let mut saved = Saved::new(cup("amazons", serde_json::json!({})));
    saved.sit(&["ann", "bob"]);
    assert_eq!(saved.live.ended(), None);
    for (here, absent) in [(vec![1], vec![0]), (vec![], vec![0, 1]), (vec![0, 1], vec![0])] {
        let step = saved.live.tick(T0 + 60_000, &here).unwrap().unwrap();
        assert_eq!(step.next.ended().unwrap().absent, absent);
        let mut saved = Saved { live: saved.live.clone(), log: saved.log.clone() };
        saved.take(step, T0 + 60_000);
        saved.same_after_reading(T0 + 60_000);
    }
    // Three play on without them.
    let mut three = Saved::new(cup("penguins", serde_json::json!({ "players": 3 })));
    three.sit(&["ann", "bob", "cy"]);
    let step = three.live.tick(T0 + 60_000, &[]).unwrap().unwrap();
    assert_eq!((step.next.stage(), step.next.turn()), (Stage::Live, Some(1)));
    three.take(step, T0 + 60_000);
    three.same_after_reading(T0 + 60_000);
}

#[test]
fn updates_hide_what_is_hidden_and_reveal_it_when_it_is_revealed() {
    let mut saved = Saved::new(made("montauk", serde_json::json!({}), None));
    saved.sit(&["ann", "bob"]);
    let nobody = |_: &str| UserInfo::default();
    let (mut hidden, mut revealed) = (0, 0);
    let mut chance = GameRng::for_player(3);
    for _ in 0..60 {
        let Some(seat) = saved.live.turn() else { break };
        let mut legal = saved.live.legal(Viewer::Seat(seat)).unwrap();
        let text = legal.swap_remove(chance.below(legal.len() as u32) as usize);
        let ask = TableCommand::Move { seat, at: saved.live.version(), text: text.clone(), lag_ms: 0 };
        let step = saved.live.handle(&ask, T0).unwrap();
        let update = |viewer| step.next.update("t", &saved.live, &step.entries, viewer, &nobody, T0);
        let other = update(Viewer::Seat(1 - seat));
        let TableEvent::Game { event, .. } = &other.entries[0] else { panic!("{other:?}") };
        if matches!(event, Event::Move { text: None, .. }) {
            hidden += 1;
            let own = update(Viewer::Seat(seat));
            let moved = Event::Move { by: seat, text: Some(text), ms: Some(0) };
            assert!(matches!(&own.entries[0], TableEvent::Game { event, .. } if *event == moved));
        }
        revealed += update(Viewer::Spectator).revealed.len();
        saved.take(step, T0);
    }
    assert!(hidden > 0 && revealed > 0, "{hidden} hidden, {revealed} revealed");
}

#[test]
fn what_only_the_log_has_is_not_sent() {
    let config = made("amazons", serde_json::json!({}), Some("300+5"));
    let mut saved = Saved::new(config.clone());
    saved.sit(&["ann", "bob"]);
    let people = |user: &str| UserInfo { name: user.to_uppercase(), ..UserInfo::default() };
    let logged = [
        TableEvent::Created(config.clone()),
        TableEvent::Seated { seat: 0, who: user("ann"), contribution: String::new() },
        TableEvent::Game { event: Event::Move { by: 0, text: Some("d1-d7/g7".into()), ms: None }, lag_ms: 7 },
        TableEvent::Left { seat: 1 },
    ];
    let sent = saved.live.update("t", &saved.live, &logged, Viewer::Seat(0), &people, T0).entries;
    assert_eq!(sent[0], TableEvent::Created(TableConfig { secret: String::new(), ..config.clone() }));
    assert_eq!(serde_json::json!(sent[1])["who"]["name"], "ANN");
    assert_eq!(
        serde_json::json!(sent[2]),
        serde_json::json!({"type": "game", "event": {"by": 0, "move": "d1-d7/g7"}})
    );
    assert_eq!(sent[3], logged[3]);
    assert!(!config.secret.is_empty() && !serde_json::to_string(&sent).unwrap().contains(&config.secret));
}

/// What a viewer gets is a function of what it may see: two games that look the same to it, with everything hidden
/// resampled, produce the same bytes, and so does a card laid face down in each.
#[test]
fn twins_that_look_the_same_produce_the_same_bytes() {
    let nobody = |_: &str| UserInfo::default();
    let mut chance = GameRng::for_player(11);
    let (mut states, mut commitments) = (0, 0);
    for seed in 0..4 {
        let mut saved = Saved::new(made("montauk", serde_json::json!({}), Some("300+5")));
        saved.sit(&["ann", "bob"]);
        let mut player = GameRng::for_player(seed);
        for _ in 0..120 {
            let Some(seat) = saved.live.turn() else { break };
            for viewer in [Viewer::Spectator, Viewer::Seat(1 - seat), Viewer::Seat(seat)] {
                let view = saved.live.game.as_ref().unwrap().table.position_text(viewer);
                let mut twin = || {
                    let mut twin = saved.live.clone();
                    let table = saved.live.template.new_table(Start::View(&view, &mut chance)).unwrap();
                    twin.game.as_mut().unwrap().table = table;
                    twin
                };
                let (one, two) = (twin(), twin());
                let state = |live: &LiveTable| {
                    serde_json::to_string(&live.state("t", viewer, Vec::new(), &nobody, T0)).unwrap()
                };
                assert_eq!(state(&one), state(&two));
                states += 1;
                if viewer == Viewer::Seat(seat) {
                    continue;
                }
                let sent = |live: &LiveTable| {
                    let text = live.legal(Viewer::Seat(seat)).unwrap().swap_remove(0);
                    let ask = TableCommand::Move { seat, at: live.version(), text, lag_ms: 0 };
                    let step = live.handle(&ask, T0).unwrap();
                    let update = step.next.update("t", live, &step.entries, viewer, &nobody, T0);
                    let down = matches!(
                        &update.entries[0],
                        TableEvent::Game { event: Event::Move { text: None, .. }, .. }
                    );
                    (down && update.entries.len() == 1).then(|| serde_json::to_string(&update).unwrap())
                };
                if let (Some(one), Some(two)) = (sent(&one), sent(&two)) {
                    assert_eq!(one, two);
                    commitments += 1;
                }
            }
            let mut legal = saved.live.legal(Viewer::Seat(seat)).unwrap();
            let text = legal.swap_remove(player.below(legal.len() as u32) as usize);
            saved.play(&text, T0).unwrap();
        }
    }
    assert!(states > 900 && commitments > 50, "{states} states, {commitments} cards face down");
}
