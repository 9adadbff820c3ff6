//! Bots for the tests, written as text. They play Paper Pen-guins: the first free cell, the first step.

use std::path::Path;

/// A Python bot with extra code. `note(file, word)` writes a line in a file of the test's folder, `wait(file, count)`
/// waits for lines there.
pub fn python(folder: &Path, at_start: &str, at_go: &str) -> String {
    let at_go: String = at_go.lines().map(|line| format!("    {line}\n")).collect();
    format!(
        r#"
import mmap, os, re, subprocess, sys, time
FOLDER = {folder:?}

def note(name, word):
    with open(os.path.join(FOLDER, name), "a") as file:
        file.write(str(word) + "\n")

def wait(name, count):
    path = os.path.join(FOLDER, name)
    while not os.path.exists(path) or open(path).read().count("\n") < count:
        time.sleep(0.002)

def cell_name(cell):
    return "abcdefghijk"[cell[1]] + str(cell[0] + 1)

def choose(text):
    board, phase, seat = text.split()[:3]
    rows = [re.findall("[A-D][0-9]|.", row) for row in board.split("/")]
    cells = {{(r, c): mark for r, row in enumerate(reversed(rows)) for c, mark in enumerate(row)}}
    free = [cell for cell, mark in cells.items() if mark in "1234567"]
    if phase == "place":
        return cell_name(free[0])
    for cell, mark in cells.items():
        if mark[0] == "ABCD"[int(seat)]:
            for to in free:
                if abs(to[0] - cell[0]) <= 1 and abs(to[1] - cell[1]) <= 1:
                    return cell_name(cell) + "-" + cell_name(to)

def at_go():
    global kept
    pass
{at_go}

kept = None
asked = False
{at_start}
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        print("ugiok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:2] == ["position", "fen"]:
        position = " ".join(words[2:])
    elif words[:1] == ["go"]:
        if not asked:
            asked = True
            at_go()
        print("bestmove", choose(position), flush=True)
    elif words[:1] == ["quit"]:
        break
"#
    )
}

/// The same in Java.
pub const JAVA: &str = r#"
import java.io.*;
import java.util.*;

public class Bot {
    static String choose(String text) {
        String[] parts = text.split(" ");
        String[] rows = parts[0].split("/");
        char own = "ABCD".charAt(Integer.parseInt(parts[2]));
        List<int[]> free = new ArrayList<>(), pieces = new ArrayList<>();
        for (int r = 0; r < rows.length; r++) {
            String row = rows[rows.length - 1 - r];
            for (int at = 0, c = 0; at < row.length(); at++, c++) {
                char mark = row.charAt(at);
                if (mark >= 'A' && mark <= 'D') {
                    at++;
                    if (mark == own) pieces.add(new int[] {r, c});
                } else if (mark >= '1' && mark <= '7') {
                    free.add(new int[] {r, c});
                }
            }
        }
        if (parts[1].equals("place")) return name(free.get(0));
        for (int[] piece : pieces)
            for (int[] to : free)
                if (Math.abs(to[0] - piece[0]) <= 1 && Math.abs(to[1] - piece[1]) <= 1)
                    return name(piece) + "-" + name(to);
        return "none";
    }

    static String name(int[] cell) {
        return "abcdefghijk".substring(cell[1], cell[1] + 1) + (cell[0] + 1);
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String position = "";
        for (String line; (line = in.readLine()) != null; ) {
            if (line.equals("ugi")) System.out.println("ugiok");
            else if (line.equals("isready")) System.out.println("readyok");
            else if (line.startsWith("position fen ")) position = line.substring(13);
            else if (line.startsWith("go")) System.out.println("bestmove " + choose(position));
            else if (line.equals("quit")) return;
        }
    }
}
"#;

/// A C program whose first thread ends immediately; another one greets and then fills memory.
pub const HEADLESS: &str = r#"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *talk(void *unused) {
    char line[4096];
    (void)unused;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ugi\n", 4)) puts("ugiok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "go", 2)) {
            memset(malloc(200 << 20), 1, 200 << 20);
            sleep(600);
        }
        fflush(stdout);
    }
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, talk, NULL);
    pthread_exit(NULL);
}
"#;
