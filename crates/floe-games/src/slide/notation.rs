//! Moves as text, and error sentences for illegal moves.

use floe_board::{Bits, Lattice};

use super::axes::End;
use super::kernel::Turn;
use super::moves::{Move, MoveKind};
use super::position::{MAX_FISH, Phase, Position};
use super::rules::Rules;
use crate::Refusal;
use crate::switches::excerpt;

impl<B: Bits, const H: usize> Rules<B, H> {
    /// A move in the game's notation.
    pub(crate) fn move_text(&self, action: Move) -> String {
        let name = |cell: usize| self.plan.board.name(cell);
        let slide = |from: usize, to: usize| match self.plan.board.lattice() {
            Lattice::HexColumns => format!("[{},{}]", name(from), name(to)),
            Lattice::Square | Lattice::Hex => format!("{}-{}", name(from), name(to)),
        };
        match action.kind() {
            MoveKind::Draw(fish) => format!("draw {fish}"),
            MoveKind::Lay(fish, cell) => format!("{fish}@{}", name(cell)),
            MoveKind::Place(cell) => name(cell),
            MoveKind::Slide(from, to) => slide(from, to),
            MoveKind::Shoot(from, to, at) => format!("{}/{}", slide(from, to), name(at)),
            MoveKind::Retire(cell) => format!("{}-x", name(cell)),
            MoveKind::Pass => "pass".into(),
            MoveKind::Swap => "swap".into(),
        }
    }

    /// The move of a text, legal or not.
    pub(crate) fn parse_move<T: Turn>(&self, position: &Position<B>, text: &str) -> Result<Move, Refusal> {
        let text = text.trim();
        let unread = || {
            let example = match (position.phase, self.example::<T>(position)) {
                (_, Some(example)) => format!("; a move looks like {example}"),
                (Phase::Over, None) => "; the game is over".into(),
                (_, None) => "; a tile is drawn from the pile first".into(),
            };
            Refusal::unreadable_move(format!("'{}' is not a move{example}", excerpt(text)))
        };
        if text.len() > 64 {
            return Err(unread());
        }
        let cell = |name: &str| {
            let known = self.plan.board.cell(name.trim());
            known.ok_or_else(|| {
                let name = excerpt(name.trim());
                Refusal::unknown_cell(format!("'{}': there is no cell {name}", excerpt(text))).at(name)
            })
        };
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::new(MoveKind::Pass));
        }
        if text.eq_ignore_ascii_case("swap") {
            return Ok(Move::new(MoveKind::Swap));
        }
        if let Some((fish, name)) = text.split_once('@') {
            let fish =
                fish.trim().parse().ok().filter(|fish| (1..=MAX_FISH).contains(fish)).ok_or_else(unread)?;
            return Ok(Move::new(MoveKind::Lay(fish, cell(name)?)));
        }
        if let Some(name) = text.strip_suffix("-x").or(text.strip_suffix("-X")) {
            return Ok(Move::new(MoveKind::Retire(cell(name)?)));
        }
        // d1-d7(g7), with any dash.
        let plain = text.replace(['–', '—', '−'], "-");
        let plain = match plain.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((slide, shot)) => format!("{}/{shot}", slide.trim_end()),
            None => plain,
        };
        let names = match self.plan.board.lattice() {
            Lattice::HexColumns => split_places(text),
            Lattice::Square | Lattice::Hex => split_names(&plain),
        };
        let names = names.ok_or_else(unread)?;
        let cells = names.iter().map(|name| cell(name)).collect::<Result<Vec<_>, _>>()?;
        let step = match cells[..] {
            [at] => MoveKind::Place(at),
            [from, to] => MoveKind::Slide(from, to),
            [from, to, at] => MoveKind::Shoot(from, to, at),
            // d1d7,d7g7: the shot starts where the slide ended.
            [from, to, again, at] if to == again => MoveKind::Shoot(from, to, at),
            _ => return Err(unread()),
        };
        Ok(Move::new(step))
    }

    fn example<T: Turn>(&self, position: &Position<B>) -> Option<String> {
        if matches!(position.phase, Phase::Over | Phase::Draw) {
            return None;
        }
        let mut moves = Vec::new();
        self.moves::<T>(position, &mut moves);
        moves.first().map(|&action| self.move_text(action))
    }

    /// Returns what is wrong with a move, if anything.
    pub(crate) fn check<T: Turn>(&self, position: &Position<B>, action: Move) -> Result<(), Refusal> {
        let text = self.move_text(action);
        self.check_phase::<T>(position, action)
            .map_err(|refusal| Refusal { message: format!("{text}: {}", refusal.message), ..refusal })
    }

    fn check_phase<T: Turn>(&self, position: &Position<B>, action: Move) -> Result<(), Refusal> {
        let name = |cell: usize| self.plan.board.name(cell);
        match (position.phase, action.kind()) {
            (Phase::Over, _) => Err(Refusal::game_over("the game is over")),
            (_, MoveKind::Swap) => match position.may_swap() {
                true => Ok(()),
                false if self.plan.balance.swap => Err(Refusal::illegal_move(
                    "sides can be swapped only as the second player's answer to the first move",
                )),
                false => Err(Refusal::illegal_move("sides are not swapped under these rules")),
            },
            (Phase::Draw, MoveKind::Draw(fish)) => {
                let left = self.pile(position).any(|(kind, count)| kind == fish && count > 0);
                match left {
                    true => Ok(()),
                    false => Err(Refusal::invalid_chance(format!("no {fish}-fish tile is left in the pile"))),
                }
            }
            (Phase::Draw, _) => Err(Refusal::wrong_phase("a tile is drawn from the pile first")),
            (Phase::Lay, MoveKind::Lay(fish, cell)) => {
                let mut legal = Vec::new();
                self.moves::<T>(position, &mut legal);
                if legal.contains(&action) {
                    Ok(())
                } else if !self.unlaid(position).has(cell) {
                    Err(Refusal::cell_taken(format!("{} already has a tile", name(cell))).at(name(cell)))
                } else {
                    let mut kinds: Vec<String> = legal
                        .iter()
                        .filter_map(|m| match m.kind() {
                            MoveKind::Lay(fish, _) => Some(fish.to_string()),
                            _ => None,
                        })
                        .collect();
                    kinds.dedup();
                    Err(Refusal::illegal_move(format!(
                        "a {fish}-fish tile cannot be laid now; lay {}",
                        kinds.join(" or ")
                    )))
                }
            }
            (Phase::Place, MoveKind::Place(cell)) => {
                if self.placeable(position).has(cell) {
                    Ok(())
                } else if position.open.has(cell) {
                    Err(Refusal::cell_not_allowed(format!(
                        "{} has {} fish; place on a cell with one fish",
                        name(cell),
                        position.fish(cell)
                    ))
                    .at(name(cell)))
                } else {
                    Err(self.obstacle(position, cell))
                }
            }
            (
                Phase::Move,
                MoveKind::Slide(..) | MoveKind::Shoot(..) | MoveKind::Retire(_) | MoveKind::Pass,
            ) => self.check_turn::<T>(position, action.kind()),
            (phase, _) => {
                let now = match phase {
                    Phase::Lay => "lay a tile now",
                    Phase::Place => "place a piece now",
                    _ => "make a move now",
                };
                Err(Refusal::wrong_phase(match self.example::<T>(position) {
                    Some(example) => format!("{now}, such as {example}"),
                    None => now.into(),
                }))
            }
        }
    }

    fn check_turn<T: Turn>(&self, position: &Position<B>, step: MoveKind) -> Result<(), Refusal> {
        let name = |cell: usize| self.plan.board.name(cell);
        let own = position.own(position.turn());
        let mine = |cell: usize| {
            if own.has(cell) {
                return Ok(());
            }
            if own.is_empty() {
                return Err(Refusal::not_your_piece("you have no piece on the board"));
            }
            let yours: Vec<String> = own.cells().map(name).collect();
            let yours = yours.join(" ");
            Err(Refusal::not_your_piece(format!(
                "no piece of yours stands on {}; yours are on {yours}",
                name(cell)
            ))
            .at(name(cell)))
        };
        match step {
            MoveKind::Retire(cell) => {
                mine(cell)?;
                if !self.hot.retire {
                    return Err(Refusal::illegal_move("pieces are not retired under these rules"));
                }
                if !(self.rays.neighbours(cell) & position.open).is_empty() {
                    return Err(Refusal::must_move(format!(
                        "only a stuck piece may be retired; the one on {} can move",
                        name(cell)
                    ))
                    .at(name(cell)));
                }
                Ok(())
            }
            MoveKind::Pass => {
                if self.hot.end == End::IdleTurns && self.only_pass::<T>(position) {
                    return Ok(());
                }
                Err(Refusal::must_move("you can move, so you must"))
            }
            MoveKind::Slide(from, to) => {
                mine(from)?;
                self.check_slide::<T>(position, from, to)?;
                if self.shoots::<T>() {
                    return Err(match self.shots(position, from, to).cells().next() {
                        Some(at) => {
                            let example = self.move_text(Move::new(MoveKind::Shoot(from, to, at)));
                            Refusal::incomplete_move(format!(
                                "also name the cell to shoot at, such as {example}"
                            ))
                        }
                        None => Refusal::illegal_move("nothing could be shot at after that slide"),
                    });
                }
                let claims = if self.spans::<T>() { self.spanned(position, from, to) } else { B::EMPTY };
                if self.plan.must_claim && !claims.is_empty() {
                    let could: Vec<String> = claims.cells().map(name).collect();
                    return Err(Refusal::must_claim(format!(
                        "you can claim {}, so you must",
                        could.join(" or ")
                    )));
                }
                Ok(())
            }
            MoveKind::Shoot(from, to, at) => {
                mine(from)?;
                self.check_slide::<T>(position, from, to)?;
                if self.spans::<T>() {
                    let can = self.spanned(position, from, to);
                    if can.has(at) {
                        return Ok(());
                    }
                    let could: Vec<String> = can.cells().map(name).collect();
                    let what = if could.is_empty() { "nothing".into() } else { could.join(" or ") };
                    return Err(Refusal::cell_not_allowed(format!(
                        "{} cannot be claimed from there; {what} can",
                        name(at)
                    ))
                    .at(name(at)));
                }
                if !self.shoots::<T>() {
                    return Err(Refusal::illegal_move("this game has no shots; give only the two cells"));
                }
                let mut after = *position;
                after.remove_piece(from);
                after.place_piece(position.turn(), to);
                after.open = self.open_after(position.open, from, to);
                self.check_line(&after, after.open, to, at)
            }
            MoveKind::Draw(_) | MoveKind::Lay(..) | MoveKind::Place(_) | MoveKind::Swap => {
                Err(Refusal::wrong_phase("make a move now"))
            }
        }
    }

    fn check_slide<T: Turn>(&self, position: &Position<B>, from: usize, to: usize) -> Result<(), Refusal> {
        self.check_line(position, position.open, from, to)?;
        if self.spans::<T>() && !self.targets::<T>(position, from).has(to) {
            return Err(Refusal::cell_not_allowed(
                "your two pieces share a row or column now, and after the move they must share neither",
            )
            .at(self.plan.board.name(to)));
        }
        Ok(())
    }

    fn only_pass<T: Turn>(&self, position: &Position<B>) -> bool {
        let mut moves = Vec::new();
        self.moves::<T>(position, &mut moves);
        moves.first() == Some(&Move::new(MoveKind::Pass))
    }

    /// Is there a free line between two cells? Otherwise names the first obstacle.
    fn check_line(&self, position: &Position<B>, open: B, from: usize, to: usize) -> Result<(), Refusal> {
        let name = |cell: usize| self.plan.board.name(cell);
        if from == to {
            return Err(
                Refusal::cell_taken(format!("the piece already stands on {}", name(from))).at(name(from))
            );
        }
        let Some(between) = self.rays.between(from, to) else {
            return Err(Refusal::not_in_line(format!(
                "no straight line joins {} and {}",
                name(from),
                name(to)
            ))
            .at(name(to)));
        };
        let mut path: Vec<usize> = (between | B::one(to)).cells().collect();
        if to < from {
            path.reverse();
        }
        match path.into_iter().find(|&cell| !open.has(cell)) {
            None => Ok(()),
            Some(cell) => Err(self.obstacle(position, cell)),
        }
    }

    /// What makes a cell impassable.
    fn obstacle(&self, position: &Position<B>, cell: usize) -> Refusal {
        let (terms, name) = (&self.plan.preset.terms, self.plan.board.name(cell));
        let refusal = match position.owner(cell) {
            Some(seat) => {
                let whose = if seat == position.turn() { "your own" } else { "another" };
                Refusal::cell_taken(format!("{name} is taken by {whose} {}", terms.piece)).of_seat(seat)
            }
            None => Refusal::cell_gone(format!("{name} is {}", terms.gone)),
        };
        refusal.at(name)
    }
}

/// The cells named in `d4`, `d4-g7`, `d4-g7/b2`, `d1d7g7`, `d1d7,d7g7`.
fn split_names(text: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).filter(|&n| n > 0)?;
        let digits = rest[letters..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - letters);
        if digits == 0 || names.len() == 4 {
            return None;
        }
        let (name, tail) = rest.split_at(letters + digits);
        names.push(name);
        rest = match (tail.strip_prefix(['-', '/', ',']), names.len()) {
            (Some(after), 1..=3) if !after.is_empty() => after,
            (Some(_), _) => return None,
            (None, _) => tail,
        };
    }
    (!names.is_empty()).then_some(names)
}

/// The cells named in `[0,1]`, `[[0,1],[2,1]]`, `[[0,1],[2,1]]/[3,1]`.
fn split_places(text: &str) -> Option<Vec<&str>> {
    let (slide, shot) = match text.split_once('/') {
        Some((slide, shot)) => (slide.trim(), Some(shot.trim())),
        None => (text, None),
    };
    let mut names =
        match slide.strip_prefix('[').and_then(|inner| inner.trim_start().strip_prefix('[').map(|_| inner)) {
            Some(inner) => {
                let inner = inner.strip_suffix(']')?.trim();
                let end = inner.find(']')? + 1;
                let second = inner[end..].trim_start().strip_prefix(',')?.trim();
                vec![&inner[..end], second]
            }
            None => vec![slide],
        };
    if names.len() == 1 && shot.is_some() {
        return None;
    }
    names.extend(shot);
    Some(names)
}
