//! Crosstable and faults.

use std::io::{self, Write};

use super::escape::{html, name};
use crate::stats::{Cell, CrossTable, Summary};

/// With more columns than this no one reads a crosstable; the standings are shown without it.
const MAX_COLUMNS: usize = 60;

pub(super) fn crosstable(out: &mut dyn Write, table: &CrossTable) -> io::Result<()> {
    let columns = if table.names.len() <= MAX_COLUMNS { table.names.len() } else { 0 };
    write!(
        out,
        "<section aria-labelledby=\"cross\">\n<h2 id=\"cross\">Crosstable</h2>\n\
         <p class=\"note\">Points are the share of opponents beaten in each game; cells are points in games \
         against the opponent of that number.</p>\n\
         <div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"cross\">\n<table>\n<thead><tr>\
         <th scope=\"col\">#</th><th scope=\"col\" class=\"name\">Name</th><th scope=\"col\">Games</th>\
         <th scope=\"col\">Points</th><th scope=\"col\">%</th><th scope=\"col\">Faults</th>"
    )?;
    let swiss = table.rows.iter().any(|row| row.buchholz.is_some());
    if swiss {
        write!(out, "<th scope=\"col\">Byes</th><th scope=\"col\">Buchholz</th>")?;
    }
    for number in 1..=columns {
        write!(out, "<th scope=\"col\">{number}</th>")?;
    }
    write!(out, "</tr></thead>\n<tbody>\n")?;
    for (line, row) in table.rows.iter().enumerate() {
        write!(
            out,
            "<tr><td>{}</td><th scope=\"row\" class=\"name\"><bdi>{}</bdi></th><td>{}</td><td>{}</td><td>{:.1}</td>\
             <td>{}</td>",
            row.rank,
            html(&name(&table.names[line])),
            row.games,
            number(row.points),
            100.0 * row.rate,
            row.faults
        )?;
        if swiss {
            write!(
                out,
                "<td>{}</td><td>{}</td>",
                row.byes.unwrap_or(0),
                number(row.buchholz.unwrap_or(0.0))
            )?;
        }
        for (column, cell) in table.cells[line].iter().enumerate().take(columns) {
            out.write_all(cell_text(cell, line == column).as_bytes())?;
        }
        writeln!(out, "</tr>")?;
    }
    write!(out, "</tbody>\n</table>\n</div>\n</section>\n")
}

fn cell_text(cell: &Cell, oneself: bool) -> String {
    if oneself {
        return "<td class=\"self\">×</td>".into();
    }
    if cell.games == 0 {
        return "<td>·</td>".into();
    }
    let class = match cell.wins.cmp(&cell.losses) {
        std::cmp::Ordering::Greater => " class=\"better\"",
        std::cmp::Ordering::Less => " class=\"worse\"",
        std::cmp::Ordering::Equal => "",
    };
    let title = format!("{} won, {} drawn, {} lost", cell.wins, cell.draws, cell.losses);
    format!("<td{class} title=\"{title}\">{}/{}</td>", number(cell.points()), cell.games)
}

pub(super) fn faults(out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
    write!(out, "<section aria-labelledby=\"faults\">\n<h2 id=\"faults\">Faults by cause</h2>\n")?;
    if summary.faults.is_empty() {
        return write!(out, "<p>No faults.</p>\n</section>\n");
    }
    write!(
        out,
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"faults\">\n<table>\n<thead><tr>\
         <th scope=\"col\" class=\"name\">Cause</th><th scope=\"col\">Times</th><th scope=\"col\" class=\"name\">By</th>\
         <th scope=\"col\" class=\"name\">For example</th></tr></thead>\n<tbody>\n"
    )?;
    for row in &summary.faults {
        let by: Vec<String> = row
            .by
            .iter()
            .map(|(&entrant, count)| {
                let who = summary.names.get(entrant).map_or("?", String::as_str);
                format!("<bdi>{}</bdi> {count}", html(&name(who)))
            })
            .collect();
        writeln!(
            out,
            "<tr><th scope=\"row\" class=\"name\">{}</th><td>{}</td><td class=\"name\">{}</td>\
             <td class=\"words\">{}</td></tr>",
            html(&name(&row.cause)),
            row.count,
            by.join(", "),
            html(&row.example.chars().take(300).collect::<String>())
        )?;
    }
    write!(out, "</tbody>\n</table>\n</div>\n</section>\n")
}

fn number(points: f64) -> String {
    format!("{points:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}
