//! One game: requests moves, guards the calls, handles faults, keeps the record.

use std::sync::Arc;
use std::time::Duration;

use floe_engine::Level;
use floe_games::fair::Dealer;
use floe_games::record::{Player as Named, Record};
use floe_games::switches::RuleSet;
use floe_games::{Action, Actor, Event, GameRng, Refusal, Start, Table, Viewer, open};
use floe_wire::ugi::GoLimits;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::adjudication::AgreementCount;
use crate::clock;
use crate::engine_player::EnginePlayer;
use crate::fault::{Consequence, consequence};
use crate::observer::{GameUpdate, Observers};
use crate::player::{GameSetup, Player, TurnRequest, turn_request};
use crate::{Agreement, Clock, Fault, TimeControl};

/// The source of chance.
#[derive(Clone)]
pub enum ChanceSource {
    /// A seed.
    Seed(u64),
    /// A verifiable deal; its secret is revealed at the end.
    Fair(Dealer),
}

/// What is played, and how.
pub struct GameSpec {
    /// The rules.
    pub rules: RuleSet,
    /// The source of chance.
    pub source: ChanceSource,
    /// The clocks.
    pub control: TimeControl,
    /// How late a move may be without a penalty; players are not told.
    pub time_margin: Duration,
    /// Ends a game of two when both players agree who wins; `None`: it is played out.
    pub agreement: Option<Agreement>,
    /// The time limit for a player's handshake and its end-of-game call.
    pub handshake_timeout: Duration,
    /// The engine that takes over for a failed player in games for three and four; `None`: the player is eliminated.
    pub substitute: Option<Level>,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The full record.
    pub record: Record,
    /// The faults by seat, in order.
    pub faults: Vec<(usize, Fault)>,
    /// Whether it ended because both players agreed who wins. In the record the loser resigns.
    pub adjudicated: bool,
}

impl GameSpec {
    /// A game without time margin, adjudication and substitute.
    pub fn new(
        rules: RuleSet,
        source: ChanceSource,
        control: TimeControl,
        handshake_timeout: Duration,
    ) -> GameSpec {
        GameSpec {
            rules,
            source,
            control,
            time_margin: Duration::ZERO,
            agreement: None,
            handshake_timeout,
            substitute: None,
        }
    }
}

/// How long after its limit a task that never yields is abandoned.
const GRACE: Duration = Duration::from_secs(2);

/// A player in its seat; `None` once it has failed.
type Seated = Option<Box<dyn Player>>;

/// Plays a game to its end. It always ends, whatever the players do: each call has a limit, and a player that fails is
/// out.
pub async fn play(
    fixture: &GameSpec,
    players: Vec<Box<dyn Player>>,
    audience: &mut Observers,
) -> Result<PlayedGame, Refusal> {
    let (mut table, mut chance) = match &fixture.source {
        ChanceSource::Seed(seed) => (open(&fixture.rules, Start::Seed(*seed))?, GameRng::in_game(*seed)),
        ChanceSource::Fair(dealer) => {
            (open(&fixture.rules, Start::Chance(&mut dealer.deal_rng()))?, dealer.during())
        }
    };
    if players.len() != table.seats() {
        return Err(Refusal::invalid_request(format!(
            "{} players for {} seats",
            players.len(),
            table.seats()
        )));
    }
    let names: Vec<String> = players.iter().map(|player| player.name()).collect();
    let mut game = Game {
        clocks: vec![Clock::new(fixture.control).with_margin(fixture.time_margin); players.len()],
        agreement: fixture.agreement.filter(|_| players.len() == 2).map(AgreementCount::new),
        adjudicated: false,
        seats: players.into_iter().map(Some).collect(),
        control: fixture.control,
        margin: fixture.time_margin,
        faults: Vec::new(),
        courtesy: fixture.handshake_timeout,
        substitute: fixture.substitute,
        audience,
    };
    game.audience
        .publish(GameUpdate::Began { names: names.clone(), start: table.start_text(Viewer::Spectator) });
    game.begin(&mut *table).await?;
    loop {
        match table.actor() {
            Actor::Nobody => break,
            Actor::Chance => {
                table.roll(&mut chance)?;
                game.tell_last(&*table);
            }
            Actor::Seat(seat) => game.turn(&mut *table, seat).await?,
        }
    }
    game.end(&*table).await;
    let mut record = Record::from_table(&*table, Viewer::Omniscient);
    record.players = names.into_iter().map(|name| Named { name }).collect();
    match &fixture.source {
        ChanceSource::Seed(seed) => record.seed = Some(*seed),
        ChanceSource::Fair(dealer) => record.fair = Some(dealer.reveal()),
    }
    Ok(PlayedGame { record, faults: game.faults, adjudicated: game.adjudicated })
}

struct Game<'a> {
    seats: Vec<Seated>,
    control: TimeControl,
    margin: Duration,
    clocks: Vec<Clock>,
    agreement: Option<AgreementCount>,
    adjudicated: bool,
    faults: Vec<(usize, Fault)>,
    courtesy: Duration,
    substitute: Option<Level>,
    audience: &'a mut Observers,
}

impl Game<'_> {
    async fn begin(&mut self, table: &mut dyn Table) -> Result<(), Refusal> {
        for seat in 0..self.seats.len() {
            let invitation = GameSetup { rules: table.rules().clone(), seat, seats: table.seats() };
            let limit = Some(self.courtesy);
            let call = |mut player: Box<dyn Player>| async move {
                let answer = player.begin(&invitation).await;
                (player, answer)
            };
            let late = format!("not ready after {}", clock::text(self.courtesy));
            if let Err(fault) = self.guarded(seat, limit, late, call).await {
                self.fail(table, seat, fault)?;
            }
        }
        Ok(())
    }

    /// Asks the seat to act, and handles the answer or the lack of one.
    async fn turn(&mut self, table: &mut dyn Table, seat: usize) -> Result<(), Refusal> {
        let Some(player) = &self.seats[seat] else {
            // A player that failed before the first move is out by now; only then is a seat empty.
            return self.fail(table, seat, Fault::Closed);
        };
        let request =
            turn_request(table, seat, player.wants_legal(), self.limits(), self.clocks[seat].allotted());
        let limit = self.clocks[seat].limit();
        let request: Arc<TurnRequest> = Arc::new(request);
        let call = |mut player: Box<dyn Player>| async move {
            let began = Instant::now();
            let answer = player.choose(&request).await;
            (player, answer.map(|text| (text, began.elapsed())))
        };
        let late = self.clocks[seat].overdue(None);
        let answer = self.guarded(seat, limit, late, call).await;
        let answer = answer.and_then(|(text, took)| match self.clocks[seat].spend(took) {
            true => Ok((text, took)),
            false => Err(Fault::OutOfTime(self.clocks[seat].overdue(Some(took)))),
        });
        match answer {
            Err(fault) => self.fail(table, seat, fault),
            Ok((text, took)) => match table.play(seat, &text) {
                Ok(()) => {
                    table.note_time(took.as_millis() as u64);
                    self.tell_last(table);
                    self.adjudicate(table, seat)
                }
                Err(refusal) => self.fail(table, seat, Fault::IllegalMove(refusal.to_string())),
            },
        }
    }

    /// Ends the game if both players have agreed long enough who wins.
    fn adjudicate(&mut self, table: &mut dyn Table, seat: usize) -> Result<(), Refusal> {
        let score = self.seats[seat].as_ref().and_then(|player| player.score());
        let winner = self.agreement.as_mut().and_then(|agreement| agreement.note(seat, score));
        if let Some(winner) = winner.filter(|_| table.actor() != Actor::Nobody) {
            table.act(1 - winner, Action::Resign)?;
            self.adjudicated = true;
            self.tell_last(table);
        }
        Ok(())
    }

    async fn end(&mut self, table: &dyn Table) {
        let Some(outcome) = table.result() else { return };
        let outcome = Arc::new(outcome);
        for seat in 0..self.seats.len() {
            if self.seats[seat].is_none() {
                continue;
            }
            let outcome = Arc::clone(&outcome);
            let call = |mut player: Box<dyn Player>| async move {
                let answer = player.end(&outcome).await;
                (player, answer)
            };
            // The game is decided; a fault in the last call changes nothing but is noted.
            let late = format!("no answer to the end of the game after {}", clock::text(self.courtesy));
            if let Err(fault) = self.guarded(seat, Some(self.courtesy), late, call).await {
                self.faults.push((seat, fault));
            }
        }
        self.audience.publish(GameUpdate::Ended((*outcome).clone()));
    }

    /// The guard for every call: it runs in its own task, so that a panic stays there, and no longer than the limit. A
    /// player that fails is not called again. `late` says what happened when the limit passes.
    async fn guarded<T, F, C>(
        &mut self,
        seat: usize,
        limit: Option<Duration>,
        late: String,
        call: F,
    ) -> Result<T, Fault>
    where
        T: Send + 'static,
        F: FnOnce(Box<dyn Player>) -> C,
        C: Future<Output = (Box<dyn Player>, Result<T, Fault>)> + Send + 'static,
    {
        let Some(player) = self.seats[seat].take() else { return Err(Fault::Closed) };
        let call = call(player);
        // The limit counts from when the player's task runs, not from when it was queued behind other games.
        let timed = async move {
            match limit {
                Some(limit) => timeout(limit, call).await.ok(),
                None => Some(call.await),
            }
        };
        // Dropping the set ends the task: a cancelled game leaves no player running.
        let mut task = JoinSet::new();
        task.spawn(timed);
        // A task that never yields cannot time itself out.
        let done = match limit {
            Some(limit) => timeout(limit + GRACE, task.join_next()).await,
            None => Ok(task.join_next().await),
        };
        match done {
            Err(_) | Ok(Some(Ok(None))) => Err(Fault::OutOfTime(late)),
            Ok(Some(Err(broken))) if broken.is_panic() => Err(Fault::Crashed("the player panicked".into())),
            Ok(None | Some(Err(_))) => Err(Fault::Closed),
            Ok(Some(Ok(Some((_, Err(fault)))))) => Err(fault),
            Ok(Some(Ok(Some((player, Ok(answer)))))) => {
                self.seats[seat] = Some(player);
                Ok(answer)
            }
        }
    }

    /// Applies the consequence of a fault.
    fn fail(&mut self, table: &mut dyn Table, seat: usize, fault: Fault) -> Result<(), Refusal> {
        self.audience.publish(GameUpdate::Fault { seat, words: fault.to_string() });
        self.faults.push((seat, fault));
        self.seats[seat] = None;
        let action = match consequence(table.rules().game, table.seats(), self.substitute.is_some()) {
            Consequence::Forfeit => Action::Forfeit,
            Consequence::Eliminate => Action::Eliminate,
            Consequence::Replace => {
                let level = self.substitute.unwrap_or(Level::Random);
                self.seats[seat] = Some(Box::new(EnginePlayer::mid_game(level, seat as u64, table.rules())?));
                self.clocks[seat] = Clock::new(self.control).with_margin(self.margin);
                return Ok(());
            }
        };
        if table.actor() != Actor::Nobody {
            table.act(seat, action)?;
            self.tell_last(table);
        }
        Ok(())
    }

    fn limits(&self) -> GoLimits {
        let mut limits = GoLimits::default();
        let ms = |time: Duration| time.as_millis() as u64;
        for (seat, clock) in self.clocks.iter().enumerate().take(4) {
            limits.clocks_ms[seat] = clock.bank().map(ms);
            limits.increments_ms[seat] = clock.bank().map(|_| ms(clock.increment()));
        }
        limits
    }

    /// Publishes the last event as a spectator sees it.
    fn tell_last(&mut self, table: &dyn Table) {
        if self.audience.is_empty() {
            return;
        }
        if let Some(event) = table.events(Viewer::Spectator).pop() {
            let event: Event = event;
            self.audience.publish(GameUpdate::Event { event, scores: table.scores() });
        }
    }
}
