//! What the server and its clients say to each other, as JSON. The page's TypeScript and the OpenAPI document are
//! generated from these types.

mod people;
mod say;
mod table;
mod tournament;

pub use people::{
    Because, BotWish, Credentials, Leader, MadeAccount, MadeToken, Moderated, NewCode, NewName, NewReport,
    NewToken, PasswordAgain, PasswordChange, Profile, RatingNow, RatingPoint, Recovering, ReportRow,
    Settings, TokenRow, Until,
};
pub use say::{
    Act, ChatSaid, LobbyRow, Me, NewContribution, NewSeat, NewTable, Refusing, Say, SeatWish, Told, Why,
};
pub use table::{
    ClockNow, Now, RatedSeat, Seen, Sitter, Stage, StopOffer, TableNews, TableState, TakebackOffer,
};
pub use tournament::{
    NewTournament, TournamentCell, TournamentEntrant, TournamentFormat, TournamentGame, TournamentNews,
    TournamentRound, TournamentRow, TournamentSeen, TournamentStanding, TournamentState,
};
