// Generated from the types of the rules, the engine and the calls by `cargo xtask api`.

import type manifests from '../../../web/src/games/manifests.json';

export type GameId = keyof typeof manifests;
export type Rules = { [name: string]: JsonValue };
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type Action = "resign" | "stop?" | "accept" | "refuse" | "forfeit" | "eliminate";
export type GameEvent = { 
/**
 * The seat.
 */
by: number, 
/**
 * The move.
 */
move: string | null, 
/**
 * Milliseconds it took.
 */
ms?: number, } | { 
/**
 * The seat.
 */
by: number, 
/**
 * The action.
 */
action: Action, 
/**
 * Milliseconds it took.
 */
ms?: number, } | { event: string, [key: string]: JsonValue };
export type EndReason = { "kind": "nobody_can_move" } | { "kind": "cannot_move", 
/**
 * The seats.
 */
seats: Array<number>, } | { "kind": "one_left" } | { "kind": "all_out" } | { "kind": "idle_turns", 
/**
 * The number of turns.
 */
turns: number, } | { "kind": "agreement" } | { "kind": "resigned", 
/**
 * The seat.
 */
seat: number, } | { "kind": "forfeited", 
/**
 * The seat.
 */
seat: number, } | { "kind": "showdown", 
/**
 * The hands won by each seat.
 */
hands: [number, number], } | { "kind": "more_points", 
/**
 * The seat.
 */
seat: number, 
/**
 * The rounds played.
 */
rounds: number, } | { "kind": "other", 
/**
 * The words.
 */
text: string, } | { "kind": "equal_points", 
/**
 * The rounds played.
 */
rounds: number, };
export type Outcome = { 
/**
 * The winning seats in order: several when they share the win, none when there is no winner.
 */
winners: Array<number>, 
/**
 * The final score of each seat.
 */
scores: number[], 
/**
 * Why it ended, in words made from [`Outcome::end`]. Records keep this text.
 */
reason: string, 
/**
 * Why it ended, as data; missing in outcomes read from a record.
 */
end?: EndReason, } & ({ [key in string]: number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null });
export type Offer = { 
/**
 * Who offered.
 */
by: number, 
/**
 * Who still has to answer.
 */
waiting: Array<number>, 
/**
 * The exact result if all agree.
 */
outcome: Outcome, };
export type Player = { 
/**
 * The player's name.
 */
name: string, };
export type RefusalCause = { 
/**
 * A stable code.
 */
kind: RefusalKind, 
/**
 * The cell that is the obstacle, where there is one.
 */
cell?: string, 
/**
 * The seat whose piece is the obstacle, or the seat that is not in the game.
 */
seat?: number, };
export type RefusalKind = "game_over" | "not_your_turn" | "not_in_game" | "unreadable_move" | "unknown_cell" | "wrong_phase" | "not_your_piece" | "cell_taken" | "cell_gone" | "cell_not_allowed" | "not_in_line" | "incomplete_move" | "must_move" | "must_claim" | "card_not_held" | "illegal_move" | "cannot_stop" | "not_possible" | "unsupported" | "invalid_request" | "unknown_game" | "invalid_rules" | "invalid_position" | "invalid_record" | "invalid_json" | "not_a_record" | "other_game" | "invalid_chance" | "invalid_deal" | "invalid_manifest" | "too_large" | "unknown_log" | "failed";
export type FairDeal = { 
/**
 * The hash of the secret, in hexadecimal; published before the game.
 */
commitment: string, 
/**
 * The players' contributions, by seat; empty for a player who added nothing.
 */
contributions: Array<string>, 
/**
 * The secret, in hexadecimal; revealed after the game.
 */
secret?: string, };
export type GameFacts = { 
/**
 * Its name.
 */
name: string, 
/**
 * The family its rules belong to.
 */
family: "slide" | "buffet" | "montauk" | "standalone", 
/**
 * What it is played with.
 */
look: Look, 
/**
 * The players, in order.
 */
seats: Array<SeatFacts>, 
/**
 * What a piece is called.
 */
piece: string, 
/**
 * What is counted.
 */
unit: Unit, 
/**
 * Whether there is a score at all.
 */
scores: boolean, 
/**
 * What some players do not see.
 */
hides: Hides, 
/**
 * Formats of other programs that positions and games can be written in.
 */
notation: Array<Notation>, };
export type SeatFacts = { 
/**
 * What it is called.
 */
name: string, 
/**
 * The colour of its pieces.
 */
colour: string, };
export type Look = "ice" | "chips" | "paper" | "squares" | "cards";
export type Unit = "fish" | "points" | "squares" | "cards";
export type Hides = "nothing" | "layouts" | "hands";
export type Notation = "fen" | "sgf";
export type GameInfo = { 
/**
 * Its id.
 */
id: GameId, 
/**
 * What it is, in a sentence.
 */
about: string, 
/**
 * The game whose rules these are.
 */
base_game: string, 
/**
 * Every switch.
 */
switches: Array<SwitchInfo>, 
/**
 * Named rule sets.
 */
variants: Array<VariantInfo>, 
/**
 * Its name.
 */
name: string, 
/**
 * The family its rules belong to.
 */
family: "slide" | "buffet" | "montauk" | "standalone", 
/**
 * What it is played with.
 */
look: Look, 
/**
 * The players, in order.
 */
seats: Array<SeatFacts>, 
/**
 * What a piece is called.
 */
piece: string, 
/**
 * What is counted.
 */
unit: Unit, 
/**
 * Whether there is a score at all.
 */
scores: boolean, 
/**
 * What some players do not see.
 */
hides: Hides, 
/**
 * Formats of other programs that positions and games can be written in.
 */
notation: Array<Notation>, };
export type VariantInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * What is different, in a sentence.
 */
about: string, };
export type SwitchInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it decides, in a sentence.
 */
about: string, 
/**
 * The values it takes.
 */
values: SwitchValues, 
/**
 * The value it has unless something else is said.
 */
default: JsonValue, 
/**
 * Whether the rules page of the game describes it.
 */
main: boolean, };
export type SwitchValues = { "type": "flag" } | { "type": "choice", 
/**
 * The values.
 */
options: Array<JsonValue>, } | { "type": "number", 
/**
 * The minimum.
 */
min: number, 
/**
 * The maximum.
 */
max: number, 
/**
 * Is `null` accepted as well?
 */
nullable: boolean, 
/**
 * What values are multiples of, where that is not 1.
 */
step?: number, } | { "type": "text", 
/**
 * How it is written.
 */
format: string, 
/**
 * Is `null` accepted as well?
 */
nullable: boolean, };
export type SlideState = { phase: string, turn: number, board: Array<Array<string>>, scores: Array<number>, tiles: Array<number>, 
/**
 * The tile in hand while tiles are laid.
 */
hand?: number, 
/**
 * Consecutive turns without a claim.
 */
idle?: number, 
/**
 * Seats that were eliminated.
 */
out?: Array<number>, 
/**
 * Seats that lost because they could not move.
 */
lost?: Array<number>, 
/**
 * Who moved last, where that decides.
 */
last?: number, 
/**
 * With the pie rule: `first` before the first move, `offered` where sides may be swapped, `done` after it.
 */
swap?: string, };
export type BuffetState = { phase: string, turn: number, board: Array<Array<string>>, hands: Array<string>, 
/**
 * Consecutive turns without a claim.
 */
idle?: number, 
/**
 * How many layouts there have been.
 */
layouts?: number, 
/**
 * What Black and White have laid out, `?` where the viewer may not see it.
 */
laid?: Array<string>, };
export type MontaukState = { round: number, phase: string, trick: number, opener: number | null, leader: number, scores: [number, number], first_home: number | null, 
/**
 * Boxes of the six pyramids, 0 for off, null before the dice.
 */
boards: [[number | null, number | null, number | null, number | null, number | null, number | null], [number | null, number | null, number | null, number | null, number | null, number | null]], 
/**
 * Which of the winner's pyramids have moved in this trick.
 */
moved?: [boolean, boolean, boolean, boolean, boolean, boolean], 
/**
 * The used slots.
 */
vaults: [Array<MontaukSlot>, Array<MontaukSlot>], hands: [VisibleCards, VisibleCards], table: MontaukTable, 
/**
 * The spends left in this half of the trick.
 */
spends: Array<number>, 
/**
 * Pyramids borne off in this trick.
 */
borne: number, pile: VisibleCards, seen: Array<string>, unseen: [VisibleCards, VisibleCards], top?: Array<string>, old?: Array<string>, origin?: [Array<string>, Array<string>], };
export type MontaukSlot = { pyramids: number, null: boolean, };
export type MontaukTable = { led: string | null, followed: string | null, extra: string | null, };
export type VisibleCards = Array<string> | number;
export type Insight = { "family": "slide" } & SlideInsight | { "family": "buffet" } & BuffetInsight | { "family": "montauk" } & MontaukInsight | { "family": "standalone" };
export type MoveCell = "left" | "reached" | "shot";
export type CellRefusal = { 
/**
 * The reason.
 */
reason: CellReason, 
/**
 * The cell that is in the way, or the cell itself.
 */
by: string, 
/**
 * Whose piece it is, where that is the reason.
 */
seat: number | null, };
export type CellReason = "gone" | "taken" | "laid" | "only_ones" | "empty" | "theirs" | "stuck" | "not_in_line" | "behind_gone" | "behind_piece" | "behind_gap" | "other";
export type SlideInsight = { 
/**
 * The cell of a move whose fish the mover gets; none where nothing is claimed.
 */
claims: MoveCell | null, 
/**
 * The cell of a move that leaves play.
 */
removes: MoveCell, 
/**
 * Whether a cell is shot at after every slide.
 */
shoots: boolean, 
/**
 * Whether cells have fish; without them they are only ground.
 */
has_fish: boolean, 
/**
 * Whether pieces are placed only on cells with one fish now: such a cell is free and the rules ask for it.
 */
places_on_ones: boolean, 
/**
 * Whether the fish under the pieces are in the scores of their owners, as they are at the end under some rules.
 */
counted_under: boolean, 
/**
 * What each seat can still reach.
 */
reach: Reach, 
/**
 * Who gets to each cell first, and what nobody can take away any more; none before all pieces stand and after the end.
 */
territory: Territory | null, };
export type Reach = { 
/**
 * Cells by the seats that can reach them.
 */
areas: Array<ReachArea>, 
/**
 * What each seat can reach in all.
 */
totals: Array<ReachTotal>, 
/**
 * All fish that still lie open.
 */
open: number, };
export type ReachArea = { 
/**
 * The seats, in order.
 */
seats: Array<number>, 
/**
 * The cells.
 */
cells: Array<string>, };
export type ReachTotal = { 
/**
 * In all.
 */
all: number, 
/**
 * Where no other seat can.
 */
own: number, };
export type Territory = { 
/**
 * What belongs to each seat.
 */
totals: Array<TerritoryTotal>, 
/**
 * What several seats reach in the same number of moves: fish, or cells where there are no fish.
 */
contested: number, 
/**
 * What nobody can reach.
 */
unreachable: number, 
/**
 * Open cells by the seats that get there with the fewest moves; several seats where they need equally many.
 */
first: Array<ReachArea>, 
/**
 * Regions that only one seat can still enter.
 */
sealed: Array<SealedRegion>, 
/**
 * Why the players cannot stop and count; none where they can.
 */
stop: StopProblem | null, };
export type TerritoryTotal = { 
/**
 * What it has scored.
 */
claimed: number, 
/**
 * What lies under its pieces and can still be scored.
 */
under: number, 
/**
 * What it gets to first.
 */
first: number, };
export type SealedRegion = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Its cells, those under pieces among them.
 */
cells: Array<string>, 
/**
 * The most that the seat still gets there, exactly: fish, or moves where there are no fish. None where working it out
 * would take too long, or where these rules do not let a region be solved by itself.
 */
most: number | null, };
export type StopProblem = { "why": "rules" } | { "why": "contested", 
/**
 * The cell.
 */
cell: string, };
export type BuffetInsight = { 
/**
 * The cell of a move whose card the mover claims.
 */
claims: MoveCell | null, 
/**
 * The cards that each seat may lay out from.
 */
pools: [Array<string>, Array<string>], 
/**
 * After this many turns in a row without a claim the board is over; none where only other things end it.
 */
idle_limit: number | null, 
/**
 * The hands in sight in each pool, the best first.
 */
in_sight: [Array<HandInsight>, Array<HandInsight>], 
/**
 * The steps of the showdown at the table, in order; none where it is solved.
 */
steps: Array<LayoutStep>, 
/**
 * How many steps are done.
 */
steps_done: number, 
/**
 * The seat that lays out last, having seen the other's hands; none where both lay out face down.
 */
last_word: number | null, 
/**
 * What each seat has laid out: three hands, empty before it has; none where they lie face down. None at all before
 * the showdown.
 */
laid: [[HandInsight, HandInsight, HandInsight] | null, [HandInsight, HandInsight, HandInsight] | null] | null, 
/**
 * The seat that wins each hand, once both layouts can be seen; none where both hands are empty.
 */
won: [number | null, number | null, number | null] | null, };
export type HandInsight = { 
/**
 * Its cards in the order in which they are compared.
 */
cards: Array<string>, 
/**
 * What it is called; an empty hand has no name.
 */
name: HandName | null, };
export type HandName = { 
/**
 * The category.
 */
kind: HandKind, 
/**
 * The letter of the rank that is named first.
 */
first: string, 
/**
 * The letter of the rank that is named second, where two are.
 */
second: string | null, 
/**
 * The letter of the suit of its first card.
 */
suit: string, };
export type HandKind = "highCard" | "onePair" | "twoPair" | "threeOfAKind" | "straight" | "flush" | "fullHouse" | "fourOfAKind" | "straightFlush" | "royalFlush";
export type LayoutStep = { 
/**
 * Who acts.
 */
seat: number, 
/**
 * What that seat does.
 */
task: LayoutTask, };
export type LayoutTask = "lays" | "answers" | "adjusts" | "seals";
export type LayoutCheck = { 
/**
 * Whose layout it would be.
 */
seat: number, 
/**
 * The layout as a move.
 */
text: string, 
/**
 * The three hands.
 */
hands: [HandInsight, HandInsight, HandInsight], 
/**
 * The first rule that it breaks.
 */
problem: LayoutProblem | null, 
/**
 * The seat that would win each hand against what the other has laid out, where that can be seen.
 */
won: [number | null, number | null, number | null] | null, };
export type LayoutProblem = { "kind": "not_full", 
/**
 * The hand.
 */
hand: number, 
/**
 * How many cards it lacks.
 */
missing: number, } | { "kind": "not_filled", 
/**
 * The hand with cards.
 */
hand: number, 
/**
 * The hand before it.
 */
before: number, } | { "kind": "not_balanced", 
/**
 * The largest hand.
 */
larger: number, 
/**
 * The smallest.
 */
smaller: number, } | { "kind": "not_ordered", 
/**
 * The stronger hand.
 */
hand: number, 
/**
 * The hand before it.
 */
before: number, } | { "kind": "other", 
/**
 * The rules' own sentence.
 */
message: string, };
export type MontaukInsight = { 
/**
 * What each rank is worth, by its letter.
 */
values: Record<string, number>, 
/**
 * The box of each pyramid by seat, 0 for off; empty before the dice.
 */
pyramids: [Array<number>, Array<number>], 
/**
 * What lies in the used slots of each vault.
 */
vaults: [Array<VaultSlot>, Array<VaultSlot>], 
/**
 * Pyramids that the winner of the trick has borne off and that are not in its vault yet.
 */
borne: Array<number>, 
/**
 * The trick on the table.
 */
trick: TrickInsight | null, 
/**
 * The trick before, if one has ended in this round.
 */
last_trick: TrickInsight | null, 
/**
 * The spends that can be made now, for each value that can be chosen, the greatest value first.
 */
spends: Array<SpendInsight>, 
/**
 * The rounds that have ended since the start.
 */
rounds: Array<RoundInsight>, 
/**
 * Whether this round is an extra one, played because the points were equal after the last.
 */
extra_round: boolean, };
export type VaultSlot = { 
/**
 * The pyramids in it.
 */
pyramids: Array<number>, 
/**
 * Whether a null marker lies in it.
 */
null: boolean, };
export type TrickInsight = { 
/**
 * Who led.
 */
leader: number, 
/**
 * The card that was led; none where it lies face down.
 */
led: string | null, 
/**
 * The card that followed.
 */
followed: string | null, 
/**
 * The extra card.
 */
extra: string | null, 
/**
 * Who won it, once both have played.
 */
winner: number | null, 
/**
 * Whether both cards are of one suit.
 */
same_suit: boolean, 
/**
 * Whether both cards count as one rank.
 */
same_rank: boolean, 
/**
 * Whether an extra card follows the first half.
 */
draws: boolean, 
/**
 * What this half lets the winner spend: values with how often each.
 */
half: Array<HalfValue>, 
/**
 * The same one by one, those that are left first.
 */
tokens: Array<SpendToken>, };
export type HalfValue = { 
/**
 * The value; a zero moves nothing.
 */
value: number, 
/**
 * How often it may be spent.
 */
times: number, };
export type SpendToken = { 
/**
 * The value.
 */
value: number, 
/**
 * Whether it is spent, or moves nothing.
 */
spent: boolean, };
export type SpendInsight = { 
/**
 * The value that was chosen.
 */
chosen: number, 
/**
 * The value that is used up: a pyramid comes off with the least that does it.
 */
value: number, 
/**
 * The box the pyramid leaves.
 */
from: number, 
/**
 * The box it goes to, 0 for off.
 */
to: number, 
/**
 * The move as text.
 */
text: string, 
/**
 * The pyramid that moves.
 */
pyramid: number | null, 
/**
 * Where sizes matter, the pyramids of the box to choose from.
 */
named: Array<NamedPyramid>, };
export type NamedPyramid = { 
/**
 * The pyramid.
 */
pyramid: number, 
/**
 * The move as text.
 */
text: string, };
export type RoundInsight = { 
/**
 * Its number, from 1.
 */
round: number, 
/**
 * What each seat scored.
 */
points: [number, number], 
/**
 * How many pyramids each seat bore off.
 */
off: [number, number], 
/**
 * How many null markers each seat had.
 */
nulls: [number, number], 
/**
 * Who bore off all six first.
 */
first_home: number | null, };
export type GameState = SlideState | BuffetState | MontaukState;
export type ThrownRefusal = { 
/**
 * The sentence, for people.
 */
message: string, 
/**
 * A stable code.
 */
kind: RefusalKind, 
/**
 * The cell that is the obstacle, where there is one.
 */
cell?: string, 
/**
 * The seat whose piece is the obstacle, or the seat that is not in the game.
 */
seat?: number, };
export type Log = { 
/**
 * The id of the game.
 */
game: GameId, 
/**
 * Every switch with its value.
 */
rules: Rules, 
/**
 * The position before the first event, as text.
 */
start: string, 
/**
 * The events, as in records.
 */
events: Array<GameEvent>, 
/**
 * The source of chance.
 */
seed: number | null, 
/**
 * The players by seat, if a record names them.
 */
players?: Array<Player>, };
export type SentLog = { 
/**
 * A number by which later calls name this log; without it the log is not held.
 */
id?: number, 
/**
 * The log that this one is a change of: all but the events is the same.
 */
base?: number, 
/**
 * How many events of that log are kept.
 */
keep?: number, 
/**
 * The id of the game; missing in a change.
 */
game?: GameId, 
/**
 * Every switch with its value; missing in a change.
 */
rules?: Rules, 
/**
 * The position before the first event, as text; missing in a change.
 */
start?: string, 
/**
 * All events, or those after the ones that are kept.
 */
events: Array<GameEvent>, 
/**
 * The source of chance; missing in a change.
 */
seed?: number | null, 
/**
 * The players by seat; missing in a change.
 */
players?: Array<Player>, };
export type ViewerArg = number | null | "all";
export type Snapshot = { 
/**
 * The position as JSON.
 */
state: GameState, 
/**
 * The position as text.
 */
position: string, 
/**
 * The position before the first event, as text.
 */
start: string, 
/**
 * A word for what is going on.
 */
phase: string, 
/**
 * Who acts.
 */
actor: number | "chance" | null, 
/**
 * The legal moves as texts, for a viewer who may know them.
 */
legal: Array<string>, 
/**
 * What each seat has scored so far.
 */
scores: number[], 
/**
 * How it ended.
 */
result: Outcome | null, 
/**
 * An offer to stop that waits for answers.
 */
offer: Offer | null, 
/**
 * How many play.
 */
seats: number, 
/**
 * Whether each seat is still in the game.
 */
plays: Array<boolean>, 
/**
 * Whether anything can be hidden at this table.
 */
hides: boolean, 
/**
 * Whether something is hidden now, or chosen face down next: players should not see each other's screens.
 */
secret: boolean, 
/**
 * Whether points decide who wins; otherwise the scores of the result only say who has won.
 */
scored: boolean, 
/**
 * What the rules say about the position.
 */
insight: Insight, 
/**
 * How many events come before `events`: those that the viewer has seen already.
 */
from: number, 
/**
 * What has happened since, as far as the viewer may see it.
 */
events: Array<GameEvent>, };
export type ViewArgs = { log: Log, 
/**
 * A seat, null for a spectator, or `all`.
 */
viewer: ViewerArg, 
/**
 * After how many events; all without it.
 */
upto?: number, };
export type GamesArgs = Record<symbol, never>;
export type RulesArgs = { game: GameId, 
/**
 * Switches with values, or a text such as `rows=8`.
 */
rules?: Rules | string, };
export type RulesAnswer = { 
/**
 * Every switch with its value.
 */
rules: Rules, 
/**
 * Whether they differ from the game's own.
 */
house_rules: boolean, 
/**
 * How many play.
 */
seats: number, };
export type OpenArgs = { game: GameId, 
/**
 * Switches with values, or a text such as `rows=8`.
 */
rules?: Rules | string, seed?: number, 
/**
 * A position to start from, as text or JSON.
 */
position?: string, };
export type PlayArgs = { log: Log, seat: number, move: string, 
/**
 * How long the move took.
 */
ms?: number, 
/**
 * Who looks at the table afterwards: a seat, null for a spectator, or `all`.
 */
viewer: ViewerArg, };
export type PlayAnswer = { 
/**
 * The events to add to the log.
 */
tail: Array<GameEvent>, 
/**
 * How the game stands, with the viewer's events that are new or can be seen only now.
 */
snapshot: Snapshot, };
export type ActArgs = { log: Log, seat: number, 
/**
 * `timeout`: the seat has run out of time, and the rules say what that means.
 */
action: "resign" | "stop?" | "accept" | "refuse" | "timeout", ms?: number, 
/**
 * Who looks at the table afterwards: a seat, null for a spectator, or `all`.
 */
viewer: ViewerArg, };
export type WhyArgs = { game: GameId, rules: Rules, 
/**
 * The position as text.
 */
position: string, 
/**
 * The piece that is picked, by its cell.
 */
from: string | null, 
/**
 * Where it is to go.
 */
to: string | null, 
/**
 * The cell that was pressed.
 */
cell: string, };
export type CanonicalArgs = { log: Log, move: string, };
export type CanonicalAnswer = { move: string, };
export type AdjudicateArgs = { log: Log, };
export type AnalyzeArgs = { log: Log, level: string, 
/**
 * How many lines, 1 to 64 (default: 1).
 */
lines?: number, 
/**
 * At most how many positions.
 */
nodes?: number, 
/**
 * At most how long.
 */
ms?: number, seed?: number, 
/**
 * Whether the first move of each line comes with reasons.
 */
reasons?: boolean, };
export type AnalyzeAnswer = { 
/**
 * The move to make.
 */
best: string, 
/**
 * The best lines, the best first.
 */
lines: Array<AnalyzedLine>, 
/**
 * How many positions were searched.
 */
nodes: number, 
/**
 * The depth of the best line in moves.
 */
depth: number, };
export type AnalyzedLine = { moves: Array<string>, 
/**
 * The probability of winning.
 */
win: number, 
/**
 * By how much the seat is expected to end up ahead.
 */
margin: number | null, 
/**
 * Whether `win` is proved.
 */
exact: boolean, 
/**
 * Why the first move is good.
 */
reasons?: Array<string>, };
export type ReviewArgs = { log: Log, 
/**
 * At most how many positions per move.
 */
nodes?: number, };
export type ReviewProgress = { done: number, of: number, };
export type ReviewReport = { 
/**
 * The id of the game.
 */
game: GameId, 
/**
 * Who played.
 */
players: Array<Player>, 
/**
 * Every move that was judged.
 */
moves: Array<MoveReport>, 
/**
 * The events that turned the game.
 */
turning_points: Array<number>, 
/**
 * How well each seat played, in percent; none for a seat that had nothing to choose.
 */
accuracy: Array<number | null>, 
/**
 * The win probability of each seat in the course of the game.
 */
curves: Array<CurveReport>, 
/**
 * How it ended.
 */
result: Outcome | null, };
export type MoveReport = { 
/**
 * The number of its event.
 */
event: number, 
/**
 * Who made it.
 */
seat: number, 
/**
 * The move.
 */
move: string, 
/**
 * How many legal moves there were.
 */
choices: number, 
/**
 * The mover's win probability with the best move.
 */
before: number, 
/**
 * The margin expected with the best move.
 */
margin: number | null, 
/**
 * Whether `before` is proved.
 */
exact: boolean, 
/**
 * The mover's win probability after the move.
 */
after: number | null, 
/**
 * What the move cost.
 */
loss: number | null, 
/**
 * How bad that is.
 */
judgement: "inaccuracy" | "mistake" | "blunder" | null, 
/**
 * A better line.
 */
better: Array<string>, 
/**
 * What the move did.
 */
reasons: Array<string>, 
/**
 * What the better move would have done.
 */
better_reasons: Array<string>, };
export type CurveReport = { 
/**
 * Whose.
 */
seat: number, 
/**
 * Numbers of events and win probabilities.
 */
points: Array<[number, number]>, };
export type Puzzle = { 
/**
 * Its name, which never changes: `amazons-001`.
 */
id: string, 
/**
 * The id of the game.
 */
game: GameId, 
/**
 * The switches that differ from the game's defaults.
 */
rules: Rules, 
/**
 * The position as text, in full.
 */
position: string, 
/**
 * Who is to move.
 */
seat: number, 
/**
 * The goal.
 */
goal: PuzzleGoal, 
/**
 * The right move, then best replies and moves in turn, as long as the seats alternate.
 */
solution: Array<string>, 
/**
 * The value of the right move for the seat: the final margin in points, or 1, 0 and -1 where none are counted.
 */
best: number, 
/**
 * The value of the best other move.
 */
second: number, 
/**
 * From 1, which a beginner finds, to 5, which only a proof does.
 */
difficulty: 1 | 2 | 3 | 4 | 5, 
/**
 * What the right move does, in a few words.
 */
themes: Array<string>, 
/**
 * The seed of the game it comes from.
 */
seed: number, };
export type PuzzleGoal = "win" | "margin";
export type ImportArgs = { text: string, };
export type ExportArgs = { log: Log, format: "json" | "text" | "sgf" | "moves" | "uci" | "compact" | "position", };
export type ExportAnswer = { text: string, };
export type LayoutArgs = { game: GameId, rules: Rules, 
/**
 * The position as text, as the viewer sees it.
 */
position: string, 
/**
 * A seat, null for a spectator, or `all`.
 */
viewer: ViewerArg, 
/**
 * A layout to check; without it the best one for the seat that lays out now.
 */
layout?: string, };
export type MaxCells = 128;
export interface Calls {
  games: [GamesArgs, Array<GameInfo>];
  rules: [RulesArgs, RulesAnswer];
  open: [OpenArgs, Log];
  view: [ViewArgs, Snapshot];
  recall: [ViewArgs, Snapshot];
  play: [PlayArgs, PlayAnswer];
  act: [ActArgs, PlayAnswer];
  why: [WhyArgs, CellRefusal | null];
  canonical: [CanonicalArgs, CanonicalAnswer];
  adjudicate: [AdjudicateArgs, Outcome];
  analyze: [AnalyzeArgs, AnalyzeAnswer];
  review: [ReviewArgs, ReviewReport];
  import: [ImportArgs, Log];
  export: [ExportArgs, ExportAnswer];
  layout: [LayoutArgs, LayoutCheck];
}
