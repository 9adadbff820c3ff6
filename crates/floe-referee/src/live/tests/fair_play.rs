//! What a player could gain by bending the rules around the game: time, another deal, an endless log.

use floe_games::fair;
use serde_json::json;

use super::*;

fn rated(game: &str) -> TableConfig {
    TableConfig { rated: true, ..made(game, json!({}), Some("300+5")) }
}

/// A rated game of Montauk that has been dealt.
fn dealt() -> Saved {
    let mut saved = Saved::new(rated("montauk"));
    saved.sit(&["ann", "bob"]);
    assert_eq!(saved.live.stage(), Stage::Live);
    saved
}

#[test]
fn a_game_is_not_called_off_once_hidden_cards_are_dealt() {
    let mut saved = dealt();
    let refused = saved.ask(TableCommand::Abort { seat: 0 }, T0 + 1).unwrap_err();
    assert!(refused.to_string().contains("resign instead"), "{refused}");
    // Nor by staying away: a player who has seen a hand and does not move has lost.
    let late = saved.live.turn().unwrap();
    let step = saved.live.tick(T0 + 60_000, &[0, 1]).unwrap().unwrap();
    assert_eq!(step.next.stage(), Stage::Over);
    assert_eq!(step.next.result().unwrap().winners, [1 - late]);
    // A game without hidden cards can be, as long as one player has not moved.
    let mut open = Saved::new(rated("penguins"));
    open.sit(&["ann", "bob"]);
    open.ask(TableCommand::Abort { seat: 1 }, T0 + 1).unwrap();
    assert_eq!(open.live.deserters(), ["bob"]);
    open.same_after_reading(T0 + 2);
    // Sealed layouts come at the end of a buffet; its cards are face up.
    let rules = json!({"adjust": "sealed", "showdown": "table"});
    let mut sealed = Saved::new(TableConfig { rules, ..rated("penguin-buffet") });
    sealed.sit(&["ann", "bob"]);
    sealed.ask(TableCommand::Abort { seat: 0 }, T0 + 1).unwrap();
}

#[test]
fn the_secret_of_every_ended_game_is_revealed() {
    let nobody = |_: &str| UserInfo::default();
    let secret = |live: &LiveTable| {
        live.state("t", Viewer::Spectator, Vec::new(), &nobody, T0).fair.and_then(|deal| deal.secret)
    };
    let mut saved = dealt();
    assert_eq!(secret(&saved.live), None);
    saved.ask(TableCommand::Stop { why: "the operator stopped it".into() }, T0 + 1).unwrap();
    assert_eq!(saved.live.stage(), Stage::Aborted);
    assert_eq!(secret(&saved.live), Some("5a".repeat(32)));
    let record = saved.live.record(Viewer::Spectator, vec!["ann".into(), "bob".into()]).unwrap();
    assert!(fair::verify(&record).unwrap().proves_fair());
    let mut open = Saved::new(rated("montauk"));
    open.ask(TableCommand::Stop { why: "the host cancelled it".into() }, T0 + 1).unwrap();
    assert_eq!(secret(&open.live), Some("5a".repeat(32)));
}

#[test]
fn contributions_name_the_commitment_and_come_once() {
    let mut saved = Saved::new(rated("montauk"));
    let sit = |name: &str| TableCommand::Sit { seat: None, who: user(name), contribution: None };
    saved.ask(sit("ann"), T0).unwrap();
    assert_eq!(saved.live.awaiting(), [0]);
    let contribute = |contribution: String| TableCommand::Contribute { seat: 0, contribution };
    let commitment = saved.live.commitment();
    let other = "0".repeat(64);
    for wrong in [
        String::new(),
        "lucky charm".into(),
        commitment.clone(),
        format!("{commitment}."),
        format!("{other}.xyz"),
        format!("{commitment}.\n"),
        format!("{commitment}.{}", "x".repeat(200)),
    ] {
        let refused = saved.ask(contribute(wrong.clone()), T0).unwrap_err().to_string();
        assert!(refused.contains("a contribution"), "{wrong}: {refused}");
    }
    saved.ask(contribute(saved.contribution("ann")), T0).unwrap();
    let again = saved.ask(contribute(saved.contribution("eve")), T0).unwrap_err();
    assert!(again.to_string().contains("already contributed"), "{again}");
    saved.ask(sit("bob"), T0).unwrap();
    assert_eq!((saved.live.stage(), saved.live.awaiting()), (Stage::Open, vec![1]));
    let last = TableCommand::Contribute { seat: 1, contribution: saved.contribution("bob") };
    saved.ask(last, T0 + 5).unwrap();
    assert_eq!(saved.live.stage(), Stage::Live);
    saved.same_after_reading(T0 + 6);
    // There is nothing to contribute to.
    let mut amazons = Saved::new(rated("amazons"));
    amazons.ask(sit("ann"), T0).unwrap();
    assert!(amazons.live.awaiting().is_empty());
    let useless = TableCommand::Contribute { seat: 0, contribution: amazons.contribution("ann") };
    assert!(amazons.ask(useless, T0).unwrap_err().to_string().contains("no chance events"));
}

#[test]
fn a_deal_waits_for_absent_players_and_not_long_for_present_ones() {
    let sit = |name: &str| TableCommand::Sit { seat: None, who: user(name), contribution: None };
    let mut saved = Saved::new(rated("montauk"));
    saved.ask(sit("ann"), T0).unwrap();
    saved.ask(sit("bob"), T0).unwrap();
    assert!(saved.live.is_dealing());
    assert!(saved.live.tick(T0 + 2_999, &[0, 1]).unwrap().is_none());
    // Both are present, and their clients contribute nothing: it is dealt without.
    let step = saved.live.tick(T0 + 3_000, &[0, 1]).unwrap().unwrap();
    assert_eq!(step.next.stage(), Stage::Live);
    // One is not: nothing is dealt that only the other would see.
    assert!(saved.live.tick(T0 + 59_000, &[0]).unwrap().is_none());
    let step = saved.live.tick(T0 + 60_000, &[0]).unwrap().unwrap();
    assert_eq!(step.next.stage(), Stage::Aborted);
    assert_eq!((step.next.ended().unwrap().absent, step.next.deserters()), (vec![1], vec!["bob"]));
    // With clocks that count days no one has to be present.
    let mut slow = Saved::new(TableConfig { clock: Some("3d".into()), ..rated("montauk") });
    slow.ask(sit("ann"), T0).unwrap();
    slow.ask(sit("bob"), T0).unwrap();
    let step = slow.live.tick(T0 + 3_000, &[]).unwrap().unwrap();
    assert_eq!(step.next.stage(), Stage::Live);
    // Clients without contributions play casual games immediately.
    let mut casual = Saved::new(made("montauk", json!({}), Some("300+5")));
    casual.ask(sit("ann"), T0).unwrap();
    casual.ask(sit("bob"), T0).unwrap();
    assert_eq!(casual.live.stage(), Stage::Live);
    // One contribution counts for every seat of one person.
    let mut alone = Saved::new(TableConfig { contribute: true, ..made("penguins", json!({}), None) });
    alone.ask(sit("ann"), T0).unwrap();
    alone.ask(sit("ann"), T0).unwrap();
    assert_eq!(alone.live.awaiting(), [0, 1]);
    let contribution = alone.contribution("ann");
    alone.ask(TableCommand::Contribute { seat: 1, contribution }, T0).unwrap();
    assert_eq!(alone.live.stage(), Stage::Live);
}

#[test]
fn a_late_pong_gains_no_more_than_the_allowance() {
    let mut saved = Saved::new(made("amazons", json!({}), Some("600+0")));
    saved.sit(&["ann", "bob"]);
    let (mut now, mut moves) = (T0, 0u64);
    while moves < 40 {
        let (seat, text) = (saved.live.turn().unwrap(), saved.first_move());
        now += 1_000;
        // Ann claims half a second of latency, move after move; Bob claims none.
        let lag_ms = if seat == 0 { 500 } else { 0 };
        saved.ask(TableCommand::Move { seat, at: saved.live.version(), text, lag_ms }, now).unwrap();
        moves += u64::from(seat == 1);
    }
    let left = |seat: usize| saved.live.status(Viewer::Spectator, now).clocks[seat].unwrap().left_ms;
    let gained = left(0) - left(1);
    assert!((1_000..=1_000 + moves * 100).contains(&gained), "{gained} ms in {moves} moves");
    saved.same_after_reading(now);
}

#[test]
fn a_clock_set_back_while_the_server_is_down_charges_and_frees_no_one() {
    for away_ms in [-3_600_000, 3_600_000] {
        let mut saved = Saved::new(made("amazons", json!({}), Some("60+0")));
        saved.sit(&["ann", "bob"]);
        let text = saved.first_move();
        saved.play(&text, T0 + 1_000).unwrap();
        // Bob thinks for ten seconds, the server is down, and when it is back the time of day is different.
        let back = T0 + 11_000 + away_ms;
        saved.ask(TableCommand::Resume { away_ms }, back).unwrap();
        assert_eq!(saved.live.status(Viewer::Spectator, back).clocks[1].unwrap().left_ms, 50_000);
        saved.same_after_reading(back + 5);
    }
}

#[test]
fn logs_do_not_grow_without_limit() {
    let mut saved = Saved::new(made("amazons", json!({}), None));
    saved.sit(&["ann", "bob"]);
    let mut taken_back = 0;
    let refused = loop {
        let text = saved.first_move();
        saved.play(&text, T0).unwrap();
        match saved.ask(TableCommand::Takeback { seat: 0 }, T0) {
            Ok(()) => saved.ask(TableCommand::TakebackAnswer { seat: 1, yes: true }, T0).unwrap(),
            Err(refused) => break refused.to_string(),
        }
        taken_back += 1;
        assert!(taken_back < 1_000, "takebacks have no limit");
    };
    assert!(refused.contains("30 takebacks"), "{refused}");
    saved.same_after_reading(T0);

    let mut chairs = Saved::new(made("amazons", json!({}), None));
    let mut sits = 0;
    let refused = loop {
        let who = user(&format!("guest {sits}"));
        if let Err(refused) = chairs.ask(TableCommand::Sit { seat: Some(0), who, contribution: None }, T0) {
            break refused.to_string();
        }
        chairs.ask(TableCommand::Leave { seat: 0 }, T0).unwrap();
        sits += 1;
        assert!(sits < 1_000, "coming and going has no limit");
    };
    assert!(refused.contains("create a new one"), "{refused}");
}

#[test]
fn stop_offers_have_a_limit() {
    // Two islands: what each can still get is exact, so an offer can be made.
    let rules = json!({"layout": "***0***", "pieces": 1, "setup": "fixed", "start": "a1 | g1"});
    let mut saved = Saved::new(made("paper-penguins", rules, None));
    saved.sit(&["ann", "bob"]);
    let mut offers = 0;
    let refused = loop {
        match saved.ask(TableCommand::Act { seat: 0, action: Action::OfferStop }, T0) {
            Ok(()) => saved.ask(TableCommand::Act { seat: 1, action: Action::Refuse }, T0).unwrap(),
            Err(refused) => break refused.to_string(),
        }
        offers += 1;
        assert!(offers < 1_000, "offers have no limit");
    };
    assert!(refused.contains("10 times"), "{refused}");
}

/// House rules whose start is decided: the game is over when it begins.
#[test]
fn a_game_that_is_decided_at_the_start_is_over() {
    let rules = json!({
        "layout": "*0*0***/00*0**0/**000**/00*000*", "pieces": 1, "start": "a4 | f2",
    });
    let mut saved = Saved::new(made("amazons", rules, Some("300+5")));
    saved.sit(&["ann", "bob"]);
    assert_eq!((saved.live.stage(), saved.live.turn()), (Stage::Over, None));
    assert!(saved.live.result().is_some() && saved.live.ended_ms() == Some(T0));
    saved.same_after_reading(T0 + 5);
}

#[test]
fn takebacks_give_no_one_time() {
    let mut saved = Saved::new(made("amazons", json!({}), Some("20+5")));
    saved.ask(TableCommand::Sit { seat: Some(0), who: user("ann"), contribution: None }, T0).unwrap();
    saved
        .ask(TableCommand::Sit { seat: Some(1), who: Occupant::engine("1"), contribution: None }, T0)
        .unwrap();
    let left = |saved: &Saved, now: i64| {
        let nobody = |_: &str| UserInfo::default();
        let state = saved.live.state("t", Viewer::Seat(0), vec![0], &nobody, now);
        serde_json::to_value(&state.status.clocks).unwrap()[0]["left_ms"].as_i64().unwrap()
    };
    let mut now = T0 + 1_000;
    let text = saved.first_move();
    saved.play(&text, now).unwrap();
    for _ in 0..3 {
        let text = saved.first_move();
        saved.play(&text, now).unwrap();
        // Four seconds of thought, and the previous move is made again.
        now += 4_000;
        saved.ask(TableCommand::Takeback { seat: 0 }, now).unwrap();
        let text = saved.first_move();
        saved.play(&text, now).unwrap();
    }
    // A second for the first move, twelve in between, and one increment: that of the move that stands.
    assert_eq!(left(&saved, now), 20_000 - 1_000 - 12_000 + 5_000);
    saved.same_after_reading(now);
}

#[test]
fn one_user_cannot_use_up_a_table_by_coming_and_going() {
    let sit = |name: &str| TableCommand::Sit { seat: Some(1), who: user(name), contribution: None };
    let mut table = Saved::new(made("penguins", json!({"players": 3}), None));
    for _ in 0..5 {
        table.ask(sit("eve"), T0).unwrap();
        table.ask(TableCommand::Leave { seat: 1 }, T0).unwrap();
    }
    let refused = table.ask(sit("eve"), T0).unwrap_err().to_string();
    assert!(refused.contains("5 times"), "{refused}");
    table.ask(sit("bob"), T0).unwrap();
}

#[test]
fn eliminated_players_leave_a_table_to_the_engines() {
    let mut saved = Saved::new(made("penguins", json!({"players": 3}), None));
    let contribution = Some(saved.contribution("ann"));
    saved.ask(TableCommand::Sit { seat: Some(0), who: user("ann"), contribution }, T0).unwrap();
    for seat in [1, 2] {
        let who = Occupant::engine("1");
        saved.ask(TableCommand::Sit { seat: Some(seat), who, contribution: None }, T0).unwrap();
    }
    assert!(saved.live.has_people());
    saved.ask(TableCommand::Act { seat: 0, action: Action::Resign }, T0 + 1).unwrap();
    assert_eq!(saved.live.stage(), Stage::Live);
    assert!(!saved.live.has_people());
    assert_eq!(saved.live.status(Viewer::Spectator, T0 + 2).plays, [false, true, true]);
}
