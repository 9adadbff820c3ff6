// Generated from the wire types by `cargo xtask api`.

import type { GameEvent, GameId, GameState, Insight, JsonValue, Outcome, Rules } from '../../floe-wasm/api/rules';

export type Stage = "open" | "live" | "over" | "aborted";
export type Occupant = { "kind": "open" } | { "kind": "person", 
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
export type ClockState = { 
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
outcome: Outcome, };
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
export type TableEvent = { "e": "made", 
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
who: Occupant, } | { "e": "left", 
/**
 * From which seat.
 */
seat: number, } | { "e": "contributed", 
/**
 * In which seat.
 */
seat: number, 
/**
 * The contribution.
 */
contribution: string, } | { "e": "began", 
/**
 * The position, as text, in the reader's view.
 */
start: string, } | { "e": "game", 
/**
 * As in records.
 */
event: GameEvent, } | { "e": "foreseen", 
/**
 * The result.
 */
outcome: Outcome, } | { "e": "takeback", 
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
 * For how long, by the server's clock; it may have been set back meanwhile.
 */
away_ms: number, } | { "e": "aborted", 
/**
 * Why.
 */
why: string, } | { "e": "rated", 
/**
 * How.
 */
changes: Array<SeatRatingChange>, } | { "e": "rematch", 
/**
 * Who.
 */
by: number, } | { "e": "followed", 
/**
 * Its id.
 */
table: string, };
export type SeatRatingChange = { 
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
export type TableStatus = { 
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
 * Before a game with chance: the seats whose contribution to the deal is awaited. Their clients send one that begins with
 * `fair.commitment`.
 */
awaiting?: Array<number>, 
/**
 * The clocks, by seat; none where there is no clock.
 */
clocks: Array<ClockState | null>, 
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
result?: Outcome, 
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
game: GameId, 
/**
 * Every switch with its value.
 */
rules: Rules, 
/**
 * Who plays.
 */
seats: Array<Occupant>, 
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
 * The deal: `commitment`, `contributions` by seat, and the `secret` once the game has ended, however it ended.
 */
fair: JsonValue, 
/**
 * The position before the first move, as text.
 */
start: string | null, 
/**
 * What has happened in the game, taken-back moves left out.
 */
events: GameEvent[], 
/**
 * The position as JSON; null before the game.
 */
board: GameState | null, 
/**
 * What the rules say about the position: tricks, hands, reach; null before the game.
 */
insight: Insight | null, 
/**
 * How it stands.
 */
now: TableStatus, };
export type TableUpdate = { 
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
entries: Array<TableEvent>, 
/**
 * Game events that can be seen only now, by their number from 0.
 */
shown?: [number, GameEvent][], 
/**
 * How the table stands now.
 */
now: TableStatus, };
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
 * Will the maker contribute to the deal, once the answer has told the commitment? The game then waits a few seconds for it
 * where it would begin at once.
 */
contribute: boolean, };
export type SitRequest = { 
/**
 * Which; any free one if left out.
 */
seat?: number, 
/**
 * A contribution to the deal: the table's commitment, then `.` and random characters of the player's own.
 */
contribution?: string, };
export type TableAction = "resign" | "stop?" | "accept" | "refuse" | "takeback?" | "takeback" | "no-takeback" | "abort" | "rematch" | "leave";
export type ClientMessage = { "do": "watch", 
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
on: boolean, } | { "do": "follow", 
/**
 * Comes back with the answer.
 */
id?: number, 
/**
 * Which.
 */
tournament: string, 
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
 * A contribution to the deal: the table's commitment, then `.` and random characters of the player's own.
 */
contribution?: string | null, } | { "do": "contribute", 
/**
 * Comes back with the answer.
 */
id?: number, 
/**
 * Of which table.
 */
table: string, 
/**
 * The table's commitment, then `.` and random characters of the player's own.
 */
contribution: string, 
/**
 * In which seat, for people with several.
 */
seat?: number | null, } | { "do": "move", 
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
act: TableAction, 
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
export type ChatMessage = { 
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
seats: Array<Occupant>, 
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
export type ErrorCode = "malformed" | "refused" | "illegal" | "stale" | "sign_in" | "forbidden" | "not_found" | "taken" | "too_many" | "too_large" | "unavailable" | "broken";
export type ErrorBody = { 
/**
 * For programs.
 */
code: ErrorCode, 
/**
 * For people.
 */
message: string, };
export type ServerMessage = { "is": "hello", 
/**
 * The reader.
 */
you: Me, 
/**
 * The version of the server.
 */
server: string, } | { "is": "state" } & TableState | { "is": "news" } & TableUpdate | { "is": "ok", 
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
error: ErrorBody, } | { "is": "chat", 
/**
 * At which.
 */
table: string, 
/**
 * What.
 */
line: ChatMessage, } | { "is": "present", 
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
row: LobbyRow | null, } | { "is": "tournament" } & TournamentState | { "is": "tournament_news" } & TournamentUpdate | { "is": "yours", 
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
export type Reason = { 
/**
 * The words.
 */
why: string, };
export type BotSetting = { 
/**
 * Yes or no.
 */
bot: boolean, };
export type Credentials = { 
/**
 * 3 to 20 letters, digits, `_` and `-`, beginning with a letter.
 */
name: string, 
/**
 * 8 to 128 characters.
 */
password: string, };
export type Leader = { 
/**
 * The name.
 */
name: string, 
/**
 * A program?
 */
bot: boolean, 
/**
 * The rating.
 */
rating: CurrentRating, };
export type CreatedAccount = { 
/**
 * Who the caller is now.
 */
you: Me, 
/**
 * Opens the account once if the password is lost. It is shown here and never again.
 */
recovery_code: string, };
export type CreatedToken = { 
/**
 * The token.
 */
token: TokenRow, 
/**
 * Its key, to be sent as `Authorization: Bearer …`. Shown here and never again.
 */
key: string, };
export type ModerationEntry = { 
/**
 * When.
 */
at_ms: number, 
/**
 * The name of the moderator.
 */
by: string, 
/**
 * `ban`, `mute`, `stop` or `settle`.
 */
what: string, 
/**
 * A name, a table or the number of a report.
 */
of: string, 
/**
 * Until when, for bans and mutes.
 */
until_ms: number | null, 
/**
 * Why.
 */
why: string, };
export type RecoveryCode = { 
/**
 * Shown here and never again.
 */
recovery_code: string, };
export type NewName = { 
/**
 * See `Credentials`.
 */
name: string, };
export type NewReport = { 
/**
 * About whom.
 */
name: string, 
/**
 * At which table.
 */
table?: string, 
/**
 * What happened, 1 to 1000 characters.
 */
text: string, };
export type NewToken = { 
/**
 * What its owner calls it, 1 to 60 characters.
 */
label: string, 
/**
 * Some of `read`, `play`, `chat`, `tournaments`.
 */
scopes: Array<string>, };
export type PasswordConfirmation = { 
/**
 * The password; guests have none.
 */
password?: string, };
export type PasswordChange = { 
/**
 * The password so far.
 */
old: string, 
/**
 * The password from now on.
 */
new: string, };
export type Profile = { 
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
bot: boolean, 
/**
 * When they came.
 */
since_ms: number, 
/**
 * Their ratings.
 */
ratings: Array<CurrentRating>, 
/**
 * How many public games of theirs have a result.
 */
played: number, 
/**
 * How many public games they play now.
 */
playing: number, };
export type CurrentRating = { 
/**
 * At which game.
 */
game: string, 
/**
 * The rating.
 */
rating: number, 
/**
 * How uncertain it is: the rating is within twice this with 95 %.
 */
deviation: number, 
/**
 * How many games it rests on.
 */
games: number, 
/**
 * When it last changed.
 */
at_ms: number, };
export type RatingPoint = { 
/**
 * The table that changed it, unless it is private.
 */
table: string | null, 
/**
 * The rating after it.
 */
rating: number, 
/**
 * How uncertain it was.
 */
deviation: number, 
/**
 * When.
 */
at_ms: number, };
export type RecoverAccount = { 
/**
 * Whose account.
 */
name: string, 
/**
 * The code.
 */
code: string, 
/**
 * The password from now on.
 */
password: string, };
export type ReportRow = { 
/**
 * Its number.
 */
number: number, 
/**
 * The name of whoever complains.
 */
by: string, 
/**
 * The name of whom it is about.
 */
about: string, 
/**
 * At which table.
 */
table: string | null, 
/**
 * When.
 */
at_ms: number, 
/**
 * What happened.
 */
text: string, 
/**
 * What became of it.
 */
settled: string | null, };
export type Settings = Record<string, any>;
export type TokenRow = { 
/**
 * What it is taken back by.
 */
id: string, 
/**
 * What its owner calls it.
 */
label: string, 
/**
 * What it is good for.
 */
scopes: Array<string>, 
/**
 * Since when.
 */
created_ms: number, };
export type Restriction = { 
/**
 * In milliseconds since 1970; null takes it back.
 */
until_ms: number | null, 
/**
 * Why, 1 to 300 characters.
 */
why: string, };
export type TournamentFormat = { "format": "round-robin", 
/**
 * How many rounds.
 */
rounds: number, } | { "format": "gauntlet", 
/**
 * How many of the first entrants run the gauntlet.
 */
challengers: number, 
/**
 * How many rounds.
 */
rounds: number, } | { "format": "swiss", 
/**
 * How many rounds.
 */
rounds: number, 
/**
 * Sets that a table plays in a round.
 */
sets: number, } | { "format": "knock-out", 
/**
 * Sets that a table plays.
 */
sets: number, 
/**
 * Sets that are added, one at a time, while the best are equal; after that the better seed goes on.
 */
extra_sets: number, };
export type NewTournament = { 
/**
 * What it is called.
 */
name: string, 
/**
 * The id of the game.
 */
game: string, 
/**
 * Switches that differ from the default, or the name of a variant.
 */
rules?: any, 
/**
 * Who meets whom.
 */
format: TournamentFormat, 
/**
 * `300+5` for the game, `30s` or `3d` a move.
 */
clock: string, 
/**
 * Do its games count? Only between accounts and by the game's own rules.
 */
rated: boolean, 
/**
 * Only those who know its address find it and its games.
 */
private: boolean, 
/**
 * When it starts by itself, in milliseconds since 1970; if left out, when the host says so.
 */
start_ms?: number, 
/**
 * The most who may enter; if left out 64, or as many as the format has room for.
 */
most?: number, 
/**
 * May people's programs enter? Yes if left out. Engines of the house are entered by the host alone.
 */
bots: boolean, 
/**
 * The most games at once; 256 if left out.
 */
at_once?: number, };
export type TournamentEntrant = { 
/**
 * The number by which everything else names them. Before the start it changes when somebody leaves.
 */
number: number, 
/**
 * Who.
 */
who: Occupant, 
/**
 * Has left after the start.
 */
withdrawn: boolean, };
export type TournamentStanding = { 
/**
 * Who, by number.
 */
entrant: number, 
/**
 * The place, by points a game; equals share the better one.
 */
rank: number, 
/**
 * Points: in every game the part of the opponents that were left behind.
 */
points: number, 
/**
 * Points a game, between 0 and 1.
 */
rate: number, 
/**
 * Games finished.
 */
games: number, 
/**
 * Games in which nobody was placed better.
 */
firsts: number, 
/**
 * The sum of the game's own scores.
 */
score: number, 
/**
 * Games with a fault: out of time, did not come, withdrew.
 */
faults: number, 
/**
 * Rounds without a table.
 */
byes: number, 
/**
 * What the beaten opponents have scored, half of it where equal: the first tie-break.
 */
sonneborn_berger: number, 
/**
 * What all opponents have scored: the second.
 */
buchholz: number, };
export type TournamentCell = { 
/**
 * Games won, or placed better in.
 */
wins: number, 
/**
 * Games with the same place.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, };
export type TournamentGame = { 
/**
 * Its number in the tournament, from 0.
 */
fixture: number, 
/**
 * The entrant at each seat, by number.
 */
seats: Array<number>, 
/**
 * The table it is or was played at; none before it begins and where it was forfeited without one.
 */
table: string | null, 
/**
 * The place of each seat once it is over; where nobody is first nobody came and nobody has points.
 */
places: Array<number> | null, 
/**
 * The points of each seat once it is over.
 */
points: Array<number> | null, 
/**
 * What each seat did wrong, if anything.
 */
faults?: Array<string | null>, };
export type TournamentRound = { 
/**
 * From 1. Extra sets of a knock-out are rounds of their own.
 */
number: number, 
/**
 * Its games.
 */
games: Array<TournamentGame>, };
export type TournamentRow = { 
/**
 * The id.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * The game.
 */
game: string, 
/**
 * Who meets whom.
 */
format: TournamentFormat, 
/**
 * How far it is.
 */
stage: Stage, 
/**
 * The clock.
 */
clock: string, 
/**
 * Do its games count?
 */
rated: boolean, 
/**
 * How many have entered.
 */
entrants: number, 
/**
 * The most who may.
 */
most: number, 
/**
 * When it starts by itself.
 */
start_ms: number | null, 
/**
 * When it was made.
 */
created_ms: number, 
/**
 * When it ended.
 */
ended_ms: number | null, };
export type TournamentState = { 
/**
 * How many entries its log has.
 */
version: number, 
/**
 * Who made it.
 */
host: string, 
/**
 * Every switch with its value.
 */
rules: JsonValue, 
/**
 * Is it listed?
 */
public: boolean, 
/**
 * May people's programs enter?
 */
bots: boolean, 
/**
 * Why it was stopped.
 */
stopped: string | null, 
/**
 * How many games are finished.
 */
finished: number, 
/**
 * How many are known; more may follow.
 */
known: number, 
/**
 * The winner, once it is over: of a knock-out who won the last table, otherwise the first of the table.
 */
winner: number | null, 
/**
 * Who is in, by number.
 */
players: Array<TournamentEntrant>, 
/**
 * The table, the best first.
 */
standings: Array<TournamentStanding>, 
/**
 * `crosstable[a][b]`: what entrant `a` scored against entrant `b`; empty with more than 60.
 */
crosstable: Array<Array<TournamentCell>>, 
/**
 * The rounds, 200 games of them: those begun last and the next ones. All games are listed page by page at
 * `/api/tournaments/{id}/games`.
 */
rounds: Array<TournamentRound>, 
/**
 * The id.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * The game.
 */
game: string, 
/**
 * Who meets whom.
 */
format: TournamentFormat, 
/**
 * How far it is.
 */
stage: Stage, 
/**
 * The clock.
 */
clock: string, 
/**
 * Do its games count?
 */
rated: boolean, 
/**
 * How many have entered.
 */
entrants: number, 
/**
 * The most who may.
 */
most: number, 
/**
 * When it starts by itself.
 */
start_ms: number | null, 
/**
 * When it was made.
 */
created_ms: number, 
/**
 * When it ended.
 */
ended_ms: number | null, };
export type TournamentEvent = { "e": "joined", 
/**
 * With which number.
 */
entrant: number, } | { "e": "left", 
/**
 * With which number.
 */
entrant: number, } | { "e": "began" } | { "e": "withdrew", 
/**
 * Who.
 */
entrant: number, } | { "e": "game", 
/**
 * Which, as it stands.
 */
game: TournamentGame, } | { "e": "stopping", 
/**
 * Why.
 */
why: string, } | { "e": "stopped", 
/**
 * Why.
 */
why: string, };
export type TournamentUpdate = { 
/**
 * The id.
 */
tournament: string, 
/**
 * The version before. Whoever has another has missed something and asks again.
 */
from: number, 
/**
 * The version now.
 */
version: number, 
/**
 * How far it is.
 */
stage: Stage, 
/**
 * The last round that is known, from 1; 0 before the start.
 */
round: number, 
/**
 * How many games are finished.
 */
finished: number, 
/**
 * How many are known.
 */
known: number, 
/**
 * What happened.
 */
entries: Array<TournamentEvent>, };
