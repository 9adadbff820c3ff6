//! Tournaments as they are shown and listed.

use std::cmp::Reverse;

use floe_referee::pairing::{Fixture, Format};
use floe_referee::stats::{CrossTable, Standing, tie_breaks};
use floe_store::{IndexRow, LogKind, Player, Stage, User};
use floe_wire::web::{
    self, TournamentCell, TournamentEntrant, TournamentEvent, TournamentFormat, TournamentGame,
    TournamentRound, TournamentRow, TournamentStanding, TournamentState, TournamentUpdate,
};
use serde_json::{Value, json};

use super::arena::Score;
use super::entry::{ArenaPlan, TournamentEntry, TournamentPlan};
use super::state::State;
use crate::ids;
use crate::users::user_infos;

/// With more entrants the crosstable is left out.
const COLUMNS: usize = 60;
/// Maximum number of games shown with a tournament; the others are paged.
const GAMES: usize = 200;
/// How many games of an entrant are listed point by point; the last ones.
const SHEET: usize = 60;

/// The id of a fixture's table. It is derived from the tournament, the fixture and the attempt, so that a table created
/// twice is the same table.
pub fn table_id(tournament: &str, fixture: u64, times: u32) -> String {
    ids::derived(tournament, &format!("fixture {fixture} table {times}"))
}

/// A format in the API's terms.
pub fn format_of(format: TournamentFormat) -> TournamentPlan {
    TournamentPlan::Scheduled(match format {
        TournamentFormat::Arena { minutes } => return TournamentPlan::Arena(ArenaPlan::Arena { minutes }),
        TournamentFormat::RoundRobin { rounds } => Format::RoundRobin { rounds },
        TournamentFormat::Gauntlet { challengers, rounds } => Format::Gauntlet { challengers, rounds },
        TournamentFormat::Swiss { rounds, sets } => Format::Swiss { rounds, sets },
        TournamentFormat::Knockout { sets, extra_sets } => Format::Knockout { sets, extra_sets },
    })
}

fn format_shown(plan: TournamentPlan) -> TournamentFormat {
    let format = match plan {
        TournamentPlan::Scheduled(format) => format,
        TournamentPlan::Arena(ArenaPlan::Arena { minutes }) => return TournamentFormat::Arena { minutes },
    };
    match format {
        Format::RoundRobin { rounds } => TournamentFormat::RoundRobin { rounds },
        Format::Gauntlet { challengers, rounds } => TournamentFormat::Gauntlet { challengers, rounds },
        Format::Swiss { rounds, sets } => TournamentFormat::Swiss { rounds, sets },
        Format::Knockout { sets, extra_sets } => TournamentFormat::Knockout { sets, extra_sets },
    }
}

/// The index row of a tournament.
pub fn card_of(id: &str, state: &State) -> IndexRow {
    let made = state.made();
    let player = |(number, entrant): (usize, &super::state::Entrant)| Player {
        seat: number as u32,
        who: entrant.who.clone(),
    };
    let stage = state.stage();
    IndexRow {
        id: id.into(),
        kind: LogKind::Tournament,
        stage,
        game: made.game.clone(),
        public: made.public,
        rated: made.rated,
        tournament: None,
        created_ms: state.created_ms(),
        ended_ms: state.ended_ms(),
        due_ms: made.start_ms.filter(|_| stage == Stage::Open),
        players: state.entrants().iter().enumerate().map(player).collect(),
        summary: json!({
            "name": made.name,
            "format": format_shown(made.format),
            "clock": made.clock,
            "max_entrants": made.max_entrants,
            "start_ms": made.start_ms,
            "closes_ms": state.closes_ms(),
        })
        .to_string(),
    }
}

/// A row of a list; `None` if the index row is not a tournament's.
pub fn row_of(card: &IndexRow) -> Option<TournamentRow> {
    let summary: Value = serde_json::from_str(&card.summary).ok()?;
    let stage = card.stage;
    Some(TournamentRow {
        id: card.id.clone(),
        name: summary["name"].as_str()?.to_owned(),
        game: card.game.clone(),
        format: serde_json::from_value(summary["format"].clone()).ok()?,
        stage,
        clock: summary["clock"].as_str()?.to_owned(),
        rated: card.rated,
        entrants: card.players.len(),
        max_entrants: summary["max_entrants"].as_u64()? as usize,
        start_ms: summary["start_ms"].as_i64(),
        closes_ms: summary["closes_ms"].as_i64(),
        created_ms: card.created_ms,
        ended_ms: card.ended_ms,
    })
}

impl State {
    /// The state of a game.
    pub fn game(&self, id: &str, fixture: &Fixture) -> TournamentGame {
        let times = self.tables(fixture.id);
        let result = self.result(fixture.id);
        let fault =
            |fault: &Option<floe_referee::stats::FaultNote>| fault.as_ref().map(|fault| fault.cause.clone());
        TournamentGame {
            fixture: fixture.id,
            seats: fixture.seats.clone(),
            table: (times > 0).then(|| table_id(id, fixture.id, times)),
            places: result.map(|game| game.places.clone()),
            points: result.map(|game| (0..game.seats.len()).map(|seat| game.points(seat)).collect()),
            faults: match result {
                Some(game) if game.faults.iter().any(Option::is_some) => {
                    game.faults.iter().map(fault).collect()
                }
                _ => Vec::new(),
            },
        }
    }

    /// Everything, with the current names of users.
    pub fn to_wire(&self, id: &str, users: &[User]) -> Option<TournamentState> {
        let infos = user_infos(users);
        let players: Vec<TournamentEntrant> = self
            .entrants()
            .iter()
            .enumerate()
            .map(|(number, entrant)| TournamentEntrant {
                number,
                who: entrant.who.named(&infos),
                withdrawn: entrant.withdrawn,
                paused: entrant.paused,
            })
            .collect();
        let made = self.made();
        let is_arena = made.format.arena_minutes().is_some();
        let table = CrossTable::new(&vec![String::new(); players.len()], self.finished());
        let mut standings = self.standings(&table.rows);
        if is_arena {
            by_score(&mut standings, &self.scores());
        }
        Some(TournamentState {
            row: row_of(&card_of(id, self))?,
            version: self.version(),
            host: made.host.clone(),
            rules: made.rules.clone(),
            public: made.public,
            bots: made.bots,
            stop_reason: self.stopped().or(self.stopping()).map(str::to_owned),
            finished: self.finished().len(),
            scheduled: self.fixtures().len(),
            winner: self.winner(&standings),
            crosstable: if players.len() <= COLUMNS && !is_arena { by_number(&table) } else { Vec::new() },
            rounds: self.rounds_shown(id),
            players,
            standings,
        })
    }

    /// The referee's standings, with equal ranks split by tie-breaks.
    fn standings(&self, rows: &[Standing]) -> Vec<TournamentStanding> {
        let tie_breaks = tie_breaks(rows.len(), self.finished());
        let standing = |row: &Standing| TournamentStanding {
            entrant: row.entrant,
            rank: row.rank,
            points: row.points,
            rate: row.rate,
            games: row.games,
            firsts: row.firsts,
            score: row.score,
            faults: row.faults,
            byes: self.schedule().map_or(0, |schedule| schedule.byes[row.entrant]),
            sonneborn_berger: tie_breaks[row.entrant].sonneborn_berger,
            buchholz: tie_breaks[row.entrant].buchholz,
            sheet: Vec::new(),
            streak: 0,
        };
        let mut standings: Vec<TournamentStanding> = rows.iter().map(standing).collect();
        // Thirds do not add up exactly: nearly equal means equal.
        let most = |points: f64| Reverse((points * 1e6).round() as i64);
        standings.sort_by_key(|row| (row.rank, most(row.sonneborn_berger), most(row.buchholz), row.entrant));
        standings
    }

    fn winner(&self, standings: &[TournamentStanding]) -> Option<usize> {
        if self.stage() != web::Stage::Over {
            return None;
        }
        match self.made().format {
            TournamentPlan::Scheduled(Format::Knockout { .. }) => self.schedule()?.winner,
            _ => standings.first().map(|row| row.entrant),
        }
    }

    fn rounds_shown(&self, id: &str) -> Vec<TournamentRound> {
        // The games that started last and those after them, so that games in progress are included.
        let begun = self.fixtures().iter().rposition(|fixture| self.tables(fixture.id) > 0);
        let end = begun.map_or(GAMES, |last| last + 1 + GAMES / 4).min(self.fixtures().len()) as u64;
        let first = end.saturating_sub(GAMES as u64);
        let shown = |(number, fixtures): (usize, &[Fixture])| TournamentRound {
            number: number + 1,
            games: fixtures
                .iter()
                .filter(|fixture| (first..end).contains(&fixture.id))
                .map(|fixture| self.game(id, fixture))
                .collect(),
        };
        if self.made().format.arena_minutes().is_some() {
            // All games of an arena are one round.
            return vec![shown((0, self.fixtures()))];
        }
        self.rounds().enumerate().map(shown).filter(|round| !round.games.is_empty()).collect()
    }

    /// The update for subscribers: the entries since a version.
    pub fn news(&self, id: &str, from: u64, entries: &[TournamentEntry]) -> TournamentUpdate {
        let seen = |entry: &TournamentEntry| {
            Some(match entry {
                TournamentEntry::Created(_) => return None,
                TournamentEntry::Joined { who } => {
                    let last = self.entrants().iter().rposition(|entrant| entrant.who == *who);
                    TournamentEvent::Joined { entrant: last? }
                }
                TournamentEntry::Left { entrant } => TournamentEvent::Left { entrant: *entrant },
                TournamentEntry::Started { .. } => TournamentEvent::Started,
                TournamentEntry::Withdrew { entrant } => TournamentEvent::Withdrew { entrant: *entrant },
                TournamentEntry::Paused { entrant, paused } => {
                    TournamentEvent::Paused { entrant: *entrant, paused: *paused }
                }
                TournamentEntry::Paired { .. } => return None,
                TournamentEntry::Closed => TournamentEvent::Closed,
                TournamentEntry::Opened { fixture } | TournamentEntry::CalledOff { fixture } => {
                    TournamentEvent::Game { game: self.game(id, self.fixtures().get(*fixture as usize)?) }
                }
                TournamentEntry::Finished { game } => {
                    TournamentEvent::Game { game: self.game(id, self.fixtures().get(game.fixture as usize)?) }
                }
                TournamentEntry::Stopping { reason: why } => {
                    TournamentEvent::Stopping { reason: why.clone() }
                }
                TournamentEntry::Stopped { reason: why } => TournamentEvent::Stopped { reason: why.clone() },
            })
        };
        TournamentUpdate {
            tournament: id.into(),
            from,
            version: self.version(),
            stage: self.stage(),
            round: self.rounds().count(),
            finished: self.finished().len(),
            scheduled: self.fixtures().len(),
            entries: entries.iter().filter_map(seen).collect(),
        }
    }
}

/// The standings of an arena: by its points, then by games won, then by fewer games.
fn by_score(standings: &mut [TournamentStanding], scores: &[Score]) {
    for row in standings.iter_mut() {
        let score = &scores[row.entrant];
        row.points = f64::from(score.points());
        row.sheet = score.sheet[score.sheet.len().saturating_sub(SHEET)..].to_vec();
        row.streak = score.streak;
    }
    let key = |row: &TournamentStanding| (Reverse(row.points as i64), Reverse(row.firsts), row.games);
    standings.sort_by_key(|row| (row.games == 0, key(row), row.entrant));
    for at in 0..standings.len() {
        let same = at > 0 && key(&standings[at]) == key(&standings[at - 1]);
        standings[at].rank = if same { standings[at - 1].rank } else { at as u32 + 1 };
    }
}

/// The cells of a crosstable by the numbers of entrants.
fn by_number(table: &CrossTable) -> Vec<Vec<TournamentCell>> {
    let mut cells = vec![vec![TournamentCell::default(); table.rows.len()]; table.rows.len()];
    for (a, one) in table.rows.iter().enumerate() {
        for (b, two) in table.rows.iter().enumerate() {
            let cell = table.cells[a][b];
            cells[one.entrant][two.entrant] =
                TournamentCell { wins: cell.wins, draws: cell.draws, losses: cell.losses };
        }
    }
    cells
}
