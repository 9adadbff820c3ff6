// Generated from the wire types by `cargo xtask api`.

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type Stage = "open" | "live" | "over" | "aborted";
export type Sitter = { "kind": "open" } | { "kind": "person", 
/**
 * The id.
 */
user: string, 
/**
 * The name.
 */
name: string, 
/**
 * Is it a program?
 */
bot: boolean, 
/**
 * The rating at this game, in rated games.
 */
rating: number | null, } | { "kind": "engine", 
/**
 * How strong.
 */
level: string, };
export type ClockNow = { 
/**
 * What is left for the next move before the clock falls.
 */
left_ms: number, 
/**
 * Does it run?
 */
runs: boolean, };
export type StopOffer = { 
/**
 * Who offers.
 */
by: number, 
/**
 * Who has still to answer.
 */
waiting: Array<number>, 
/**
 * The exact result if all agree.
 */
outcome: JsonValue, };
export type TakebackOffer = { 
/**
 * Who asks.
 */
by: number, 
/**
 * Who has still to answer.
 */
waiting: Array<number>, 
/**
 * How many game events would be left.
 */
keep: number, };
export type Seen = { "e": "made", 
/**
 * By whom.
 */
host: string, } | { "e": "sat", 
/**
 * Which.
 */
seat: number, 
/**
 * Who.
 */
who: Sitter, } | { "e": "left", 
/**
 * From which seat.
 */
seat: number, } | { "e": "began", 
/**
 * The position, as text, in the reader's view.
 */
start: string, } | { "e": "game", 
/**
 * As in records.
 */
event: JsonValue, } | { "e": "takeback", 
/**
 * Who.
 */
by: number, 
/**
 * How many game events would be left.
 */
keep: number, } | { "e": "takeback_answer", 
/**
 * Who.
 */
by: number, 
/**
 * And how.
 */
yes: boolean, } | { "e": "taken_back", 
/**
 * How many game events are left.
 */
keep: number, } | { "e": "fault", 
/**
 * Which.
 */
seat: number, 
/**
 * In what way.
 */
words: string, } | { "e": "replaced", 
/**
 * Which.
 */
seat: number, 
/**
 * At what level.
 */
level: string, } | { "e": "resumed", 
/**
 * For how long.
 */
away_ms: number, } | { "e": "aborted", 
/**
 * Why.
 */
why: string, } | { "e": "rated", 
/**
 * How.
 */
changes: Array<RatedSeat>, } | { "e": "rematch", 
/**
 * Who.
 */
by: number, } | { "e": "followed", 
/**
 * Its id.
 */
table: string, };
export type RatedSeat = { 
/**
 * Whose.
 */
seat: number, 
/**
 * Before.
 */
before: number, 
/**
 * After.
 */
after: number, };
export type Now = { 
/**
 * When this was true, in milliseconds since 1970 by the server's clock.
 */
at_ms: number, 
/**
 * How far the table is.
 */
stage: Stage, 
/**
 * Whose turn it is.
 */
turn: number | null, 
/**
 * A word for what is going on in the game.
 */
phase: string, 
/**
 * The position as text, in the reader's view; empty before the game.
 */
position: string, 
/**
 * What each seat has scored.
 */
scores: number[], 
/**
 * The clocks, by seat; none where there is no clock.
 */
clocks: Array<ClockNow | null>, 
/**
 * An offer to stop.
 */
offer?: StopOffer, 
/**
 * A wish to take back.
 */
takeback?: TakebackOffer, 
/**
 * How it ended.
 */
result?: JsonValue, 
/**
 * The legal moves, for whoever asked for them and is to move.
 */
legal?: Array<string>, };
export type TableState = { 
/**
 * The id.
 */
id: string, 
/**
 * How many entries its log has. Moves name it, so that nobody moves in a position they have not seen.
 */
version: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * Every switch with its value.
 */
rules: JsonValue, 
/**
 * Who plays.
 */
seats: Array<Sitter>, 
/**
 * The seats that are the reader's own.
 */
yours: Array<number>, 
/**
 * The seat through whose eyes this is; none for spectators and after the game.
 */
eyes: number | null, 
/**
 * Who made the table.
 */
host: string, 
/**
 * The clock: `300+5`, `30s`, `3d`; none without.
 */
clock: string | null, 
/**
 * Does it count?
 */
rated: boolean, 
/**
 * Is it listed?
 */
public: boolean, 
/**
 * May moves be taken back by consent?
 */
takebacks: boolean, 
/**
 * The level of the engine that takes over for whoever leaves a game of three or four.
 */
substitute: string | null, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, 
/**
 * The table this is the rematch of.
 */
parent: string | null, 
/**
 * The next game.
 */
followed: string | null, 
/**
 * When it was made.
 */
created_ms: number, 
/**
 * The deal's promise; with the secret when the game is over.
 */
fair: JsonValue, 
/**
 * The position before the first move, as text.
 */
start: string | null, 
/**
 * What has happened in the game, taken-back moves left out.
 */
events: any[], 
/**
 * The position as JSON.
 */
board: JsonValue, 
/**
 * How it stands.
 */
now: Now, };
export type TableNews = { 
/**
 * The table.
 */
table: string, 
/**
 * The version before. Whoever has another has missed something and asks again.
 */
from: number, 
/**
 * The version now.
 */
version: number, 
/**
 * What happened.
 */
entries: Array<Seen>, 
/**
 * Game events that can be seen only now, by their number from 0.
 */
shown?: [number, any][], 
/**
 * How the table stands now.
 */
now: Now, };
export type NewSeat = { "kind": "me" } | { "kind": "open" } | { "kind": "engine", 
/**
 * `random`, `greedy`, `1` to `10`, `max`.
 */
level: string, };
export type NewTable = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * Switches that differ from the default, or the name of a variant.
 */
rules?: any, 
/**
 * Who sits where; if left out, the maker sits in seat 0 and the others are open.
 */
seats?: Array<NewSeat>, 
/**
 * `300+5` for the game, `30s` or `3d` a move; none without a clock.
 */
clock?: string, 
/**
 * Does it count? Only between accounts, with a clock and by the game's own rules.
 */
rated: boolean, 
/**
 * Only those who know its address find it.
 */
private: boolean, 
/**
 * May moves be taken back by consent? If left out: yes, unless it is rated.
 */
takebacks?: boolean, 
/**
 * The level of the engine that takes over for whoever leaves a game of three or four.
 */
substitute?: string, 
/**
 * Words of the maker's that go into the deal.
 */
word?: string, };
export type SeatWish = { 
/**
 * Which; any free one if left out.
 */
seat?: number, 
/**
 * Words that go into the deal.
 */
word?: string, };
export type Act = "resign" | "stop?" | "accept" | "refuse" | "takeback?" | "takeback" | "no-takeback" | "abort" | "rematch" | "leave";
export type Say = { "do": "watch", 
/**
 * Comes back with the answer.
 */
id?: number, 
/**
 * Which.
 */
table: string, 
/**
 * The version the client has.
 */
from?: number, 
/**
 * Through the eyes of this own seat, for people with several.
 */
seat?: number | null, 
/**
 * With the legal moves when it is the own turn.
 */
legal: boolean, } | { "do": "unwatch", 
/**
 * Which.
 */
table: string, } | { "do": "lobby", 
/**
 * Which of the two.
 */
on: boolean, } | { "do": "sit", 
/**
 * Comes back with the answer.
 */
id?: number, 
/**
 * At which table.
 */
table: string, 
/**
 * Which seat.
 */
seat?: number | null, 
/**
 * Words that go into the deal.
 */
word?: string | null, } | { "do": "move", 
/**
 * Comes back with the answer.
 */
id?: number, 
/**
 * At which table.
 */
table: string, 
/**
 * The version it was chosen at.
 */
at: number, 
/**
 * The move.
 */
move: string, 
/**
 * In which seat, for people with several.
 */
seat?: number | null, } | { "do": "act", 
/**
 * Comes back with the answer.
 */
id?: number, 
/**
 * At which table.
 */
table: string, 
/**
 * What.
 */
act: Act, 
/**
 * In which seat, for people with several.
 */
seat?: number | null, } | { "do": "chat", 
/**
 * Comes back with the answer.
 */
id?: number, 
/**
 * At which table.
 */
table: string, 
/**
 * What.
 */
text: string, } | { "do": "ping", 
/**
 * Comes back.
 */
id?: number, };
export type Me = { 
/**
 * The id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * `guest`, `player` or `moderator`.
 */
role: string, 
/**
 * A program?
 */
bot: boolean, };
export type ChatSaid = { 
/**
 * Numbered at each table.
 */
number: number, 
/**
 * Who.
 */
name: string, 
/**
 * Their id.
 */
user: string, 
/**
 * When.
 */
at_ms: number, 
/**
 * What.
 */
text: string, };
export type LobbyRow = { 
/**
 * The id.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * How far it is.
 */
stage: Stage, 
/**
 * Are the rules the game's own?
 */
house_rules: boolean, 
/**
 * The clock.
 */
clock: string | null, 
/**
 * Does it count?
 */
rated: boolean, 
/**
 * Who sits where.
 */
seats: Array<Sitter>, 
/**
 * When it was made.
 */
created_ms: number, 
/**
 * When it ended.
 */
ended_ms: number | null, 
/**
 * How it ended.
 */
result: JsonValue | null, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, };
export type Why = "malformed" | "refused" | "illegal" | "stale" | "sign_in" | "forbidden" | "not_found" | "taken" | "too_many" | "too_large" | "unavailable" | "broken";
export type Refusing = { 
/**
 * For programs.
 */
code: Why, 
/**
 * For people.
 */
message: string, };
export type Told = { "is": "hello", 
/**
 * The reader.
 */
you: Me, 
/**
 * The version of the server.
 */
server: string, } | { "is": "state" } & TableState | { "is": "news" } & TableNews | { "is": "ok", 
/**
 * What the client called it.
 */
id: number | null, 
/**
 * The version of the table after it.
 */
version: number | null, } | { "is": "refused", 
/**
 * What the client called it.
 */
id: number | null, 
/**
 * Why.
 */
error: Refusing, } | { "is": "chat", 
/**
 * At which.
 */
table: string, 
/**
 * What.
 */
line: ChatSaid, } | { "is": "present", 
/**
 * At which.
 */
table: string, 
/**
 * The seats whose players are there.
 */
seats: Array<number>, 
/**
 * How many others look on.
 */
spectators: number, } | { "is": "lobby", 
/**
 * Tables that wait for players.
 */
open: Array<LobbyRow>, } | { "is": "lobby_change", 
/**
 * Which.
 */
id: string, 
/**
 * The table; none when it has left.
 */
row: LobbyRow | null, } | { "is": "yours", 
/**
 * Which.
 */
table: string, 
/**
 * `began`, `turn`, `over`, `rematch`.
 */
what: string, } | { "is": "pong", 
/**
 * What the client called it.
 */
id: number | null, } | { "is": "closing", 
/**
 * When.
 */
retry_ms: number, };
