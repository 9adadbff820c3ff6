/* A bot for the Game of the Amazons in C99.
 *
 *     cc -O2 -std=c99 -o amazons-bot examples/bots/amazons.c
 *     floe match amazons --players random "cmd:./amazons-bot" --games 10
 *
 * It tries every move and keeps the one after which its amazons reach the most squares compared with the other side's. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 11, WIDTH = SIDE + 2, SQUARES = WIDTH * WIDTH }; /* a wall all around saves the checks for the edge */
static const int LINES[8] = {-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1};

static char board[SQUARES]; /* '.' empty, 'Q' White, 'q' Black, '*' arrow or wall; a1 is square WIDTH + 1 */
static char me;             /* 'Q' or 'q', or 0 before the first position */

/* Reads a FEN such as 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1. What is no FEN leaves no position. */
static void read_fen(const char *text) {
    int rows = 1, col = 1;
    for (const char *at = text; *at && *at != ' '; at++) rows += *at == '/';
    memset(board, '*', SQUARES);
    me = 0;
    for (int row = rows; *text && *text != ' ' && rows <= SIDE; text++) {
        int run = 1;
        char mark = *text;
        if (mark == '/') { row--; col = 1; continue; }
        if (isdigit((unsigned char)mark)) { /* a run of empty squares; it may have two digits */
            char *end;
            run = (int)strtol(text, &end, 10);
            text = end - 1;
            mark = '.';
        }
        while (run-- > 0 && col <= SIDE) board[row * WIDTH + col++] = mark;
    }
    if (rows <= SIDE && *text == ' ') me = text[1] == 'b' ? 'q' : 'Q';
}

/* How many squares White's amazons reach, less those of Black's. */
static int room(void) {
    int count = 0;
    for (int from = 0; from < SQUARES; from++) {
        if (board[from] != 'Q' && board[from] != 'q') continue;
        for (int line = 0; line < 8; line++)
            for (int at = from + LINES[line]; board[at] == '.'; at += LINES[line])
                count += board[from] == 'Q' ? 1 : -1;
    }
    return count;
}

static void print_square(int square) { printf("%c%d", 'a' + square % WIDTH - 1, square / WIDTH); }

static void answer(void) {
    int best = -SQUARES * SQUARES, move[3] = {0, 0, 0};
    for (int from = 0; from < SQUARES; from++) {
        if (board[from] != me) continue;
        board[from] = '.'; /* the arrow may fly over the square that was left */
        for (int line = 0; line < 8; line++)
            for (int to = from + LINES[line]; board[to] == '.'; to += LINES[line]) {
                board[to] = me;
                for (int flight = 0; flight < 8; flight++)
                    for (int arrow = to + LINES[flight]; board[arrow] == '.'; arrow += LINES[flight]) {
                        board[arrow] = '*';
                        int worth = me == 'Q' ? room() : -room();
                        if (worth > best) { best = worth; move[0] = from; move[1] = to; move[2] = arrow; }
                        board[arrow] = '.';
                    }
                board[to] = '.';
            }
        board[from] = me;
    }
    if (!move[0]) { puts("info string there is no move here"); return; }
    fputs("bestmove ", stdout);
    print_square(move[0]); putchar('-');
    print_square(move[1]); putchar('/');
    print_square(move[2]); putchar('\n');
}

int main(void) {
    static char line[1 << 16]; /* no line of the referee is longer */
    while (fgets(line, sizeof line, stdin)) { /* ends when the referee closes standard input */
        line[strcspn(line, "\r\n")] = 0;
        if (!strcmp(line, "ugi")) puts("id name Amazon C\nugiok");
        else if (!strcmp(line, "isready")) puts("readyok");
        else if (!strncmp(line, "position fen ", 13)) read_fen(line + 13);
        else if (!strncmp(line, "go", 2) && me) answer();
        else if (!strcmp(line, "quit")) break;
        /* Anything else, such as setoption and uginewgame, asks for no answer. */
        fflush(stdout); /* otherwise the answer stays in a buffer and the referee waits in vain */
    }
    return 0;
}
