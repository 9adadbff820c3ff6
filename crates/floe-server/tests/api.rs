//! The files generated from the wire types are up to date.

use std::path::{Path, PathBuf};

use floe_wire::web;
use ts_rs::{Config, TS};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("api")
}

/// Compares with the file, or writes it when asked to.
fn same(name: &str, text: &str) {
    let path = folder().join(name);
    if std::env::var_os("FLOE_WRITE_API").is_some() {
        std::fs::create_dir_all(folder()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let saved = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(saved == text, "{name} is out of date; run cargo xtask api");
}

#[test]
fn the_openapi_document_is_up_to_date() {
    let document = floe_server::openapi().to_pretty_json().unwrap() + "\n";
    same("openapi.json", &document);
}

#[test]
fn operation_ids_are_unique() {
    let document: serde_json::Value =
        serde_json::from_str(&floe_server::openapi().to_json().unwrap()).unwrap();
    let mut ids: Vec<&str> = Vec::new();
    for operations in document["paths"].as_object().unwrap().values() {
        ids.extend(operations.as_object().unwrap().values().filter_map(|one| one["operationId"].as_str()));
    }
    assert!(ids.len() > 40, "{} operations", ids.len());
    ids.sort_unstable();
    let twice: Vec<&[&str]> = ids.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn the_typescript_types_are_up_to_date() {
    let config = Config::default();
    let mut text = String::from("// Generated from the wire types by `cargo xtask api`.\n\n");
    text += "import type { FairDeal, GameEvent, GameId, GameState, Insight, JsonValue, Offer, Outcome, RefusalKind, Rules } from '../../floe-wasm/api/rules';\n\n";
    macro_rules! types {
        ($($kind:ident),* $(,)?) => { $(text += &format!("export {}\n", web::$kind::decl(&config));)* };
    }
    types!(
        Stage,
        UserInfo,
        Occupant,
        ClockState,
        TakebackOffer,
        TableConfig,
        TableEvent,
        SeatRatingChange,
        TableStatus,
        TableState,
        TableUpdate,
        NewSeat,
        NewTable,
        SitRequest,
        TableAction,
        ClientMessage,
        Me,
        ChatMessage,
        LobbyRow,
        TablePage,
        CreatedTable,
        ErrorCode,
        ErrorBody,
        ServerMessage,
        Reason,
        BotSetting,
        Credentials,
        Leader,
        CreatedAccount,
        CreatedToken,
        ModerationEntry,
        RecoveryCode,
        NewName,
        NewReport,
        NewToken,
        PasswordConfirmation,
        PasswordChange,
        Profile,
        CurrentRating,
        RatingPoint,
        RecoverAccount,
        ReportRow,
        Settings,
        TokenRow,
        Restriction,
        MyGame,
        Invitation,
        MyGames,
        NewInvitation,
        Friend,
        QuickGame,
        QuickTable,
        EngineSeat,
        PushKeys,
        PushSubscription,
        PushEndpoint,
        PushKey,
        TournamentFormat,
        NewTournament,
        TournamentEntrant,
        TournamentStanding,
        TournamentCell,
        TournamentGame,
        TournamentRound,
        TournamentRow,
        TournamentPage,
        CreatedTournament,
        TournamentState,
        TournamentEvent,
        TournamentUpdate,
    );
    same("wire.ts", &text);
}
