//! TypeScript declarations of everything that leaves the rules as JSON. `cargo xtask api` writes them.

use ts_rs::{Config, TS};

use crate::fair::FairDeal;
use crate::insight::{CellReason, CellRefusal, Insight, MoveCell};
use crate::manifest::{GameFacts, GameInfo, Hides, Look, Notation, SeatFacts, Unit, VariantInfo};
use crate::record::Player;
use crate::switches::{SwitchInfo, SwitchValues};
use crate::{Action, EndReason, Event, Offer, Outcome, RefusalCause, RefusalKind, buffet, montauk, slide};

/// The declarations, one a line.
pub fn declarations() -> String {
    let config = Config::default();
    let mut text = String::from(
        "export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };\n",
    );
    macro_rules! declare {
        ($($kind:ty),* $(,)?) => { $(text += &format!("export {}\n", <$kind>::decl(&config));)* };
    }
    declare!(
        Action,
        Event,
        EndReason,
        Outcome,
        Offer,
        Player,
        RefusalCause,
        RefusalKind,
        FairDeal,
        GameFacts,
        SeatFacts,
        Look,
        Unit,
        Hides,
        Notation,
        GameInfo,
        VariantInfo,
        SwitchInfo,
        SwitchValues,
        slide::setup::Setup,
        buffet::setup::Setup,
        montauk::setup::Setup,
        montauk::setup::SlotSetup,
        montauk::setup::TableSetup,
        montauk::setup::Visible,
        Insight,
        MoveCell,
        CellRefusal,
        CellReason,
        slide::SlideInsight,
        slide::Reach,
        slide::ReachArea,
        slide::ReachTotal,
        slide::Territory,
        slide::TerritoryTotal,
        slide::SealedRegion,
        slide::StopProblem,
        buffet::BuffetInsight,
        buffet::HandInsight,
        buffet::HandName,
        buffet::HandKind,
        buffet::LayoutStep,
        buffet::LayoutTask,
        buffet::LayoutCheck,
        buffet::LayoutProblem,
        montauk::MontaukInsight,
        montauk::VaultSlot,
        montauk::TrickInsight,
        montauk::insight::HalfValue,
        montauk::SpendToken,
        montauk::SpendInsight,
        montauk::NamedPyramid,
        montauk::RoundInsight,
    );
    text += "export type GameState = SlideState | BuffetState | MontaukState;\n";
    text
}
