// Generated from the wire types by `cargo xtask api`.

import type { FairDeal, GameEvent, GameId, GameState, Insight, JsonValue, Offer, Outcome, RefusalKind, Rules } from '../../floe-wasm/api/rules';

export type Stage = "open" | "live" | "over" | "aborted";
export type UserInfo = { 
/**
 * The name.
 */
name: string, 
/**
 * Is it a bot?
 */
bot: boolean, 
/**
 * The rating at this game, in rated games.
 */
rating?: number, };
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
 * Is it a bot?
 */
bot: boolean, 
/**
 * The rating at this game, in rated games.
 */
rating?: number, } | { "kind": "engine", 
/**
 * Its level.
 */
level: string, };
export type ClockState = { 
/**
 * The time left for the next move before the flag falls.
 */
left_ms: number, 
/**
 * Is it running?
 */
runs: boolean, };
export type TakebackOffer = { 
/**
 * Who asks.
 */
by: number, 
/**
 * Who still has to answer.
 */
waiting: Array<number>, 
/**
 * The number of game events that would be left.
 */
keep: number, };
export type TableConfig = { 
/**
 * The version of the log's format.
 */
floe: number, 
/**
 * The id of the game as users chose it.
 */
game: GameId, 
/**
 * Every switch with its value.
 */
rules: Rules, 
/**
 * The id of the host.
 */
host: string, 
/**
 * The clock: `300+5`, `30s`, `3d`; null without a clock.
 */
clock: string | null, 
/**
 * Is it rated?
 */
rated: boolean, 
/**
 * Is it listed?
 */
public: boolean, 
/**
 * Are takebacks by agreement allowed?
 */
takebacks: boolean, 
/**
 * The level of the engine that takes over for a player who leaves a game of three or four.
 */
substitute: string | null, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, 
/**
 * The table of which this is the rematch.
 */
rematch_of: string | null, 
/**
 * Do clients of this table contribute to the deal, so that it should wait for them?
 */
contribute?: boolean, };
export type TableEvent = { "type": "created" } & TableConfig | { "type": "seated", 
/**
 * The seat.
 */
seat: number, 
/**
 * The occupant.
 */
who: Occupant, } | { "type": "left", 
/**
 * The seat.
 */
seat: number, } | { "type": "contributed", 
/**
 * The seat.
 */
seat: number, 
/**
 * The contribution.
 */
contribution: string, } | { "type": "started", 
/**
 * The position, as text; in the reader's view, in what clients are sent.
 */
start: string, } | { "type": "game", 
/**
 * As in records.
 */
event: GameEvent, } | { "type": "adjudicated", 
/**
 * The result.
 */
outcome: Outcome, } | { "type": "takeback", 
/**
 * The seat.
 */
by: number, 
/**
 * The number of game events that would be left.
 */
keep: number, } | { "type": "takeback_answer", 
/**
 * The seat.
 */
by: number, 
/**
 * Whether the player accepts.
 */
yes: boolean, } | { "type": "taken_back", 
/**
 * The number of game events left.
 */
keep: number, } | { "type": "fault", 
/**
 * The seat.
 */
seat: number, 
/**
 * The fault.
 */
message: string, } | { "type": "replaced", 
/**
 * The seat.
 */
seat: number, 
/**
 * The level.
 */
level: string, } | { "type": "resumed", 
/**
 * For how long, by the server's clock; negative if that was set back in the meantime.
 */
downtime_ms: number, } | { "type": "aborted", 
/**
 * The reason.
 */
reason: string, 
/**
 * The seats whose players did not come, if that is the reason.
 */
absent?: Array<number>, 
/**
 * The seat that cancelled it, if a player did.
 */
by?: number, } | { "type": "rated", 
/**
 * The changes.
 */
changes: Array<SeatRatingChange>, } | { "type": "rematch", 
/**
 * The seat.
 */
by: number, } | { "type": "rematch_created", 
/**
 * Its id.
 */
table: string, };
export type SeatRatingChange = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The rating before.
 */
before: number, 
/**
 * The rating after.
 */
after: number, };
export type TableStatus = { 
/**
 * When this was true, in milliseconds since 1970 by the server's clock.
 */
at_ms: number, 
/**
 * The stage of the table.
 */
stage: Stage, 
/**
 * Whose turn it is.
 */
turn: number | null, 
/**
 * The name of the game's current phase.
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
 * Whether each seat is still in the game; empty before the game.
 */
plays: Array<boolean>, 
/**
 * Before a game with chance: the seats whose contribution to the deal is awaited. Their clients send one that
 * starts with `fair.commitment`.
 */
awaiting?: Array<number>, 
/**
 * The clocks, by seat; null where there is no clock.
 */
clocks: Array<ClockState | null>, 
/**
 * An offer to stop.
 */
offer?: Offer, 
/**
 * A takeback request.
 */
takeback?: TakebackOffer, 
/**
 * How it ended.
 */
result?: Outcome, 
/**
 * The legal moves, if the reader requested them and is to move.
 */
legal?: Array<string>, };
export type TableState = { 
/**
 * The id.
 */
id: string, 
/**
 * The number of entries in its log. Moves name it, so that no one moves in a position they have not seen.
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
 * The reader's own seats.
 */
your_seats: Array<number>, 
/**
 * The seat whose view this is; null for spectators and after the game.
 */
viewer: number | null, 
/**
 * The id of the host.
 */
host: string, 
/**
 * The clock: `300+5`, `30s`, `3d`; null without a clock.
 */
clock: string | null, 
/**
 * Is it rated?
 */
rated: boolean, 
/**
 * Is it listed?
 */
public: boolean, 
/**
 * May moves be taken back by agreement?
 */
takebacks: boolean, 
/**
 * The level of the engine that takes over for a player who leaves a game of three or four.
 */
substitute: string | null, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, 
/**
 * The table this is the rematch of.
 */
rematch_of: string | null, 
/**
 * The next game.
 */
next_table: string | null, 
/**
 * When it was created.
 */
created_ms: number, 
/**
 * The deal: `commitment`, `contributions` by seat, and the `secret` once the game has ended, however it ended.
 */
fair: FairDeal | null, 
/**
 * The position before the first move, as text.
 */
start: string | null, 
/**
 * Whether anything can be hidden at this table.
 */
hides: boolean, 
/**
 * Whether points decide who wins; otherwise the scores of the result only say who has won.
 */
scored: boolean, 
/**
 * The game events, without moves that were taken back.
 */
events: Array<GameEvent>, 
/**
 * The position as JSON; null before the game.
 */
board: GameState | null, 
/**
 * What the rules say about the position: tricks, hands, reach; null before the game.
 */
insight: Insight | null, 
/**
 * Its status.
 */
status: TableStatus, };
export type TableUpdate = { 
/**
 * The table.
 */
table: string, 
/**
 * The previous version. A client that has another one has missed something and requests a new snapshot.
 */
from: number, 
/**
 * The current version.
 */
version: number, 
/**
 * The events.
 */
entries: Array<TableEvent>, 
/**
 * Game events that can be seen only now, by their number from 0.
 */
revealed?: Array<[number, GameEvent]>, 
/**
 * The current status of the table.
 */
status: TableStatus, };
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
 * Who sits where; by default the host takes seat 0 and the other seats are open.
 */
seats?: Array<NewSeat>, 
/**
 * `300+5` per game, `30s` or `3d` per move; absent without a clock.
 */
clock?: string, 
/**
 * Is it rated? Only between accounts, with a clock and with the standard rules.
 */
rated: boolean, 
/**
 * Only people who know its address can find it.
 */
private: boolean, 
/**
 * May moves be taken back by agreement? Default: yes, unless it is rated.
 */
takebacks?: boolean, 
/**
 * The level of the engine that takes over for a player who leaves a game of three or four.
 */
substitute?: string, 
/**
 * Will the host contribute to the deal, once the reply has given the commitment? The game then waits a few seconds
 * for it instead of starting immediately.
 */
contribute: boolean, };
export type SitRequest = { 
/**
 * The seat; any free one by default.
 */
seat?: number, 
/**
 * A contribution to the deal: the table's commitment, then `.` and random characters chosen by the player.
 */
contribution?: string, };
export type TableAction = "resign" | "stop?" | "accept" | "refuse" | "offer-takeback" | "accept-takeback" | "decline-takeback" | "abort" | "rematch" | "leave";
export type ClientMessage = { "type": "watch", 
/**
 * Returned with the reply.
 */
id?: number, 
/**
 * The table.
 */
table: string, 
/**
 * The version the client already has.
 */
from?: number, 
/**
 * View from this seat, for users who hold several.
 */
seat?: number | null, 
/**
 * Include the legal moves when it is the user's turn.
 */
legal: boolean, } | { "type": "unwatch", 
/**
 * The table.
 */
table: string, } | { "type": "lobby", 
/**
 * Subscribe or unsubscribe.
 */
on: boolean, } | { "type": "watch_tournament", 
/**
 * Returned with the reply.
 */
id?: number, 
/**
 * The tournament.
 */
tournament: string, 
/**
 * Subscribe or unsubscribe.
 */
on: boolean, } | { "type": "sit", 
/**
 * Returned with the reply.
 */
id?: number, 
/**
 * The table.
 */
table: string, 
/**
 * The seat.
 */
seat?: number | null, 
/**
 * A contribution to the deal: the table's commitment, then `.` and random characters chosen by the player.
 */
contribution?: string | null, } | { "type": "contribute", 
/**
 * Returned with the reply.
 */
id?: number, 
/**
 * The table.
 */
table: string, 
/**
 * The table's commitment, then `.` and random characters chosen by the player.
 */
contribution: string, 
/**
 * The seat, for users who hold several.
 */
seat?: number | null, } | { "type": "move", 
/**
 * Returned with the reply.
 */
id?: number, 
/**
 * The table.
 */
table: string, 
/**
 * The version at which it was chosen.
 */
at: number, 
/**
 * The move.
 */
move: string, 
/**
 * The seat, for users who hold several.
 */
seat?: number | null, } | { "type": "act", 
/**
 * Returned with the reply.
 */
id?: number, 
/**
 * The table.
 */
table: string, 
/**
 * The action.
 */
act: TableAction, 
/**
 * The seat, for users who hold several.
 */
seat?: number | null, } | { "type": "chat", 
/**
 * Returned with the reply.
 */
id?: number, 
/**
 * The table.
 */
table: string, 
/**
 * The text.
 */
text: string, } | { "type": "ping", 
/**
 * Returned with the reply.
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
 * Is it a bot?
 */
bot: boolean, };
export type ChatMessage = { 
/**
 * Its number at the table.
 */
number: number, 
/**
 * The author's name.
 */
name: string, 
/**
 * The author's id.
 */
user: string, 
/**
 * The time it was sent.
 */
at_ms: number, 
/**
 * The text.
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
game: GameId, 
/**
 * Its stage.
 */
stage: Stage, 
/**
 * Does it use the standard rules?
 */
house_rules: boolean, 
/**
 * The clock.
 */
clock: string | null, 
/**
 * Is it rated?
 */
rated: boolean, 
/**
 * Who sits where.
 */
seats: Array<Occupant>, 
/**
 * When it was created.
 */
created_ms: number, 
/**
 * When it ended.
 */
ended_ms: number | null, 
/**
 * How it ended.
 */
result: Outcome | null, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, };
export type TablePage = { 
/**
 * The tables, newest first.
 */
tables: Array<LobbyRow>, 
/**
 * Where the next page starts; null at the end.
 */
next: string | null, };
export type CreatedTable = { 
/**
 * The id.
 */
id: string, 
/**
 * The commitment of its deal; contributions include it.
 */
commitment: string, };
export type ErrorCode = "malformed" | "refused" | "illegal" | "stale" | "unauthorized" | "forbidden" | "not_found" | "conflict" | "rate_limited" | "too_large" | "unavailable" | "internal";
export type ErrorBody = { 
/**
 * The error code, for programs.
 */
code: ErrorCode, 
/**
 * The message, for people.
 */
message: string, 
/**
 * What exactly was refused, where the rules or a table refused it.
 */
kind?: RefusalKind, 
/**
 * The cell that is the obstacle, where there is one.
 */
cell?: string, 
/**
 * The seat whose piece is the obstacle, or the seat that is not in the game.
 */
seat?: number, };
export type ServerMessage = { "type": "hello", 
/**
 * The reader.
 */
you: Me, 
/**
 * The version of the server.
 */
server: string, } | { "type": "state" } & TableState | { "type": "update" } & TableUpdate | { "type": "ok", 
/**
 * The `id` of the request.
 */
id: number | null, 
/**
 * The version of the table afterwards.
 */
version: number | null, } | { "type": "error", 
/**
 * The `id` of the request.
 */
id: number | null, 
/**
 * The error.
 */
error: ErrorBody, } | { "type": "chat", 
/**
 * The table.
 */
table: string, 
/**
 * The message.
 */
line: ChatMessage, } | { "type": "presence", 
/**
 * The table.
 */
table: string, 
/**
 * The seats whose players are present.
 */
seats: Array<number>, 
/**
 * The number of spectators.
 */
spectators: number, } | { "type": "lobby", 
/**
 * Tables waiting for players.
 */
open: Array<LobbyRow>, } | { "type": "lobby_change", 
/**
 * The table's id.
 */
id: string, 
/**
 * The table; null when it was removed.
 */
row: LobbyRow | null, } | { "type": "tournament" } & TournamentState | { "type": "tournament_update" } & TournamentUpdate | { "type": "your_table", 
/**
 * The table.
 */
table: string, 
/**
 * `started`, `turn`, `over`, `rematch`; about the table of a challenge `invited` and `declined`.
 */
what: string, } | { "type": "pong", 
/**
 * The `id` of the request.
 */
id: number | null, } | { "type": "closing", 
/**
 * The time to wait, in milliseconds.
 */
retry_ms: number, };
export type Reason = { 
/**
 * The text.
 */
reason: string, };
export type BotSetting = { 
/**
 * Is it a bot?
 */
bot: boolean, };
export type Credentials = { 
/**
 * 3 to 20 letters, digits, `_` and `-`, starting with a letter.
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
 * Is it a bot?
 */
bot: boolean, 
/**
 * The rating.
 */
rating: CurrentRating, };
export type CreatedAccount = { 
/**
 * The caller's new identity.
 */
you: Me, 
/**
 * Recovers the account once if the password is lost. It is shown only here.
 */
recovery_code: string, };
export type CreatedToken = { 
/**
 * The token.
 */
token: TokenRow, 
/**
 * Its key, to be sent as `Authorization: Bearer …`. Shown only here.
 */
key: string, };
export type ModerationEntry = { 
/**
 * The time.
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
 * The name, table or report number it concerns.
 */
of: string, 
/**
 * When it ends, for bans and mutes.
 */
until_ms: number | null, 
/**
 * The reason.
 */
reason: string, };
export type RecoveryCode = { 
/**
 * Shown only here.
 */
recovery_code: string, };
export type NewName = { 
/**
 * See `Credentials`.
 */
name: string, };
export type NewReport = { 
/**
 * The name of the reported user.
 */
name: string, 
/**
 * The table.
 */
table?: string, 
/**
 * What happened, 1 to 1000 characters.
 */
text: string, };
export type NewToken = { 
/**
 * Its label, 1 to 60 characters.
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
 * The current password.
 */
old: string, 
/**
 * The new password.
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
 * Is it a bot?
 */
bot: boolean, 
/**
 * When they joined.
 */
since_ms: number, 
/**
 * Their ratings.
 */
ratings: Array<CurrentRating>, 
/**
 * The number of their finished public games.
 */
played: number, 
/**
 * The number of their current public games.
 */
playing: number, };
export type CurrentRating = { 
/**
 * The game.
 */
game: string, 
/**
 * The rating.
 */
rating: number, 
/**
 * The deviation: the true rating is within twice this with 95 % probability.
 */
deviation: number, 
/**
 * The number of games it is based on.
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
 * The deviation after it.
 */
deviation: number, 
/**
 * The time.
 */
at_ms: number, };
export type RecoverAccount = { 
/**
 * The name of the account.
 */
name: string, 
/**
 * The code.
 */
code: string, 
/**
 * The new password.
 */
password: string, };
export type ReportRow = { 
/**
 * Its number.
 */
number: number, 
/**
 * The name of the reporter.
 */
by: string, 
/**
 * The name of the reported user.
 */
about: string, 
/**
 * The table.
 */
table: string | null, 
/**
 * When it was sent.
 */
at_ms: number, 
/**
 * What happened.
 */
text: string, 
/**
 * How it was resolved.
 */
settled: string | null, };
export type Settings = Record<string, any>;
export type TokenRow = { 
/**
 * The id for revoking it.
 */
id: string, 
/**
 * Its label.
 */
label: string, 
/**
 * Its scopes.
 */
scopes: Array<string>, 
/**
 * When it was created.
 */
created_ms: number, };
export type Restriction = { 
/**
 * In milliseconds since 1970; null lifts it.
 */
until_ms: number | null, 
/**
 * The reason, 1 to 300 characters.
 */
reason: string, };
export type MyGame = { 
/**
 * The reader's own seats.
 */
your_seats: Array<number>, 
/**
 * Whose turn it is.
 */
turn: number | null, 
/**
 * Does the game wait for the reader: to move, or to open a tournament game that is about to begin?
 */
waits: boolean, 
/**
 * When the time of the player to move runs out, in milliseconds since 1970 by the server's clock.
 */
due_ms: number | null, 
/**
 * The name of its tournament.
 */
tournament_name: string | null, 
/**
 * The id.
 */
id: string, 
/**
 * The game.
 */
game: GameId, 
/**
 * Its stage.
 */
stage: Stage, 
/**
 * Does it use the standard rules?
 */
house_rules: boolean, 
/**
 * The clock.
 */
clock: string | null, 
/**
 * Is it rated?
 */
rated: boolean, 
/**
 * Who sits where.
 */
seats: Array<Occupant>, 
/**
 * When it was created.
 */
created_ms: number, 
/**
 * When it ended.
 */
ended_ms: number | null, 
/**
 * How it ended.
 */
result: Outcome | null, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, };
export type Invitation = { 
/**
 * Who asks.
 */
from: string, 
/**
 * The id.
 */
id: string, 
/**
 * The game.
 */
game: GameId, 
/**
 * Its stage.
 */
stage: Stage, 
/**
 * Does it use the standard rules?
 */
house_rules: boolean, 
/**
 * The clock.
 */
clock: string | null, 
/**
 * Is it rated?
 */
rated: boolean, 
/**
 * Who sits where.
 */
seats: Array<Occupant>, 
/**
 * When it was created.
 */
created_ms: number, 
/**
 * When it ended.
 */
ended_ms: number | null, 
/**
 * How it ended.
 */
result: Outcome | null, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, };
export type MyGames = { 
/**
 * The time by the server's clock, in milliseconds since 1970.
 */
at_ms: number, 
/**
 * The games, the most urgent first.
 */
games: Array<MyGame>, 
/**
 * The challenges, newest first.
 */
invitations: Array<Invitation>, };
export type NewInvitation = { 
/**
 * The name of a user.
 */
name: string, };
export type Friend = { 
/**
 * The id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * Is it a bot?
 */
bot: boolean, 
/**
 * Are they connected now?
 */
online: boolean, 
/**
 * The public game they are playing.
 */
playing: LobbyRow | null, 
/**
 * The public table at which they wait for players.
 */
waiting: LobbyRow | null, };
export type QuickGame = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * The clock, as for a new table.
 */
clock: string, 
/**
 * Is it to be rated?
 */
rated: boolean, };
export type QuickTable = { 
/**
 * The table.
 */
id: string, 
/**
 * Did somebody wait there? Otherwise the reader waits now.
 */
joined: boolean, };
export type EngineSeat = { 
/**
 * `random`, `greedy`, `1` to `10`, `max`.
 */
level: string, 
/**
 * The seat; any free one by default.
 */
seat?: number, };
export type PushKeys = { 
/**
 * The public key.
 */
p256dh: string, 
/**
 * The secret that authenticates.
 */
auth: string, };
export type PushSubscription = { 
/**
 * The address of the push service.
 */
endpoint: string, 
/**
 * The keys.
 */
keys: PushKeys, };
export type PushEndpoint = { 
/**
 * The address of its subscription.
 */
endpoint: string, };
export type PushKey = { 
/**
 * The public key of the server, in base64url; null if it sends no notifications.
 */
key: string | null, };
export type TournamentFormat = { "format": "round-robin", 
/**
 * The number of rounds.
 */
rounds: number, } | { "format": "gauntlet", 
/**
 * The number of challengers.
 */
challengers: number, 
/**
 * The number of rounds.
 */
rounds: number, } | { "format": "swiss", 
/**
 * The number of rounds.
 */
rounds: number, 
/**
 * Sets per pairing in a round.
 */
sets: number, } | { "format": "knockout", 
/**
 * Sets per pairing.
 */
sets: number, 
/**
 * Extra sets, one at a time, while the best are tied; after that the better seed advances.
 */
extra_sets: number, } | { "format": "arena", 
/**
 * How long new games begin: 5 to 360.
 */
minutes: number, };
export type NewTournament = { 
/**
 * Its name.
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
 * The format.
 */
format: TournamentFormat, 
/**
 * `300+5` per game, `30s` or `3d` per move.
 */
clock: string, 
/**
 * Are its games rated? Only between accounts and with the standard rules.
 */
rated: boolean, 
/**
 * Only people who know its address can find it and its games.
 */
private: boolean, 
/**
 * When it starts automatically, in milliseconds since 1970; by default the host starts it.
 */
start_ms?: number, 
/**
 * The maximum number of entrants (default: 64, or as many as the format has room for).
 */
max_entrants?: number, 
/**
 * May bots enter? (Default: yes.) Only the host can enter built-in engines.
 */
bots: boolean, 
/**
 * The maximum number of games at the same time (default: 256).
 */
max_concurrent?: number, };
export type TournamentEntrant = { 
/**
 * The number used everywhere else. Before the start it changes when an entrant leaves.
 */
number: number, 
/**
 * The entrant.
 */
who: Occupant, 
/**
 * Withdrew after the start.
 */
withdrawn: boolean, 
/**
 * Is not paired for now, in an arena.
 */
paused: boolean, };
export type TournamentStanding = { 
/**
 * The entrant's number.
 */
entrant: number, 
/**
 * The place, by points per game; ties share the better one.
 */
rank: number, 
/**
 * Points: in every game the fraction of opponents beaten.
 */
points: number, 
/**
 * Points per game, between 0 and 1.
 */
rate: number, 
/**
 * Finished games.
 */
games: number, 
/**
 * Games in which no one placed better.
 */
firsts: number, 
/**
 * The sum of the game's own scores.
 */
score: number, 
/**
 * Games with a fault: out of time, did not appear, withdrew.
 */
faults: number, 
/**
 * Rounds without a table.
 */
byes: number, 
/**
 * The points of beaten opponents, half of them for ties: the first tie-break.
 */
sonneborn_berger: number, 
/**
 * The points of all opponents: the second tie-break.
 */
buchholz: number, 
/**
 * In an arena: the points of each game, the last 60 in order.
 */
sheet?: Array<number>, 
/**
 * In an arena: how many games in a row were won. From two on, games count double.
 */
streak: number, };
export type TournamentCell = { 
/**
 * Games won, or in which it placed better.
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
 * The table where it is or was played; null before it starts and if it was forfeited without one.
 */
table: string | null, 
/**
 * The place of each seat once it is over; if no seat is first, no one appeared and no one has points.
 */
places: Array<number> | null, 
/**
 * The points of each seat once it is over.
 */
points: Array<number> | null, 
/**
 * The fault of each seat, if any.
 */
faults?: Array<string | null>, };
export type TournamentRound = { 
/**
 * From 1. Extra sets of a knockout are separate rounds.
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
 * Its name.
 */
name: string, 
/**
 * The game.
 */
game: GameId, 
/**
 * The format.
 */
format: TournamentFormat, 
/**
 * Its stage.
 */
stage: Stage, 
/**
 * The clock.
 */
clock: string, 
/**
 * Are its games rated?
 */
rated: boolean, 
/**
 * The number of entrants.
 */
entrants: number, 
/**
 * The maximum number of entrants.
 */
max_entrants: number, 
/**
 * When it starts automatically.
 */
start_ms: number | null, 
/**
 * When no new game of an arena begins any more; after it has started.
 */
closes_ms: number | null, 
/**
 * When it was created.
 */
created_ms: number, 
/**
 * When it ended.
 */
ended_ms: number | null, };
export type TournamentPage = { 
/**
 * The tournaments, newest first.
 */
tournaments: Array<TournamentRow>, 
/**
 * Where the next page starts; null at the end.
 */
next: string | null, };
export type CreatedTournament = { 
/**
 * The id.
 */
id: string, };
export type TournamentState = { 
/**
 * The number of entries in its log.
 */
version: number, 
/**
 * The host.
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
 * May bots enter?
 */
bots: boolean, 
/**
 * The reason it was stopped.
 */
stop_reason: string | null, 
/**
 * The number of finished games.
 */
finished: number, 
/**
 * The number of scheduled games; more may follow.
 */
scheduled: number, 
/**
 * The winner, once it is over: in a knockout the winner of the last table, otherwise the first in the standings.
 */
winner: number | null, 
/**
 * The entrants, by number.
 */
players: Array<TournamentEntrant>, 
/**
 * The standings, the best first.
 */
standings: Array<TournamentStanding>, 
/**
 * `crosstable[a][b]`: the results of entrant `a` against entrant `b`; empty with more than 60 entrants.
 */
crosstable: Array<Array<TournamentCell>>, 
/**
 * The rounds, up to 200 games: the latest and the next ones. All games are listed page by page at
 * `/api/tournaments/{id}/games`.
 */
rounds: Array<TournamentRound>, 
/**
 * The id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * The game.
 */
game: GameId, 
/**
 * The format.
 */
format: TournamentFormat, 
/**
 * Its stage.
 */
stage: Stage, 
/**
 * The clock.
 */
clock: string, 
/**
 * Are its games rated?
 */
rated: boolean, 
/**
 * The number of entrants.
 */
entrants: number, 
/**
 * The maximum number of entrants.
 */
max_entrants: number, 
/**
 * When it starts automatically.
 */
start_ms: number | null, 
/**
 * When no new game of an arena begins any more; after it has started.
 */
closes_ms: number | null, 
/**
 * When it was created.
 */
created_ms: number, 
/**
 * When it ended.
 */
ended_ms: number | null, };
export type TournamentEvent = { "type": "joined", 
/**
 * The number.
 */
entrant: number, } | { "type": "left", 
/**
 * The number.
 */
entrant: number, } | { "type": "started" } | { "type": "withdrew", 
/**
 * The entrant's number.
 */
entrant: number, } | { "type": "paused", 
/**
 * The entrant's number.
 */
entrant: number, 
/**
 * Do they pause?
 */
paused: boolean, } | { "type": "closed" } | { "type": "game", 
/**
 * The game with its current state.
 */
game: TournamentGame, } | { "type": "stopping", 
/**
 * The reason.
 */
reason: string, } | { "type": "stopped", 
/**
 * The reason.
 */
reason: string, };
export type TournamentUpdate = { 
/**
 * The id.
 */
tournament: string, 
/**
 * The previous version. A client that has another one has missed something and requests a new snapshot.
 */
from: number, 
/**
 * The current version.
 */
version: number, 
/**
 * Its stage.
 */
stage: Stage, 
/**
 * The last scheduled round, from 1; 0 before the start.
 */
round: number, 
/**
 * The number of finished games.
 */
finished: number, 
/**
 * The number of scheduled games.
 */
scheduled: number, 
/**
 * The events.
 */
entries: Array<TournamentEvent>, };
