//! Many games of one kind, stepped in parallel into buffers of the caller. No Python here.

use std::sync::Arc;

use floe_games::encoding::{Encode, LegalActions, Step};
use floe_games::{Actor, GameRng, Outcome, Refusal};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::any_game::GameOf;

/// The most games of a vector.
pub const MAX_GAMES: usize = 1 << 20;
/// The most threads.
pub const MAX_THREADS: usize = 256;
/// What [`Buffers::players`] says of a finished game.
pub const FINISHED: i8 = -4;

/// How a vector is made.
pub struct VectorOptions {
    /// How many games.
    pub games: usize,
    /// The seed of all of them.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// Does a finished game begin again at once?
    pub auto_reset: bool,
}

/// Where a step is written to; each is for all games, one after the other.
#[derive(Default)]
pub struct Buffers<'a> {
    /// What the seat to act sees.
    pub observations: Option<&'a mut [f32]>,
    /// One for each legal action, zero for each other.
    pub masks: Option<&'a mut [u8]>,
    /// What each seat gets for the step; see [`returns`].
    pub rewards: Option<&'a mut [f32]>,
    /// One where the game ended with this step.
    pub done: Option<&'a mut [u8]>,
    /// The seat to act.
    pub players: Option<&'a mut [i8]>,
}

/// A vector of any game.
pub trait AnyVector: Send + Sync {
    /// How many games.
    fn len(&self) -> usize;
    /// Begins all games.
    fn reset(&mut self, seed: u64, buffers: Buffers<'_>) -> Result<(), Refusal>;
    /// Takes a step in every game, or in none if an action is illegal.
    fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), Refusal>;
    /// Writes what is there, without a step.
    fn observe(&mut self, buffers: Buffers<'_>);
    /// Chooses a legal action for every game, all equally likely; zero for finished ones.
    fn sample(&mut self, actions: &mut [i64]);
    /// What the seats have scored, game after game.
    fn scores(&self) -> Vec<i64>;
    /// The position of a game.
    fn position(&self, game: usize) -> String;
    /// How many games have ended since the start.
    fn games_ended(&self) -> u64;
}

/// A small fast generator for choices that no game depends on (SplitMix64).
struct Fast(u64);

impl Fast {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`; the bias of the product is below one in four billion.
    #[inline(always)]
    fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }
}

#[inline(always)]
fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The utility of each seat: 1 for a sole winner, zero-sum, and nothing for a draw of all.
pub fn returns(outcome: &Outcome, seats: usize, out: &mut [f32]) {
    let winners = outcome.winners.len();
    if winners == 0 || winners >= seats {
        return out.fill(0.0);
    }
    let others = (seats - 1) as f32;
    out.fill(-1.0 / others);
    for &winner in &outcome.winners {
        if let Some(reward) = out.get_mut(winner) {
            *reward = (seats - winners) as f32 / (winners as f32 * others);
        }
    }
}

struct Slot<G: Encode> {
    position: G::Position,
    partial: G::Partial,
    legal: LegalActions,
    fast: Fast,
    /// Chance during the game; made when it first acts.
    chance: Option<Box<GameRng>>,
    /// The seed of this slot, and the number of its game.
    seed: u64,
    number: u64,
    ended: u64,
    over: bool,
}

/// A vector by its types.
pub struct VectorOf<G: Encode> {
    game: Arc<GameOf<G>>,
    slots: Vec<Slot<G>>,
    auto_reset: bool,
    pool: Option<ThreadPool>,
    /// Games that one thread takes at once.
    share: usize,
}

impl<G: Encode> VectorOf<G> {
    /// A vector with all games begun.
    pub fn new(game: Arc<GameOf<G>>, options: VectorOptions) -> Result<VectorOf<G>, Refusal> {
        if options.games == 0 || options.games > MAX_GAMES {
            return Err(Refusal::invalid_request(format!(
                "{} games: a vector has 1 to {MAX_GAMES}",
                options.games
            )));
        }
        if options.threads == 0 || options.threads > MAX_THREADS {
            return Err(Refusal::invalid_request(format!(
                "{} threads: use 1 to {MAX_THREADS}",
                options.threads
            )));
        }
        let pool =
            match options.threads {
                1 => None,
                threads => Some(ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
                    Refusal::failed(format!("{threads} threads cannot be started: {error}"))
                })?),
            };
        let first = game.start(options.seed)?;
        let slots = (0..options.games)
            .map(|_| Slot {
                position: first.clone(),
                partial: G::Partial::default(),
                legal: LegalActions::default(),
                fast: Fast(0),
                chance: None,
                seed: 0,
                number: 0,
                ended: 0,
                over: false,
            })
            .collect();
        let share = options.games.div_ceil(4 * options.threads).max(1);
        let share = if options.threads == 1 { options.games } else { share };
        let mut vector = VectorOf { game, slots, auto_reset: options.auto_reset, pool, share };
        vector.reset(options.seed, Buffers::default())?;
        Ok(vector)
    }

    fn run(&mut self, actions: Option<&[i64]>, buffers: Buffers<'_>) {
        let info = G::encoding(&self.game.codec);
        let (size, mask, seats) = (info.observation_len(), info.actions, G::seats(&self.game.rules));
        let share = self.share;
        let mut work = Vec::with_capacity(self.slots.len().div_ceil(share));
        let mut observations = parts(buffers.observations, share * size);
        let mut masks = parts(buffers.masks, share * mask);
        let mut rewards = parts(buffers.rewards, share * seats);
        let mut done = parts(buffers.done, share);
        let mut players = parts(buffers.players, share);
        let mut actions = actions.map(|actions| actions.chunks(share));
        for slots in self.slots.chunks_mut(share) {
            let buffers = Buffers {
                observations: observations.next().flatten(),
                masks: masks.next().flatten(),
                rewards: rewards.next().flatten(),
                done: done.next().flatten(),
                players: players.next().flatten(),
            };
            let actions = actions.as_mut().and_then(Iterator::next);
            work.push(Work { game: &*self.game, slots, actions, buffers, auto_reset: self.auto_reset });
        }
        match &self.pool {
            None => work.into_iter().for_each(Work::run),
            Some(pool) => pool.install(|| work.into_par_iter().for_each(Work::run)),
        }
    }
}

/// The parts of a buffer, or `None` again and again.
fn parts<T>(buffer: Option<&mut [T]>, size: usize) -> impl Iterator<Item = Option<&mut [T]>> {
    let mut rest = buffer;
    std::iter::from_fn(move || {
        let Some(all) = rest.take() else { return Some(None) };
        let (part, others) = all.split_at_mut(size.min(all.len()));
        rest = Some(others);
        Some(Some(part))
    })
}

/// What one thread does at once.
struct Work<'a, G: Encode> {
    game: &'a GameOf<G>,
    slots: &'a mut [Slot<G>],
    actions: Option<&'a [i64]>,
    buffers: Buffers<'a>,
    auto_reset: bool,
}

impl<G: Encode> Work<'_, G> {
    fn run(self) {
        let Work { game, slots, actions, mut buffers, auto_reset } = self;
        let seats = G::seats(&game.rules);
        let info = G::encoding(&game.codec);
        let (size, actions_count) = (info.observation_len(), info.actions);
        for (at, slot) in slots.iter_mut().enumerate() {
            let rewards = buffers.rewards.as_deref_mut().map(|all| &mut all[at * seats..(at + 1) * seats]);
            let ended = match actions {
                Some(actions) => slot.step(game, actions[at] as u32, seats, rewards, auto_reset),
                None => {
                    if let Some(rewards) = rewards {
                        rewards.fill(0.0);
                    }
                    false
                }
            };
            if let Some(done) = buffers.done.as_deref_mut() {
                done[at] = u8::from(ended);
            }
            if let Some(players) = buffers.players.as_deref_mut() {
                players[at] = slot.player(game);
            }
            if let Some(masks) = buffers.masks.as_deref_mut() {
                slot.legal.write_mask(&mut masks[at * actions_count..(at + 1) * actions_count]);
            }
            if let Some(observations) = buffers.observations.as_deref_mut() {
                let out = &mut observations[at * size..(at + 1) * size];
                out.fill(0.0);
                let seat = usize::try_from(slot.player(game)).unwrap_or(0);
                G::observe(&game.codec, &game.rules, &slot.position, &slot.partial, seat, out);
            }
        }
    }
}

impl<G: Encode> Slot<G> {
    /// Begins the next game of this slot.
    fn begin(&mut self, game: &GameOf<G>) {
        let deal = mix(self.seed ^ mix(self.number));
        self.number += 1;
        self.chance = None;
        self.over = false;
        self.partial = G::Partial::default();
        match &game.fixed_start {
            Some(start) => self.position.clone_from(start),
            // These rules have dealt before, so they can deal again.
            None => {
                if let Ok(start) = game.start(deal) {
                    self.position = start;
                }
            }
        }
        self.settle(game);
    }

    /// Lets chance act until a seat is to act, and lists what it can do.
    #[inline(always)]
    fn settle(&mut self, game: &GameOf<G>) {
        while G::actor(&game.rules, &self.position) == Actor::Chance {
            let seed = mix(self.seed ^ mix(self.number).rotate_left(17));
            let chance = self.chance.get_or_insert_with(|| Box::new(GameRng::in_game(seed)));
            let outcome = G::sample_chance(&game.rules, &self.position, chance);
            G::apply(&game.rules, &mut self.position, outcome);
        }
        G::legal(&game.codec, &game.rules, &self.position, &self.partial, &mut self.legal);
    }

    #[inline(always)]
    fn player(&self, game: &GameOf<G>) -> i8 {
        match G::actor(&game.rules, &self.position) {
            Actor::Seat(seat) => seat as i8,
            _ => FINISHED,
        }
    }

    /// Takes a step; returns whether the game ended with it.
    #[inline(always)]
    fn step(
        &mut self,
        game: &GameOf<G>,
        action: u32,
        seats: usize,
        rewards: Option<&mut [f32]>,
        auto_reset: bool,
    ) -> bool {
        if self.over {
            if let Some(rewards) = rewards {
                rewards.fill(0.0);
            }
            return false;
        }
        match G::step(&game.codec, &game.rules, &self.position, &self.partial, action) {
            Step::Partial(partial) => {
                self.partial = partial;
                G::legal(&game.codec, &game.rules, &self.position, &self.partial, &mut self.legal);
            }
            Step::Complete(made) => {
                G::apply(&game.rules, &mut self.position, made);
                self.partial = G::Partial::default();
                self.settle(game);
            }
        }
        let ended = self.legal.is_empty();
        match (rewards, ended) {
            (None, _) => {}
            (Some(rewards), false) => rewards.fill(0.0),
            (Some(rewards), true) => match G::outcome(&game.rules, &self.position) {
                Some(outcome) => returns(&outcome, seats, rewards),
                None => rewards.fill(0.0),
            },
        }
        if ended {
            self.ended += 1;
            match auto_reset {
                true => self.begin(game),
                false => self.over = true,
            }
        }
        ended
    }
}

impl<G: Encode> AnyVector for VectorOf<G> {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn reset(&mut self, seed: u64, buffers: Buffers<'_>) -> Result<(), Refusal> {
        let game = &*self.game;
        game.start(seed)?;
        for (at, slot) in self.slots.iter_mut().enumerate() {
            slot.seed = mix(seed.wrapping_add(mix(at as u64 + 1)));
            slot.number = 0;
            slot.ended = 0;
            slot.fast = Fast(mix(slot.seed ^ 0x5eed));
            slot.begin(game);
        }
        self.run(None, buffers);
        Ok(())
    }

    fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), Refusal> {
        let game = &*self.game;
        let wrong = actions.iter().zip(&self.slots).position(|(&action, slot)| {
            !slot.over && !u32::try_from(action).is_ok_and(|action| slot.legal.contains(action))
        });
        if let Some(at) = wrong {
            let (slot, action) = (&self.slots[at], actions[at]);
            let count = G::encoding(&game.codec).actions;
            let refusal = match u32::try_from(action) {
                Ok(known) if (known as usize) < count => {
                    G::why_illegal(&game.codec, &game.rules, &slot.position, &slot.partial, known)
                }
                _ => Refusal::invalid_request(format!(
                    "there is no action {action}; actions are 0 to {}",
                    count - 1
                )),
            };
            return Err(Refusal { message: format!("game {at}: {refusal}"), ..refusal });
        }
        self.run(Some(actions), buffers);
        Ok(())
    }

    fn observe(&mut self, buffers: Buffers<'_>) {
        self.run(None, buffers);
    }

    fn sample(&mut self, actions: &mut [i64]) {
        let choose = |(action, slot): (&mut i64, &mut Slot<G>)| {
            *action = match slot.legal.len() {
                0 => 0,
                count => i64::from(slot.legal.nth(slot.fast.below(count))),
            };
        };
        let share = self.share;
        match &self.pool {
            None => actions.iter_mut().zip(&mut self.slots).for_each(choose),
            Some(pool) => pool.install(|| {
                let parts = actions.par_chunks_mut(share).zip(self.slots.par_chunks_mut(share));
                parts.for_each(|(actions, slots)| actions.iter_mut().zip(slots).for_each(choose));
            }),
        }
    }

    fn scores(&self) -> Vec<i64> {
        self.slots.iter().flat_map(|slot| G::scores(&self.game.rules, &slot.position)).collect()
    }

    fn position(&self, game: usize) -> String {
        let viewer = floe_games::Viewer::Omniscient;
        G::position_text(&self.game.rules, &self.slots[game].position, viewer)
    }

    fn games_ended(&self) -> u64 {
        self.slots.iter().map(|slot| slot.ended).sum()
    }
}
