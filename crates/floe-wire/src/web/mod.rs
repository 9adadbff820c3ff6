//! The messages between the server and its clients, as JSON. The web app's TypeScript and the OpenAPI document are
//! generated from these types.

mod message;
mod people;
mod social;
mod table;
mod table_event;
mod tournament;

pub use floe_games::{Occupant, Stage, UserInfo};
pub use message::{
    ChatMessage, ClientMessage, CreatedTable, ErrorBody, ErrorCode, LobbyRow, Me, NewContribution, NewSeat,
    NewTable, ServerMessage, SitRequest, TableAction, TablePage,
};
pub use people::{
    BotSetting, CreatedAccount, CreatedToken, Credentials, CurrentRating, Leader, ModerationEntry, NewName,
    NewReport, NewToken, PasswordChange, PasswordConfirmation, Profile, RatingPoint, Reason, RecoverAccount,
    RecoveryCode, ReportRow, Restriction, Settings, TokenRow,
};
pub use social::{
    EngineSeat, Friend, Invitation, MyGame, MyGames, NewInvitation, PushEndpoint, PushKey, PushKeys,
    PushSubscription, QuickGame, QuickTable,
};
pub use table::{ClockState, SeatRatingChange, TableState, TableStatus, TableUpdate, TakebackOffer};
pub use table_event::{TableConfig, TableEvent};
pub use tournament::{
    CreatedTournament, NewTournament, TournamentCell, TournamentEntrant, TournamentEvent, TournamentFormat,
    TournamentGame, TournamentPage, TournamentRound, TournamentRow, TournamentStanding, TournamentState,
    TournamentUpdate,
};
