//! The world of the simulation: a store, nodes, the messages between them, and what goes wrong.

use std::collections::BTreeMap;

use floe_store::{LEASE_MS, LeaseBook, LeaseCommand, NodeSession, RENEW_MS};

const NODES: usize = 3;
const LOGS: usize = 2;
/// How long there is trouble, and how long it is quiet after that.
const TROUBLE_MS: u64 = 30_000;
const QUIET_MS: u64 = 12_000;
/// How often a node looks for others that have gone, writes, and shows its logs.
const LOOK_MS: u64 = 500;
const WRITE_MS: u64 = 400;
const SHOW_MS: u64 = 300;
/// How long a node waits for an answer of the store.
const PATIENCE_MS: u64 = 4_000;

/// Which parts of the protocol are in force.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The store compares tokens.
    pub fence: bool,
    /// A node stops in time by its own clock.
    pub waits: bool,
}

/// Numbers that follow from a seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

/// A request to the store.
#[derive(Clone, Debug)]
enum Request {
    Join,
    Renew {
        sent_ms: u64,
    },
    TakeOver,
    /// Also if this node has it, with a new token.
    TakeAgain {
        log: usize,
    },
    Take {
        log: usize,
    },
    Leases,
    Read {
        log: usize,
        token: u64,
        number: u64,
    },
    Append {
        log: usize,
        token: u64,
        expected: u64,
    },
}

/// Its answer.
#[derive(Clone, Debug)]
enum Answer {
    Joined,
    Renewed { sent_ms: u64, lives: bool },
    Taken,
    Leases(Vec<(usize, u64)>),
    Read { log: usize, token: u64, number: u64, version: u64 },
    Appended { log: usize, token: u64, stored: Option<u64> },
}

#[derive(Clone, Debug)]
enum Event {
    /// A timer of a life of the process: a crash ends it.
    Tick(Timer, u64),
    /// From a node in a life of its process.
    ToStore(String, u64, Request),
    ToNode(String, u64, Answer),
    /// The process starts again.
    Start,
}

#[derive(Clone, Copy, Debug)]
enum Timer {
    Renew,
    Look,
    Write,
    Show,
}

/// A log as its owner has it in memory.
#[derive(Clone, Copy, Debug)]
struct Held {
    token: u64,
    version: u64,
    /// When a write was sent that is not answered yet.
    writing: Option<u64>,
}

/// A process.
struct Process {
    /// How fast its clock runs, in thousandths, and where it began.
    speed: u64,
    offset: u64,
    /// Ids of nodes are never used again.
    number: u64,
    life: u64,
    session: Option<NodeSession>,
    held: [Option<Held>; LOGS],
    /// The least token that is good: after a write whose outcome is unknown the lease is taken again.
    least: [u64; LOGS],
    /// The last reading of each log: only its answer counts.
    reading: [u64; LOGS],
    paused_until: u64,
    /// Down until then.
    down_until: u64,
}

/// Everything.
pub struct World {
    rules: Rules,
    dice: Dice,
    now: u64,
    /// What will happen, by time and order.
    agenda: BTreeMap<(u64, u64), (usize, Event)>,
    order: u64,
    processes: Vec<Process>,
    book: LeaseBook,
    /// The tokens of the entries of each log.
    logs: Vec<Vec<u64>>,
    /// How many entries of each log somebody was told about.
    told: Vec<u64>,
    count: u64,
    away_until: u64,
}

impl World {
    /// A world that follows from a seed.
    pub fn new(seed: u64, rules: Rules) -> World {
        let mut dice = Dice(seed);
        let mut processes = Vec::new();
        for _ in 0..NODES {
            processes.push(Process {
                // As different as is allowed for.
                speed: 920 + dice.below(170),
                offset: dice.below(1_000_000),
                number: 0,
                life: 0,
                session: None,
                held: [None; LOGS],
                least: [0; LOGS],
                reading: [0; LOGS],
                paused_until: 0,
                down_until: 0,
            });
        }
        let mut world = World {
            rules,
            dice,
            now: 0,
            agenda: BTreeMap::new(),
            order: 0,
            processes,
            book: LeaseBook::default(),
            logs: vec![vec![0]; LOGS],
            told: vec![1; LOGS],
            count: 0,
            away_until: 0,
        };
        for node in 0..NODES {
            world.at(0, node, Event::Start);
        }
        world
    }

    /// How many writes were acknowledged.
    pub fn acknowledged(&self) -> u64 {
        self.count
    }

    /// How often a log had another owner than before.
    pub fn owners(&self) -> u64 {
        self.logs.iter().map(|log| log.windows(2).filter(|two| two[0] != two[1]).count() as u64).sum()
    }

    /// Plays it. An error says what must not be.
    pub fn run(&mut self) -> Result<(), String> {
        while let Some(((at, _), (node, event))) = self.agenda.pop_first() {
            if at > TROUBLE_MS + QUIET_MS {
                break;
            }
            self.now = at;
            self.happen(node, event)?;
        }
        for (log, entries) in self.logs.iter().enumerate() {
            if !entries.is_sorted() {
                return Err(format!("the owners of log {log} are mixed up: {entries:?}"));
            }
            if !(0..NODES).any(|node| self.serves(node, log)) {
                return Err(format!("log {log} has no owner in the end"));
            }
        }
        Ok(())
    }

    fn is_trouble(&self) -> bool {
        self.now < TROUBLE_MS
    }

    fn at(&mut self, time: u64, node: usize, event: Event) {
        self.order += 1;
        self.agenda.insert((time, self.order), (node, event));
    }

    fn after(&mut self, ms: u64, node: usize, event: Event) {
        self.at(self.now + ms, node, event);
    }

    /// The clock of a node.
    fn clock(&self, node: usize) -> u64 {
        self.processes[node].offset + self.now * self.processes[node].speed / 1_000
    }

    fn happen(&mut self, node: usize, event: Event) -> Result<(), String> {
        if let Event::ToStore(from, life, request) = event {
            self.ask_store(node, (from, life), request);
            return Ok(());
        }
        let process = &self.processes[node];
        // A process that is down hears nothing; one that is paused hears everything later, and so do its timers.
        if self.now < process.down_until && !matches!(event, Event::Start) {
            return Ok(());
        }
        if self.now < process.paused_until {
            let until = process.paused_until;
            self.at(until, node, event);
            return Ok(());
        }
        match event {
            Event::Start => self.start(node),
            Event::Tick(timer, life) if life == self.processes[node].life => self.tick(node, timer)?,
            // A client that waits for a write is told about it even if its server is another node by then.
            Event::ToNode(to, life, answer)
                if life == self.processes[node].life
                    && (to == self.id(node) || matches!(answer, Answer::Appended { .. })) =>
            {
                self.hear(node, answer);
            }
            Event::Tick(..) | Event::ToNode(..) | Event::ToStore(..) => {}
        }
        if self.is_trouble() && self.dice.one_in(120) {
            match self.dice.below(3) {
                0 => self.processes[node].paused_until = self.now + self.dice.below(3 * LEASE_MS),
                1 => {
                    let down = self.now + 200 + self.dice.below(6_000);
                    self.processes[node].down_until = down;
                    self.at(down, node, Event::Start);
                }
                _ if self.dice.one_in(4) => self.away_until = self.now + self.dice.below(2 * LEASE_MS),
                _ => {}
            }
        }
        Ok(())
    }

    fn id(&self, node: usize) -> String {
        format!("{node}-{}", self.processes[node].number)
    }

    fn start(&mut self, node: usize) {
        let process = &mut self.processes[node];
        (process.session, process.held) = (None, [None; LOGS]);
        (process.number, process.life) = (process.number + 1, process.life + 1);
        let life = process.life;
        self.send(node, Request::Join);
        let first = process_phase(&mut self.dice);
        for (timer, ms) in [
            (Timer::Renew, RENEW_MS),
            (Timer::Look, LOOK_MS),
            (Timer::Write, WRITE_MS),
            (Timer::Show, SHOW_MS),
        ] {
            self.after(first % ms + 1, node, Event::Tick(timer, life));
        }
    }

    /// Sends a request, which may be lost or late.
    fn send(&mut self, node: usize, request: Request) {
        if self.is_trouble() && self.dice.one_in(40) {
            return;
        }
        let delay = self.delay();
        let (from, life) = (self.id(node), self.processes[node].life);
        self.after(delay, node, Event::ToStore(from, life, request));
    }

    fn delay(&mut self) -> u64 {
        match self.is_trouble() && self.dice.one_in(25) {
            true => self.dice.below(2 * LEASE_MS),
            false => 1 + self.dice.below(15),
        }
    }

    /// May a node act for its logs?
    fn may_serve(&self, node: usize) -> bool {
        let Some(session) = &self.processes[node].session else { return false };
        if self.now < self.processes[node].down_until || self.now < self.processes[node].paused_until {
            return false;
        }
        session.may_serve(self.clock(node)) || !self.rules.waits && !session.has_ended()
    }

    fn serves(&self, node: usize, log: usize) -> bool {
        self.may_serve(node) && self.processes[node].held[log].is_some()
    }

    fn tick(&mut self, node: usize, timer: Timer) -> Result<(), String> {
        let period = match timer {
            Timer::Renew => RENEW_MS,
            Timer::Look => LOOK_MS,
            Timer::Write => WRITE_MS,
            Timer::Show => SHOW_MS,
        };
        let (speed, life) = (self.processes[node].speed, self.processes[node].life);
        self.after(period * 1_000 / speed, node, Event::Tick(timer, life));
        let clock = self.clock(node);
        match timer {
            Timer::Renew if self.processes[node].session.is_none() => self.send(node, Request::Join),
            Timer::Renew => self.send(node, Request::Renew { sent_ms: clock }),
            Timer::Look => {
                let judges =
                    self.processes[node].session.as_ref().is_some_and(|session| session.may_take_over(clock));
                if judges {
                    self.send(node, Request::TakeOver);
                }
                if self.may_serve(node) {
                    let log = self.dice.below(LOGS as u64) as usize;
                    if self.processes[node].held[log].is_none() && self.dice.one_in(4) {
                        self.send(node, Request::Take { log });
                    }
                    self.send(node, Request::Leases);
                }
            }
            Timer::Write => {
                let log = self.dice.below(LOGS as u64) as usize;
                if !self.serves(node, log) {
                    return Ok(());
                }
                let Some(held) = &mut self.processes[node].held[log] else { return Ok(()) };
                match held.writing {
                    // Whether it is stored, or will be, is unknown.
                    Some(since) if clock > since + PATIENCE_MS => self.lose(node, log),
                    Some(_) => {}
                    None => {
                        held.writing = Some(clock);
                        let (token, expected) = (held.token, held.version);
                        self.send(node, Request::Append { log, token, expected });
                    }
                }
            }
            Timer::Show => {
                for log in 0..LOGS {
                    let Some(held) = self.processes[node].held[log].filter(|_| self.may_serve(node)) else {
                        continue;
                    };
                    if held.version < self.told[log] {
                        return Err(format!(
                            "at {} ms node {} shows log {log} at version {} and does not know what was acknowledged up to {}",
                            self.now,
                            self.id(node),
                            held.version,
                            self.told[log]
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// The store handles a request.
    fn ask_store(&mut self, node: usize, (from, life): (String, u64), request: Request) {
        if self.now < self.away_until {
            // The connection is refused; whoever asks tries again.
            return;
        }
        let now = self.now as i64;
        let lease_ms = LEASE_MS;
        let me = || from.clone();
        let name = |log: usize| format!("log {log}");
        let answer = match request {
            Request::Join => {
                self.book.apply(&LeaseCommand::Join { node: me(), lease_ms, clock_ms: 0 }, now, false);
                Answer::Joined
            }
            Request::Renew { sent_ms } => {
                let command = LeaseCommand::Renew { node: me(), lease_ms, clock_ms: 0 };
                Answer::Renewed { sent_ms, lives: self.book.apply(&command, now, false) > 0 }
            }
            Request::TakeOver => {
                self.book.apply(&LeaseCommand::TakeOver { node: me(), limit: 9 }, now, false);
                Answer::Taken
            }
            Request::TakeAgain { log } => {
                self.book.apply(&LeaseCommand::Take { log: name(log), node: me() }, now, true);
                Answer::Taken
            }
            Request::Take { log } => {
                // Asked first, as a server does that knows who owns a log.
                if self.book.lease(&name(log)).node.as_ref() != Some(&from) {
                    self.book.apply(&LeaseCommand::Take { log: name(log), node: me() }, now, true);
                }
                Answer::Taken
            }
            Request::Leases => {
                let leases = self.book.leases(&from);
                let log = |lease: &floe_store::Lease| (0..LOGS).find(|log| name(*log) == lease.log);
                Answer::Leases(leases.iter().filter_map(|lease| Some((log(lease)?, lease.token))).collect())
            }
            Request::Read { log, token, number } => {
                Answer::Read { log, token, number, version: self.logs[log].len() as u64 }
            }
            Request::Append { log, token, expected } => {
                let is_current = !self.rules.fence || self.book.check(&name(log), Some(token)).is_ok();
                let fits = self.logs[log].len() as u64 == expected;
                let stored = is_current && fits;
                if stored {
                    self.logs[log].push(token);
                }
                Answer::Appended { log, token, stored: stored.then_some(expected + 1) }
            }
        };
        if self.is_trouble() && self.dice.one_in(40) {
            return;
        }
        let delay = self.delay();
        self.after(delay, node, Event::ToNode(from, life, answer));
    }

    /// A node does not know a log any more: it reads it again, under a new token, so that nothing of its own is under way.
    fn lose(&mut self, node: usize, log: usize) {
        if let Some(held) = self.processes[node].held[log].take() {
            self.processes[node].least[log] = held.token + 1;
        }
    }

    /// A node hears from the store.
    fn hear(&mut self, node: usize, answer: Answer) {
        let (clock, id) = (self.clock(node), self.id(node));
        match answer {
            Answer::Joined => {
                // It counts from the next renewal: when this was sent is forgotten by then.
                let sent_ms = clock.saturating_sub(LEASE_MS);
                self.processes[node].session.get_or_insert_with(|| NodeSession::new(id, sent_ms));
            }
            Answer::Renewed { sent_ms, lives: true } => {
                if let Some(session) = &mut self.processes[node].session {
                    session.renewed(sent_ms);
                }
            }
            Answer::Renewed { lives: false, .. } => {
                let process = &mut self.processes[node];
                (process.session, process.held) = (None, [None; LOGS]);
                process.number += 1;
                self.send(node, Request::Join);
            }
            Answer::Taken => self.send(node, Request::Leases),
            Answer::Leases(leases) => {
                for (log, token) in leases {
                    if token < self.processes[node].least[log] {
                        self.send(node, Request::TakeAgain { log });
                    } else if self.processes[node].held[log].is_none_or(|held| held.token < token) {
                        self.order += 1;
                        let number = self.order;
                        self.processes[node].reading[log] = number;
                        self.send(node, Request::Read { log, token, number });
                    }
                }
            }
            Answer::Read { log, token, number, version } => {
                let process = &mut self.processes[node];
                let is_last = std::mem::take(&mut process.reading[log]) == number;
                if is_last && process.held[log].is_none_or(|held| held.token < token) {
                    process.held[log] = Some(Held { token, version, writing: None });
                }
            }
            Answer::Appended { log, token, stored } => {
                if let Some(version) = stored {
                    self.told[log] = self.told[log].max(version);
                    self.count += 1;
                }
                let held = &mut self.processes[node].held[log];
                let Some(mine) = held.as_mut().filter(|mine| mine.token == token) else { return };
                match stored {
                    Some(version) => (mine.version, mine.writing) = (mine.version.max(version), None),
                    // Refused: it is not the owner any more, or does not know the log.
                    None => self.lose(node, log),
                }
            }
        }
    }
}

fn process_phase(dice: &mut Dice) -> u64 {
    dice.below(1_000)
}
