//! The state of one game: held by the kernel of the slide family, sent as Fish's JSON.

use floe_board::Bits;
use floe_games::slide::{Move, MoveKind, Phase, Plain, Position, Rules, Slide};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Game, GameRng, Refusal, registry};
use floe_wire::fish::{Action, Board, Color, FishVisitor, MAX_FISH, PlayerState, State, TilePos, with_fish};
use serde_json::json;

/// A game in progress.
pub trait FishGame: Send {
    /// The seat to act and whether it moves or still places; `None` once no one can move.
    fn turn(&self) -> Option<(usize, Phase)>;
    /// Is a seat still in the game?
    fn plays(&self, seat: usize) -> bool;
    /// Places a penguin of the seat to act.
    fn place(&mut self, place: TilePos) -> Result<(), Refusal>;
    /// Moves a penguin of the seat to act.
    fn slide(&mut self, action: Action) -> Result<(), Refusal>;
    /// Eliminates a seat: its penguins are removed, the tiles under them stay.
    fn eliminate(&mut self, seat: usize);
    /// The state with this seat first and the others in turn order.
    fn state(&self, first: usize) -> State;
    /// The seats that won, once no one can move.
    fn winners(&self) -> Vec<usize>;
}

/// Creates the board of a game for `players` players. Only the switches of Fish itself may differ from the defaults:
/// with others it would not be the game that clients know.
pub fn new_fish_game(rules: &RuleSet, seats: usize, seed: u64) -> Result<Box<dyn FishGame>, Refusal> {
    struct Lay {
        seats: usize,
        seed: u64,
    }
    impl FishVisitor for Lay {
        type Output = Result<Box<dyn FishGame>, Refusal>;
        fn fish<B: Bits>(self, rules: Rules<B, 3>) -> Self::Output {
            let position = Fish::<B>::start(&rules, &mut GameRng::from_seed(self.seed))?;
            if position.open().cells().any(|cell| position.fish(cell) > MAX_FISH) {
                return Err(Refusal::invalid_request(format!(
                    "fish: a tile has 1 to {MAX_FISH} on the wire"
                )));
            }
            Ok(Box::new(Laid { rules, position, penguins: vec![Vec::new(); self.seats] }))
        }
    }
    let entry = registry::find("fish")?;
    let defaults = entry.default_rules();
    let foreign = rules
        .iter()
        .find(|(name, value)| !entry.main_switches.contains(name) && *value != defaults.get(name));
    if let Some((name, _)) = foreign {
        return Err(Refusal::invalid_rules(format!(
            "{name}: the clients of a tournament know only Fish's own switches: {}",
            entry.main_switches.join(", ")
        )));
    }
    let mut rules = rules.clone();
    rules.set(&entry.switches(), "players", json!(seats))?;
    with_fish(&rules, Lay { seats, seed })?
}

type Fish<B> = Slide<B, 3, Plain>;

struct Laid<B: Bits> {
    rules: Rules<B, 3>,
    position: Position<B>,
    /// Where each seat's penguins stand, in the order of placement: the kernel stores sets.
    penguins: Vec<Vec<TilePos>>,
}

impl<B: Bits> Laid<B> {
    fn cell(&self, (row, column): TilePos) -> Result<usize, Refusal> {
        let cell = self.rules.plan.board.at(row, column);
        cell.ok_or_else(|| Refusal::unknown_cell(format!("no tile [{row},{column}]")))
    }

    fn make(&mut self, action: Move) -> Result<usize, Refusal> {
        Fish::<B>::check(&self.rules, &self.position, action)?;
        let seat = self.position.turn();
        Fish::<B>::apply(&self.rules, &mut self.position, action);
        Ok(seat)
    }
}

impl<B: Bits> FishGame for Laid<B> {
    fn turn(&self) -> Option<(usize, Phase)> {
        match Fish::<B>::actor(&self.rules, &self.position) {
            Actor::Seat(seat) => Some((seat, self.position.phase())),
            Actor::Chance | Actor::Nobody => None,
        }
    }

    fn plays(&self, seat: usize) -> bool {
        Fish::<B>::plays(&self.rules, &self.position, seat)
    }

    fn place(&mut self, place: TilePos) -> Result<(), Refusal> {
        let cell = self.cell(place)?;
        let seat = self.make(Move::new(MoveKind::Place(cell)))?;
        self.penguins[seat].push(place);
        Ok(())
    }

    fn slide(&mut self, (from, to): Action) -> Result<(), Refusal> {
        let step = MoveKind::Slide(self.cell(from)?, self.cell(to)?);
        let seat = self.make(Move::new(step))?;
        self.penguins[seat].iter_mut().filter(|place| **place == from).for_each(|place| *place = to);
        Ok(())
    }

    fn eliminate(&mut self, seat: usize) {
        Fish::<B>::eliminate(&self.rules, &mut self.position, seat);
        self.penguins[seat].clear();
    }

    fn state(&self, first: usize) -> State {
        let seats = self.penguins.len();
        let order = (0..seats).map(|step| (first + step) % seats).filter(|&seat| self.plays(seat));
        let player = |seat: usize| PlayerState {
            color: Color::ALL[seat],
            score: u64::from(self.position.score(seat)),
            places: self.penguins[seat].clone(),
        };
        let fish = |cell: Option<usize>| cell.map_or(0, |cell| self.position.fish(cell));
        let rows = self.rules.plan.board.rows();
        State {
            players: order.map(player).collect(),
            board: Board(rows.map(|row| row.map(fish).collect()).collect()),
        }
    }

    fn winners(&self) -> Vec<usize> {
        Fish::<B>::outcome(&self.rules, &self.position).map_or_else(Vec::new, |outcome| outcome.winners)
    }
}
