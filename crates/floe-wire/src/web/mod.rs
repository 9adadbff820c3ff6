//! The messages between the server and its clients, as JSON. The web app's TypeScript and the OpenAPI document are
//! generated from these types.

mod message;
mod people;
mod table;
mod tournament;

pub use floe_games::Stage;
pub use message::{
    ChatMessage, ClientMessage, CreatedTable, ErrorBody, ErrorCode, LobbyRow, Me, NewContribution, NewSeat,
    NewTable, ServerMessage, SitRequest, TableAction, TablePage,
};
pub use people::{
    BotSetting, CreatedAccount, CreatedToken, Credentials, CurrentRating, Leader, ModerationEntry, NewName,
    NewReport, NewToken, PasswordChange, PasswordConfirmation, Profile, RatingPoint, Reason, RecoverAccount,
    RecoveryCode, ReportRow, Restriction, Settings, TokenRow,
};
pub use table::{
    ClockState, Occupant, SeatRatingChange, StopOffer, TableEvent, TableState, TableStatus, TableUpdate,
    TakebackOffer,
};
pub use tournament::{
    CreatedTournament, NewTournament, TournamentCell, TournamentEntrant, TournamentEvent, TournamentFormat,
    TournamentGame, TournamentPage, TournamentRound, TournamentRow, TournamentStanding, TournamentState,
    TournamentUpdate,
};
