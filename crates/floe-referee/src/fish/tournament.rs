//! The tournament: players are notified of the start, rounds are played until few are left, and players are notified of
//! the result.

use floe_games::Refusal;
use floe_wire::fish::wire::Call;
use serde_json::{Value, json};

use super::fish_game::new_fish_game;
use super::join_all::together;
use super::observer::{Broadcast, Event, GameEvent, GameObserver};
use super::options::Options;
use super::player::Player;
use super::referee::referee;
use super::rounds::{TABLE, games};

/// How a tournament ended; players by their numbers in age order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FishResult {
    /// Who won and accepted the result.
    pub winners: Vec<usize>,
    /// Who cheated or failed at any time.
    pub failures: Vec<usize>,
}

impl FishResult {
    /// The numbers of `[winners, cheaters and failures]`.
    pub fn to_json(&self) -> Value {
        json!([self.winners.len(), self.failures.len()])
    }
}

/// Runs a tournament between players in age order. Dropping it closes every connection.
pub async fn tournament(
    mut players: Vec<Player>,
    options: &Options,
    watchers: &mut Broadcast<Event>,
) -> Result<FishResult, Refusal> {
    watchers
        .tell(|| Event::Start { players: players.iter().map(|player| player.name().to_owned()).collect() });
    let everybody: Vec<usize> = (0..players.len()).collect();
    tell_all(&mut players, &everybody, |_| Call::Start, options, watchers).await;
    let mut winners = knock_out(&mut players, options, watchers).await?;
    let active: Vec<usize> = everybody.into_iter().filter(|&player| players[player].is_active()).collect();
    tell_all(&mut players, &active, |player| Call::End(winners.contains(&player)), options, watchers).await;
    winners.retain(|&player| players[player].is_active());
    let failed = players.iter().enumerate().filter(|(_, player)| player.failure().is_some());
    let failures: Vec<usize> = failed.map(|(number, _)| number).collect();
    watchers.tell(|| Event::End { winners: winners.clone(), failures: failures.clone() });
    Ok(FishResult { winners, failures })
}

/// Plays rounds until fewer than two are left, the final game is played, or two rounds in a row have the same winners.
async fn knock_out(
    players: &mut [Player],
    options: &Options,
    watchers: &mut Broadcast<Event>,
) -> Result<Vec<usize>, Refusal> {
    let mut field: Vec<usize> = (0..players.len()).filter(|&player| players[player].is_active()).collect();
    let (mut number, mut game) = (0, 0);
    while field.len() > 1 {
        number += 1;
        let mut rest = field.as_slice();
        let tables: Vec<&[usize]> = games(field.len())
            .into_iter()
            .filter_map(|size| {
                let (table, others) = rest.split_at_checked(size)?;
                rest = others;
                Some(table)
            })
            .collect();
        watchers.tell(|| Event::Round { number, games: tables.iter().map(|table| table.to_vec()).collect() });
        let mut winners = Vec::new();
        for table in tables {
            game += 1;
            let ice = new_fish_game(&options.rules, table.len(), options.seed.wrapping_add(game as u64 - 1))?;
            let mut seated: Vec<&mut Player> = players
                .iter_mut()
                .enumerate()
                .filter(|(player, _)| table.contains(player))
                .map(|(_, player)| player)
                .collect();
            let mut audience = Gallery { watchers, game, seats: table };
            let won = referee(ice, &mut seated, options.call_time, &mut audience).await;
            winners.extend(won.into_iter().map(|seat| table[seat]));
        }
        let last = field.len() <= TABLE || number > 1 && winners == field;
        field = winners;
        if last {
            break;
        }
    }
    Ok(field)
}

/// Calls players concurrently.
async fn tell_all(
    players: &mut [Player],
    whom: &[usize],
    call: impl Fn(usize) -> Call,
    options: &Options,
    watchers: &mut Broadcast<Event>,
) {
    let called = players.iter_mut().enumerate().filter(|(player, _)| whom.contains(player));
    together(called.map(|(number, player)| {
        let call = call(number);
        async move {
            player.tell(call, options.call_time).await;
        }
    }))
    .await;
    for &player in whom {
        if let Some(failure) = players[player].failure() {
            watchers.tell(|| Event::Failed { player, failure: failure.clone() });
        }
    }
}

/// Observers of the tournament see every game.
struct Gallery<'a> {
    watchers: &'a mut Broadcast<Event>,
    game: usize,
    seats: &'a [usize],
}

impl GameObserver for Gallery<'_> {
    fn watches(&self) -> bool {
        self.watchers.count() > 0
    }

    fn tell(&mut self, what: GameEvent) {
        self.watchers.tell(|| Event::InGame { game: self.game, seats: self.seats.to_vec(), what });
    }
}
