//! The referee of one game.

use std::time::Duration;

use floe_games::Refusal;
use floe_games::slide::Phase;
use floe_wire::fish::wire::{Call, read_action, read_place};
use floe_wire::fish::{Action, Color};

use super::fault::{Failure, FishFault};
use super::fish_game::FishGame;
use super::join_all::together;
use super::observer::{GameEvent, GameObserver};
use super::player::Player;

/// Plays a game between players in the order of their seats and returns the seats that won. Players that fail are
/// eliminated, and stay failed; the game ends when no one can move.
pub async fn referee(
    ice: Box<dyn FishGame>,
    players: &mut [&mut Player],
    call_time: Duration,
    audience: &mut dyn GameObserver,
) -> Vec<usize> {
    let since = vec![Some(Vec::new()); players.len()];
    let mut game = Refereed { ice, players, call_time, audience, since };
    game.announce(|game| GameEvent::Game {
        players: game.players.iter().map(|player| player.name().to_owned()).collect(),
        state: game.ice.state(0),
    });
    game.introduce().await;
    while let Some((seat, phase)) = game.ice.turn() {
        match phase {
            Phase::Place => game.setup(seat).await,
            _ => game.take_turn(seat).await,
        }
    }
    let winners = game.ice.winners();
    game.announce(|game| GameEvent::Over {
        winners: winners.iter().map(|&seat| Color::ALL[seat]).collect(),
        state: game.ice.state(0),
    });
    winners
}

struct Refereed<'a, 'p> {
    ice: Box<dyn FishGame>,
    players: &'a mut [&'p mut Player],
    call_time: Duration,
    audience: &'a mut dyn GameObserver,
    /// For each seat the actions of the others since its last turn; `None` after an elimination.
    since: Vec<Option<Vec<Action>>>,
}

impl Refereed<'_, '_> {
    fn announce(&mut self, event: impl FnOnce(&Self) -> GameEvent) {
        if self.audience.watches() {
            let event = event(self);
            self.audience.tell(event);
        }
    }

    /// The state as the seat to act will see it.
    fn next_state(&self) -> floe_wire::fish::State {
        self.ice.state(self.ice.turn().map_or(0, |(seat, _)| seat))
    }

    /// Sends the players their colors, then their opponents: those that have not failed yet.
    async fn introduce(&mut self) {
        self.tell_all(|seat, _| Call::PlayingAs(Color::ALL[seat])).await;
        self.tell_all(|seat, playing| {
            let others = playing.iter().filter(|&&other| other != seat);
            Call::PlayingWith(others.map(|&other| Color::ALL[other]).collect())
        })
        .await;
    }

    /// Calls all players concurrently: one that hangs costs the others no more than one call.
    async fn tell_all(&mut self, call: impl Fn(usize, &[usize]) -> Call) {
        let playing: Vec<usize> = (0..self.players.len()).filter(|&seat| self.ice.plays(seat)).collect();
        let limit = self.call_time;
        let called = self.players.iter_mut().enumerate().filter(|(seat, _)| playing.contains(seat));
        together(called.map(|(seat, player)| {
            let call = call(seat, &playing);
            async move {
                player.tell(call, limit).await;
            }
        }))
        .await;
        for seat in playing {
            if !self.players[seat].is_active() {
                self.eliminate(seat);
            }
        }
    }

    async fn setup(&mut self, seat: usize) {
        let call = Call::Setup(self.ice.state(seat));
        let Some(place) = self.players[seat].ask(&call, self.call_time, read_place).await else {
            return self.eliminate(seat);
        };
        match self.ice.place(place) {
            Ok(()) => self.announce(|game| GameEvent::Place {
                color: Color::ALL[seat],
                place,
                state: game.next_state(),
            }),
            Err(refusal) => self.rule_broken(seat, call.name(), refusal),
        }
    }

    async fn take_turn(&mut self, seat: usize) {
        let since = self.since[seat].replace(Vec::new()).unwrap_or_default();
        let call = Call::TakeTurn(self.ice.state(seat), since.into_iter().map(Some).collect());
        let Some(answer) = self.players[seat].ask(&call, self.call_time, read_action).await else {
            return self.eliminate(seat);
        };
        let made = match answer {
            // Only a player that can move is asked to.
            None => Err(Refusal::must_move("you can move, so you must")),
            Some(action) => self.ice.slide(action).map(|()| action),
        };
        match made {
            Ok(action) => {
                let others = self.since.iter_mut().enumerate().filter(|(other, _)| *other != seat);
                others.filter_map(|(_, since)| since.as_mut()).for_each(|since| since.push(action));
                self.announce(|game| GameEvent::Move {
                    color: Color::ALL[seat],
                    action,
                    state: game.next_state(),
                });
            }
            Err(refusal) => self.rule_broken(seat, call.name(), refusal),
        }
    }

    fn rule_broken(&mut self, seat: usize, call: &'static str, refusal: Refusal) {
        self.players[seat].fail(Failure {
            fault: FishFault::BrokenRule,
            call,
            detail: Some(refusal.message),
        });
        self.eliminate(seat);
    }

    /// Eliminates a player that failed.
    fn eliminate(&mut self, seat: usize) {
        self.ice.eliminate(seat);
        // Moves alone no longer lead from the state a player knows to the one it will see.
        self.since.iter_mut().for_each(|since| *since = None);
        if let Some(failure) = self.players[seat].failure().cloned() {
            self.announce(|game| GameEvent::Out {
                color: Color::ALL[seat],
                failure,
                state: game.next_state(),
            });
        }
    }
}
