use super::montauk::start;
use super::{Numbers, written};
use crate::cards::{Card, deck};
use crate::montauk::pile::Pile;
use crate::tracked::Tracked;
use crate::{Montauk, Summary, check_trace};
use serde_json::{Value, json};

/// Deals as the rules say, from a pile that has an order.
struct Dealer {
    numbers: Numbers,
    decks: usize,
    pile: Vec<String>,
    hands: [Vec<String>; 2],
    trick: Vec<String>,
    discard: Vec<String>,
}

impl Dealer {
    fn gather(&mut self) {
        self.pile = deck().repeat(self.decks).iter().map(Card::to_string).collect();
        self.numbers.shuffle(&mut self.pile);
        self.discard.clear();
    }

    /// The top of the pile is the end of the list.
    fn shuffle_under(&mut self) {
        let mut under = std::mem::take(&mut self.discard);
        self.numbers.shuffle(&mut under);
        under.append(&mut self.pile);
        self.pile = under;
    }

    fn end_round(&mut self) {
        self.discard.append(&mut self.trick);
        for hand in &mut self.hands {
            self.discard.append(hand);
        }
    }

    fn deal(&mut self, leader: usize) {
        if self.pile.len() < 12 {
            self.shuffle_under();
        }
        for index in 0..12 {
            let card = self.pile.pop().unwrap();
            self.hands[(leader + index) % 2].push(card);
        }
    }

    fn draw(&mut self) -> String {
        if self.pile.is_empty() {
            self.shuffle_under();
        }
        self.pile.pop().unwrap()
    }
}

/// Plays a random match and records it.
fn trace(start: &Value, seed: u64) -> Vec<Value> {
    let rules = &start["rules"];
    let mut game = Montauk::from_start(start).unwrap();
    let mut lines = vec![json!({"start": start})];
    let mut dealer = Dealer {
        numbers: Numbers(seed),
        decks: usize::try_from(rules["decks"].as_u64().unwrap()).unwrap(),
        pile: Vec::new(),
        hands: Default::default(),
        trick: Vec::new(),
        discard: Vec::new(),
    };
    let (mut ply, mut round) = (0, 0);
    while game.result().is_none() {
        let Some(chance) = game.chance() else {
            ply += 1;
            let (actor, legal) = (game.actor().unwrap(), game.legal());
            let text = legal[dealer.numbers.below(legal.len())].clone();
            if let Some(at) = dealer.hands[actor].iter().position(|card| *card == text) {
                if dealer.trick.len() >= 2 {
                    dealer.discard.append(&mut dealer.trick);
                }
                let card = dealer.hands[actor].remove(at);
                dealer.trick.push(card);
            }
            game.play(&text).unwrap();
            lines.push(json!({"ply": ply, "actor": actor, "legal": legal, "move": text,
                "scores": game.scores()}));
            continue;
        };
        let seat = usize::from(chance.contains("seat 1"));
        let event = if chance.contains("dice") {
            if seat == 0 {
                round += 1;
                dealer.end_round();
                let whole = match rules["reshuffle"].as_u64() {
                    Some(rounds) => (round - 1) % rounds == 0,
                    None => round == 1,
                };
                if whole {
                    dealer.gather();
                }
            }
            let dice: Vec<usize> = (0..6).map(|_| 1 + dealer.numbers.below(6)).collect();
            json!({"event": "dice", "to": seat, "dice": dice})
        } else if chance.contains("leader") {
            json!({"event": "lead", "to": dealer.numbers.below(2)})
        } else if chance.contains("dealt") {
            if dealer.hands[seat].is_empty() {
                dealer.deal(seat);
            }
            json!({"event": "deal", "to": seat, "cards": dealer.hands[seat]})
        } else {
            let card = dealer.draw();
            dealer.trick.push(card.clone());
            json!({"event": "draw", "cards": [card]})
        };
        game.event(&event).unwrap();
        lines.push(event);
    }
    let (winners, scores) = game.result().unwrap();
    lines.push(json!({"result": {"winners": winners, "scores": scores, "reason": "all rounds played"}}));
    lines
}

fn check(lines: &[Value]) -> Result<Summary, String> {
    check_trace(&written(lines))
}

#[test]
fn random_matches() {
    for (index, changes) in [
        json!({"rounds": 12}),
        json!({"rounds": 12, "decks": 2, "reshuffle": "short", "tie_lead": "random"}),
        json!({"rounds": 12, "reshuffle": "short", "tie_lead": "alternate", "next_lead": "alternate"}),
        json!({"rounds": 12, "reshuffle": 1, "next_lead": "fixed", "bear_off": "backgammon", "must_spend": true}),
        json!({"rounds": 12, "stack_spends": false, "bear_off": "backgammon", "scoring": "pips"}),
        json!({"rounds": 2, "scoring": "race", "tie": "extra_round", "rank_match": "face", "decks": 2}),
    ]
    .into_iter()
    .enumerate()
    {
        for seed in 0..20 {
            let lines = trace(&start(&changes), 100 * index as u64 + seed);
            assert_eq!(check(&lines).map(|summary| summary.games), Ok(1));
            let extra = changes["tie"] == "extra_round";
            let scores = &lines[lines.len() - 1]["result"]["scores"];
            assert!(!extra || scores[0] != scores[1]);
        }
    }
}

/// The lines of a kind, by their places.
fn places(lines: &[Value], kind: &str) -> Vec<usize> {
    (0..lines.len()).filter(|&index| lines[index]["event"] == kind).collect()
}

#[test]
fn spoiled_events() {
    let good = trace(&start(&json!({"rounds": 3})), 7);
    let fails = |line: usize, path: &str, value: Value, why: &str| {
        let mut lines = good.clone();
        *lines[line].pointer_mut(path).unwrap() = value;
        let error = check(&lines).unwrap_err();
        assert!(error.starts_with(&format!("line {}:", line + 1)) && error.contains(why), "{error}");
    };
    fails(1, "/dice/0", json!(7), "not a die");
    fails(1, "/dice/0", json!(0), "not a die");
    fails(1, "/dice", json!([1, 2, 3]), "six dice");
    fails(1, "/to", json!(1), "expected 0, found 1");
    fails(3, "/to", json!(2), "no seat");
    fails(3, "/event", json!("draw"), "not the event");
    let deals = places(&good, "deal");
    let card = good[deals[0]]["cards"][0].clone();
    // A card dealt twice, in one hand, in both, and in the next round.
    fails(deals[0], "/cards/1", card.clone(), "not in the pile");
    fails(deals[1], "/cards/1", card.clone(), "not in the pile");
    fails(deals[2], "/cards/1", card.clone(), "not in the pile");
    fails(deals[0], "/cards/1", json!("1H"), "not a card");
    fails(deals[0], "/cards", json!(["2H"]), "instead of six");
    let draws = places(&good, "draw");
    fails(draws[0], "/cards/0", card, "not in the pile");
    fails(draws[0], "/cards", json!([]), "not one card");
    let missing = |line: usize, why: &str| {
        let mut lines = good.clone();
        lines.remove(line);
        let error = check(&lines).unwrap_err();
        assert!(error.contains(why), "{error}");
    };
    missing(2, "not the event");
    missing(3, "not the event");
    missing(deals[1], "cards have to be dealt");
    missing(draws[0], "extra card has to be drawn");
}

#[test]
fn spoiled_plies() {
    let good = trace(&start(&json!({"rounds": 3})), 8);
    let first = (0..good.len()).find(|&line| good[line]["ply"] == 1).unwrap();
    let spend =
        (0..good.len()).find(|&line| good[line]["legal"][0].as_str().is_some_and(|text| text.contains('-')));
    let spend = spend.unwrap();
    let fails = |line: usize, path: &str, value: Value, why: &str| {
        let mut lines = good.clone();
        *lines[line].pointer_mut(path).unwrap() = value;
        let error = check(&lines).unwrap_err();
        assert!(error.starts_with(&format!("line {}:", line + 1)) && error.contains(why), "{error}");
    };
    fails(first, "/actor", json!(1 - good[first]["actor"].as_u64().unwrap()), "actor");
    fails(first, "/legal/0", json!("pass"), "legal");
    fails(first, "/scores", json!([1, 0]), "scores");
    fails(spend, "/move", json!("6-0"), "not a legal move");
    fails(spend, "/legal/0", json!("6-0"), "legal");
    let last = good.len() - 1;
    fails(last, "/result/winners", json!([]), "winners");
    fails(last, "/result/scores", json!([0, 0]), "final scores");
    // The last ply of a round shows its score.
    let next_dice = places(&good, "dice")[2];
    assert_ne!(good[next_dice - 1]["scores"], json!([0, 0]));
}

#[test]
fn the_leader_is_drawn_only_when_points_are_equal() {
    let good = trace(&start(&json!({"rounds": 12})), 9);
    assert_eq!(places(&good, "lead"), [3]);
    let mut lines = good.clone();
    let dice = places(&good, "dice")[3];
    lines.insert(dice + 1, json!({"event": "lead", "to": 0}));
    assert!(check(&lines).unwrap_err().contains("not the event"));
}

#[test]
fn equal_rolls_again() {
    let mut game = Montauk::from_start(&start(&json!({"reroll_equal": true}))).unwrap();
    let dice = |seat: usize, dice: [u8; 6]| json!({"event": "dice", "to": seat, "dice": dice});
    game.event(&dice(0, [1, 2, 3, 4, 5, 6])).unwrap();
    game.event(&dice(1, [6, 5, 4, 3, 2, 1])).unwrap();
    assert!(game.chance().unwrap().contains("seat 0 has to roll"));
    game.event(&dice(0, [1, 2, 3, 4, 5, 6])).unwrap();
    game.event(&dice(1, [1, 2, 3, 4, 5, 5])).unwrap();
    assert!(game.chance().unwrap().contains("leader"));
}

#[test]
fn cards_on_top_are_dealt_first() {
    let cards = deck();
    let deal = |leader: &[Card], other: &[Card]| -> Result<(), String> {
        let mut pile = Pile::new(1);
        // All but the last five have been used.
        pile.take(&cards[..47])?;
        pile.discard(cards[..47].iter().copied());
        pile.before_deal();
        pile.after_deal(leader, other)?;
        pile.take(leader)?;
        pile.take(other)
    };
    let hand = |top: &[usize], under: &[usize]| -> Vec<Card> {
        top.iter().map(|index| cards[47 + index]).chain(under.iter().map(|&index| cards[index])).collect()
    };
    // Three of the five go to the leader, who is dealt the first card.
    assert_eq!(deal(&hand(&[0, 1, 2], &[0, 1, 2]), &hand(&[3, 4], &[3, 4, 5, 6])), Ok(()));
    let wrong = deal(&hand(&[0, 1], &[0, 1, 2, 3]), &hand(&[2, 3, 4], &[4, 5, 6]));
    assert!(wrong.unwrap_err().contains("instead of 3"));
    let wrong = deal(&hand(&[0, 1, 2], &[0, 1, 2]), &hand(&[3], &[3, 4, 5, 6, 7]));
    assert!(wrong.unwrap_err().contains("was not dealt"));
    let wrong = deal(&hand(&[0, 1, 2], &[0, 1, 2]), &hand(&[3, 4], &[2, 3, 4, 5]));
    assert!(wrong.unwrap_err().contains("not in the pile"));
    // An empty pile is made of the discard; not of cards in hands.
    let mut pile = Pile::new(1);
    pile.take(&cards).unwrap();
    pile.discard([cards[0]]);
    assert!(pile.draw(cards[1]).is_err());
    assert_eq!(pile.draw(cards[0]), Ok(()));
}
