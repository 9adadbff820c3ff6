//! The TypeScript types of everything that crosses to the web app are in the tree, and are what the Rust types say.

use std::path::Path;

use floe_engine::puzzle::{Goal, Puzzle};
use floe_engine::review::{CurveReport, MoveReport, ReviewReport};
use ts_rs::{Config, TS};

use crate::{analyze, layout, log, records, tables, view};

#[test]
fn the_typescript_types_are_up_to_date() {
    let config = Config::default();
    let mut text = String::from(
        "// Generated from the types of the rules, the engine and the calls by `cargo xtask api`.\n\n\
         import type manifests from '../../../web/src/games/manifests.json';\n\n\
         export type GameId = keyof typeof manifests;\n\
         export type Rules = { [name: string]: JsonValue };\n",
    );
    text += &floe_games::typescript::declarations();
    macro_rules! declare {
        ($($kind:ty),* $(,)?) => { $(text += &format!("export {}\n", <$kind>::decl(&config));)* };
    }
    declare!(
        crate::ThrownRefusal,
        log::Log,
        log::SentLog,
        view::ViewerArg,
        view::Snapshot,
        view::ViewArgs,
        tables::GamesArgs,
        tables::RulesArgs,
        tables::RulesAnswer,
        tables::OpenArgs,
        tables::PlayArgs,
        tables::PlayAnswer,
        tables::ActArgs,
        tables::WhyArgs,
        tables::CanonicalArgs,
        tables::CanonicalAnswer,
        tables::AdjudicateArgs,
        analyze::AnalyzeArgs,
        analyze::AnalyzeAnswer,
        analyze::AnalyzedLine,
        analyze::ReviewArgs,
        analyze::ReviewProgress,
        ReviewReport,
        MoveReport,
        CurveReport,
        Puzzle,
        Goal,
        records::ImportArgs,
        records::ExportArgs,
        records::ExportAnswer,
        layout::LayoutArgs,
    );
    text += &format!("export type MaxCells = {};\n", floe_board::MAX_CELLS);
    text += &crate::calls_interface(&config);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("api/rules.ts");
    if std::env::var_os("FLOE_WRITE_API").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{} is not what the types say; run cargo xtask api", path.display());
}
