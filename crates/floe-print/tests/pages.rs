//! Pages, read back: sizes, text and numbers of the PDF; the SVG as XML.

use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, GameRng, Record, Start, Viewer, next_seat, open, record::Player};
use floe_games::{Manifest, registry};
use floe_print::{Answer, PuzzleItem, RulesText, puzzle_sheets};
use floe_print::{
    PaperSize, SheetOptions, Sheets, game_sheet, kit, paper_penguins_sheets, position_sheet, position_svg,
    score_sheet,
};
use lopdf::Document;

fn game(id: &str, rules: &str) -> (&'static Manifest, RuleSet) {
    let entry = registry::find(id).unwrap();
    (entry, entry.rules(&parse_rule_args(rules).unwrap()).unwrap())
}

/// The text of each page of the PDF, every piece of text on its own line.
fn page_texts(sheets: &Sheets) -> Vec<Vec<String>> {
    let document = Document::load_mem(&sheets.to_pdf().unwrap()).unwrap();
    let pages: Vec<u32> = document.get_pages().keys().copied().collect();
    assert_eq!(pages.len(), sheets.count());
    let lines = |text: String| {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    pages.iter().map(|&page| lines(document.extract_text(&[page]).unwrap())).collect()
}

fn count(page: &[String], word: &str) -> usize {
    page.iter().filter(|line| *line == word).count()
}

#[test]
fn a_sheet_has_the_numbers_of_its_seed() {
    let (entry, rules) = game("paper-penguins", "rows=6,cols=7");
    let sheets =
        paper_penguins_sheets(entry, &rules, &[7, 8, 9], 2, PaperSize::A4, &SheetOptions::default()).unwrap();
    let pages = page_texts(&sheets);
    assert_eq!(pages.len(), 2);
    for (page, seeds) in pages.iter().zip([&[7u64, 8][..], &[9]]) {
        // The numbers come row by row, each board after its seed; then the coordinates of that board.
        let mut rest = page.as_slice();
        for seed in seeds {
            let at =
                rest.iter().position(|line| *line == format!("seed {seed}")).expect("the seed is printed");
            let numbers: String =
                rest[at + 1..].iter().filter(|line| line.len() == 1).take(42).map(String::as_str).collect();
            let table = open(&rules, Start::Seed(*seed)).unwrap();
            let position = table.position_text(Viewer::Omniscient);
            assert_eq!(numbers, position.split(' ').next().unwrap().replace('/', ""), "seed {seed}");
            rest = &rest[at + 1..];
        }
        for letter in ["a", "b", "c", "d", "e", "f", "g"] {
            assert_eq!(count(page, letter), seeds.len(), "{letter} on {page:?}");
        }
        assert_eq!(count(page, "score"), 2 * seeds.len());
        assert_eq!(count(page, "to play"), seeds.len());
    }
    let foot = "Paper Pen-guins · seeds 7 to 9 · rules cols=7, rows=6";
    assert!(pages[1].contains(&foot.to_owned()), "{:?}", pages[1]);
    assert!(pages[0].contains(&"1 of 2".to_owned()) && pages[1].contains(&"2 of 2".to_owned()));
}

#[test]
fn players_who_write_the_numbers_get_empty_cells() {
    let (entry, rules) = game("paper-penguins", "lay=alternate");
    let sheets =
        paper_penguins_sheets(entry, &rules, &[0], 1, PaperSize::Letter, &SheetOptions::default()).unwrap();
    // Only the number of the row.
    assert_eq!(count(&page_texts(&sheets)[0], "3"), 1);
}

#[test]
fn invalid_requests_are_refused() {
    let (entry, rules) = game("paper-penguins", "");
    let refused = |seeds: &[u64], per_page| {
        paper_penguins_sheets(entry, &rules, seeds, per_page, PaperSize::A4, &SheetOptions::default())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(refused(&[1], 7), "7 boards do not fit on a page; choose 1 to 6");
    assert_eq!(refused(&[], 2), "0 boards cannot be printed at once; choose 1 to 200");
}

#[test]
fn pages_have_the_size_of_the_paper_and_embedded_fonts() {
    let (entry, rules) = game("amazons", "6x6");
    for (paper, width, height) in [(PaperSize::A4, 595.28, 841.89), (PaperSize::Letter, 612.0, 792.0)] {
        let pdf = kit(entry, &rules, None, paper, None, false).unwrap().to_pdf().unwrap();
        let document = Document::load_mem(&pdf).unwrap();
        for id in document.get_pages().values() {
            let page = document.get_dictionary(*id).unwrap();
            let sides: Vec<f32> = page
                .get(b"MediaBox")
                .unwrap()
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_float().unwrap())
                .collect();
            assert!((sides[2] - width).abs() < 0.1 && (sides[3] - height).abs() < 0.1, "{sides:?}");
        }
        let fonts = document.objects.values().filter_map(|object| object.as_dict().ok());
        assert!(fonts.filter(|font| font.has(b"FontFile2")).count() >= 2, "fonts are embedded");
    }
    let again = || kit(entry, &rules, None, PaperSize::A4, None, false).unwrap().to_pdf().unwrap();
    assert_eq!(again(), again(), "the same pages give the same bytes");
}

/// The number of outlines of a page's SVG with this many straight sides.
fn outlines(svg: &str, sides: usize) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    let paths = document.descendants().filter(|node| node.has_tag_name("path"));
    let drawn = paths.filter_map(|node| node.attribute("d"));
    drawn.filter(|d| d.ends_with('Z') && !d.contains('C') && d.matches('L').count() + 1 == sides).count()
}

#[test]
fn a_kit_has_everything_the_rules_need() {
    let (entry, rules) = game("penguins", "players=3");
    let sheets = kit(entry, &rules, Some(4), PaperSize::A4, None, false).unwrap();
    let svgs = sheets.to_svgs();
    // The board, then sixty tiles.
    assert_eq!(outlines(&svgs[0], 6), 60);
    assert_eq!(outlines(&svgs[1], 6) + outlines(&svgs[2], 6), 60);
    let pages = page_texts(&sheets);
    let tiles = |number: &str| pages[1..3].iter().map(|page| count(page, number)).sum::<usize>();
    assert_eq!([tiles("1"), tiles("2"), tiles("3")], [30, 20, 10]);
    assert!(pages.iter().flatten().any(|line| line == "Third: 3 penguins"), "three penguins each for three");
    // With a seed the board shows the deal.
    let table = open(&rules, Start::Seed(4)).unwrap();
    let ones = table.position_text(Viewer::Omniscient).split(' ').next().unwrap().matches('1').count();
    assert_eq!(count(&pages[0], "1"), ones);

    let (entry, rules) = game("amazons", "");
    let pages = page_texts(&kit(entry, &rules, None, PaperSize::Letter, None, false).unwrap());
    assert!(pages[1].contains(&"92 arrows".to_owned()) && pages[1].contains(&"White: 4 amazons".to_owned()));
}

#[test]
fn every_game_and_variant_prints_on_both_papers() {
    for entry in registry::GAMES {
        let variants = entry.variants.iter().map(|variant| variant.name).chain([""]);
        for (variant, paper) in variants.zip([PaperSize::A4, PaperSize::Letter].into_iter().cycle()) {
            let rules = entry.rules(&parse_rule_args(variant).unwrap()).unwrap();
            for seed in [None, Some(3)] {
                let sheets = kit(entry, &rules, seed, paper, None, false).unwrap();
                let name = format!("{} {variant}", entry.id);
                assert!(sheets.count() >= 2, "{name}");
                let (width, height) = paper.size();
                for svg in sheets.to_svgs() {
                    inside(&svg, width, height, &name);
                }
            }
            assert_eq!(score_sheet(entry, &rules, paper).unwrap().count(), 1);
        }
    }
}

#[test]
fn many_pieces_go_over_several_pages() {
    let start = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 a2 b2 c2 d2 e2 | a9 b9 c9 d9 e9 f9 g9 h9 i9 j9 k9 a8 b8 c8 d8 e8 \
                 | a3 b3 c3 d3 e3 f3 g3 h3 i3 j3 k3 a4 b4 c4 d4 e4 | a5 b5 c5 d5 e5 f5 g5 h5 i5 j5 k5 a6 b6 c6 d6 e6";
    let (entry, rules) = game("amazons", &format!("rows=9,cols=11,players=4,start={start}"));
    let sheets = kit(entry, &rules, None, PaperSize::Letter, None, false).unwrap();
    let (width, height) = PaperSize::Letter.size();
    sheets.to_svgs().iter().for_each(|svg| inside(svg, width, height, "64 amazons"));
    let pages = page_texts(&sheets);
    assert!(pages.concat().contains(&"Fourth: 16 amazons".to_owned()), "{pages:?}");
    assert!(pages.concat().contains(&"35 arrows".to_owned()));
    let (entry, rules) = game("montauk", "rounds=30");
    assert_eq!(score_sheet(entry, &rules, PaperSize::A4).unwrap().count(), 2);
}

/// Everything lies on the page, within margins that printers support.
fn inside(svg: &str, width: f32, height: f32, name: &str) {
    let document = roxmltree::Document::parse(svg).unwrap();
    for node in document.descendants().filter(|node| node.has_tag_name("path")) {
        let numbers = node.attribute("d").unwrap().replace(['M', 'L', 'C', 'Z'], " ");
        let numbers: Vec<f32> = numbers.split_whitespace().map(|n| n.parse().unwrap()).collect();
        for point in numbers.chunks(2) {
            let fits = (8.0..=width - 8.0).contains(&point[0]) && (8.0..=height - 8.0).contains(&point[1]);
            assert!(fits, "{name}: {point:?} is off the page of {width} by {height}");
        }
    }
}

/// A game with moves taken in turn from the list, with its record.
fn played(id: &str, seed: u64, max_moves: usize) -> Record {
    let (_, rules) = game(id, "");
    let mut table = open(&rules, Start::Seed(seed)).unwrap();
    let mut chance = GameRng::in_game(seed);
    for number in 0..max_moves {
        let Some(seat) = next_seat(&mut *table, &mut chance).unwrap() else { break };
        let legal = table.legal_moves();
        table.play(seat, &legal[(number * 7919 + 13) % legal.len()]).unwrap();
    }
    let mut record = Record::from_table(&*table, Viewer::Omniscient);
    record.seed = Some(seed);
    let names = ["Ada", "Björn"];
    record.players = names.map(|name| Player { name: name.into() }).to_vec();
    record
}

#[test]
fn a_game_is_printed_with_diagrams() {
    let record = played("paper-penguins", 4, 200);
    let result = record.result.clone().expect("it was played to the end");
    let sheets = game_sheet(&record, 10, PaperSize::A4).unwrap();
    let lines: Vec<String> = page_texts(&sheets).concat();
    let moves = record.events.len();
    let text = lines.join(" ").replace('\u{a0}', " ");
    assert_eq!(lines.iter().filter(|line| line.starts_with("After ")).count(), (moves - 1) / 10);
    assert!(lines.iter().any(|line| line == "Start") && text.contains("Final position, after "));
    for (number, event) in record.events.iter().enumerate() {
        let floe_games::Event::Move { text: Some(played), .. } = event else { panic!("{event}") };
        assert!(
            text.contains(&format!("{}. {played}", number + 1)),
            "move {} is printed: {text}",
            number + 1
        );
    }
    assert!(text.contains("Ada (squares) – Björn (circles)"), "{text}");
    assert!(text.contains(&format!("Result {} : {}:", result.scores[0], result.scores[1])), "{text}");
    assert!(game_sheet(&record, 0, PaperSize::A4).is_err());
}

#[test]
fn an_illegal_record_is_refused() {
    let mut record = played("fish", 1, 5);
    record.events.swap(0, 4);
    record.events.push(record.events[0].clone());
    assert!(game_sheet(&record, 5, PaperSize::A4).unwrap_err().to_string().starts_with("event "));
}

#[test]
fn any_position_is_one_diagram() {
    for entry in registry::GAMES {
        let record = played(entry.id, 2, 12);
        let table = record.replay().unwrap();
        let svg = position_svg(entry, &*table, Viewer::Omniscient).unwrap();
        roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        assert!(game_sheet(&record, 4, PaperSize::Letter).unwrap().count() >= 1);
        let page =
            page_texts(&position_sheet(entry, &*table, Viewer::Omniscient, Some(2), PaperSize::A4).unwrap());
        // The text of the position is printed, so that it can be set up again.
        let position = table.position_text(Viewer::Omniscient).replace(' ', "");
        assert!(page[0].concat().replace(' ', "").contains(&position), "{}: {page:?}", entry.id);
    }
    let (entry, rules) = game("amazons", "");
    let table = open(&rules, Start::Seed(0)).unwrap();
    let svg = position_svg(entry, &*table, Viewer::Omniscient).unwrap();
    assert_eq!(outlines(&svg, 4), 100, "a square for every cell");
}

#[test]
fn a_viewer_sees_no_other_hand() {
    let (entry, rules) = game("montauk", "");
    let mut table = open(&rules, Start::Seed(7)).unwrap();
    let mut chance = GameRng::in_game(7);
    while table.actor() == Actor::Chance {
        table.roll(&mut chance).unwrap();
    }
    let seen = |viewer| position_svg(entry, &*table, viewer).unwrap().matches("6 cards face down").count();
    assert_eq!([seen(Viewer::Omniscient), seen(Viewer::Seat(0)), seen(Viewer::Spectator)], [0, 1, 2]);
}

const RULES: &str = "# Game\n\n## Rules\n\n1. Score the cell you reach.\n2. Most points win.\n";

#[test]
fn a_class_set_has_large_cells_rules_and_an_answer_key() {
    let text = RulesText::from_markdown(RULES);
    let answers = vec![Answer {
        seed: 3,
        scores: vec![12, 9],
        moves: vec!["a1".into(), "b2".into()],
        by: "level 6".into(),
    }];
    let options = SheetOptions {
        class_set: true,
        rules: Some(&text),
        rules_page: true,
        answers: &answers,
        ..SheetOptions::default()
    };
    // Small boards: several fit; the larger ones fewer.
    for (rules, paper, boards) in [
        ("rows=4,cols=4", PaperSize::A4, 6),
        ("", PaperSize::A4, 4),
        ("", PaperSize::A4.landscape(), 3),
        ("rows=11,cols=11", PaperSize::A4.landscape(), 2),
    ] {
        let (entry, rules) = game("paper-penguins", rules);
        let seeds: Vec<u64> = (0..7).collect();
        let sheets = paper_penguins_sheets(entry, &rules, &seeds, 1, paper, &options).unwrap();
        let pages = page_texts(&sheets);
        assert_eq!(count(&pages[0], "to play"), boards, "{rules:?}");
        let (width, height) = paper.size();
        sheets.to_svgs().iter().for_each(|svg| inside(svg, width, height, "class set"));
        let end = &pages[pages.len() - 2..];
        assert!(end[0].contains(&"1. Score the cell you reach.".to_owned()), "{:?}", end[0]);
        assert!(end[1].contains(&"seed 3: squares 12, circles 9".to_owned()), "{:?}", end[1]);
        assert!(end[1].iter().any(|line| line.starts_with("a1") && line.ends_with("b2")), "{:?}", end[1]);
    }
    // The seventh board is alone on its page, so there is room for the rules.
    let (entry, rules) = game("paper-penguins", "rows=5,cols=5");
    let seeds: Vec<u64> = (0..7).collect();
    let sheets = paper_penguins_sheets(entry, &rules, &seeds, 1, PaperSize::A4, &options).unwrap();
    assert!(page_texts(&sheets)[1].contains(&"Rules".to_owned()));
}

#[test]
fn blank_sheets_have_no_numbers() {
    let (entry, rules) = game("paper-penguins", "rows=4,cols=4");
    let options = SheetOptions { blank: true, ..SheetOptions::default() };
    let sheets = paper_penguins_sheets(entry, &rules, &[0], 1, PaperSize::A4, &options).unwrap();
    let page = &page_texts(&sheets)[0];
    // Only the numbers of the rows.
    assert_eq!(["1", "2", "3"].map(|number| count(page, number)), [1, 1, 1]);
    assert!(page.contains(&"numbers by the players".to_owned()));
}

#[test]
fn a_footer_names_the_layout() {
    for (rules, foot) in [
        ("atoll", "Mr. Pauper's Penguins · seed 3 · rules atoll"),
        ("atoll,players=4", "Mr. Pauper's Penguins · seed 3 · rules atoll, players=4"),
        ("layout=11/11/33,topology=square,pieces=1", "layout=11/11/33"),
    ] {
        let (entry, set) = game("pauper", rules);
        let pages = page_texts(&kit(entry, &set, Some(3), PaperSize::A4, None, false).unwrap());
        assert!(pages[0].iter().any(|line| line.contains(foot)), "{rules}: {:?}", pages[0]);
    }
}

#[test]
fn puzzles_come_with_their_solutions() {
    let (entry, rules) = game("amazons", "5x5");
    let puzzle = |number: usize| PuzzleItem {
        name: format!("amazons-{number:03}"),
        prompt: "Seat 0 to move: one move wins.".into(),
        table: open(&rules, Start::Seed(0)).unwrap(),
        solution: format!("move {number}"),
    };
    let puzzles: Vec<PuzzleItem> = (1..=5).map(puzzle).collect();
    let pages = page_texts(&puzzle_sheets(entry, &puzzles, PaperSize::A4).unwrap());
    assert_eq!(pages.len(), 3);
    assert_eq!(count(&pages[0], "Seat 0 to move: one move wins."), 4);
    assert!(pages[1].contains(&"5. amazons-005".to_owned()));
    assert!(pages[2].contains(&"5. amazons-005: move 5".to_owned()), "{:?}", pages[2]);
    assert!(puzzle_sheets(entry, &[], PaperSize::A4).is_err());
}
