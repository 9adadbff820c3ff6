// A puzzle on the screen: how far along its line we are, what was tried, what was asked for.
import type { View } from '../game/types';
import { colourName } from '../games/seats';
import { t } from '../texts';
import { beginsAt, checkMove } from './checkMove';
import { after, playOut, type CallRules, type LinePosition } from './line';
import type { Puzzle } from './puzzle';

/** `ask`: the solver's turn. `busy`: moves are being played. `over`: the line has been shown to its end and can be stepped through. */
export type Phase = 'ask' | 'busy' | 'over';

/** The last answer to a move. */
export type LastAnswer = 'nothing' | 'wrong' | 'right' | 'other';

export type Hint = 'piece' | 'themes';

/** How long a wrong move stays on the board, and the pause between the moves of a line, in milliseconds. */
const WRONG_MOVE_MS = 1100;
const MOVE_MS = 1000;

export class Solving {
  phase = $state<Phase>('busy');
  lastAnswer = $state<LastAnswer>('nothing');
  /** The last move that was not the line's, and what the line had there. */
  tried = $state('');
  owed = $state('');
  tries = $state(0);
  /** How many of the hints are given. */
  hints = $state(0);
  /** The right first move was found by the solver. */
  found = $state(false);
  /** The line was shown before it was found. */
  shown = $state(false);
  /** Nothing of the line is left to be found: it can be read and walked. */
  isRevealed = $state(false);
  /** How many moves of the line are on the board. */
  ply = $state(0);
  line = $state.raw<LinePosition[]>([]);
  aside = $state.raw<LinePosition | null>(null);
  broken = $state(false);
  /** What runs for a position that was left must not touch the next one. */
  private run = 0;

  constructor(readonly puzzle: Puzzle, private readonly callRules: CallRules, private readonly onsolved: (tries: number) => void) {}

  async open(): Promise<void> {
    try {
      this.line = await playOut(this.callRules, this.puzzle);
      this.phase = 'ask';
    } catch (error) {
      this.broken = true;
      console.error(`${this.puzzle.id}:`, error);
    }
  }

  /** Nothing moves any more. */
  close(): void {
    this.run++;
  }

  get last(): number {
    return this.puzzle.solution.length;
  }

  view = $derived.by<View | null>(() => {
    const at = this.aside ?? this.line[this.ply];
    if (!at) return null;
    const { game, seat } = this.puzzle;
    const occupants = at.seen.plays.map((_, place) => ({ kind: 'local' as const, name: place === seat ? t('puzzles.you') : colourName(game, place) }));
    return { ...at.seen, game, rules: at.log.rules, occupants, localSeats: [seat], viewer: seat };
  });

  /** The cells a hint points at. */
  marks = $derived.by<string[]>(() => {
    const at = this.gives('piece') && this.phase === 'ask' ? beginsAt(this.puzzle.game, this.puzzle.solution[this.ply]) : null;
    return at === null ? [] : [at];
  });

  async move(text: string): Promise<void> {
    if (this.phase !== 'ask') return;
    const run = ++this.run;
    const verdict = checkMove(this.puzzle, this.ply, text);
    this.phase = 'busy';
    if (this.ply === 0) this.tries++;
    if (verdict === 'right') return this.goOn(run);
    this.lastAnswer = 'nothing';
    this.tried = text;
    this.owed = this.puzzle.solution[this.ply]!;
    try {
      this.aside = await after(this.callRules, this.puzzle, this.line[this.ply]!, text);
    } catch {
      // The list of moves and the rules agree; should they not, the move is simply taken back.
    }
    if (!(await this.rest(run, WRONG_MOVE_MS))) return;
    this.aside = null;
    this.lastAnswer = verdict;
    if (verdict === 'wrong') this.phase = 'ask';
    else await this.playOn(run);
  }

  /** The right move, then the other side's answers. */
  private async goOn(run: number): Promise<void> {
    if (this.ply === 0 && !this.found) {
      this.found = true;
      if (!this.shown) this.onsolved(this.tries);
    }
    this.lastAnswer = 'right';
    this.hints = 0;
    this.ply++;
    while (this.ply < this.last && this.line[this.ply]!.seen.actor !== this.puzzle.seat) {
      if (!(await this.rest(run, MOVE_MS))) return;
      this.ply++;
    }
    this.isRevealed ||= this.ply === this.last;
    this.phase = this.ply < this.last ? 'ask' : 'over';
  }

  private async playOn(run: number): Promise<void> {
    this.isRevealed = true;
    while (this.ply < this.last) {
      if (!(await this.rest(run, MOVE_MS))) return;
      this.ply++;
    }
    this.phase = 'over';
  }

  /** Plays the line automatically from here to its end. */
  async show(): Promise<void> {
    const run = ++this.run;
    if (!this.found) this.shown = true;
    this.aside = null;
    this.lastAnswer = 'nothing';
    this.phase = 'busy';
    await this.playOn(run);
  }

  /** Walks along the line once it is known. */
  go(ply: number): void {
    if (!this.isRevealed) return;
    this.run++;
    this.aside = null;
    this.phase = 'over';
    this.ply = Math.min(this.last, Math.max(0, ply));
  }

  /** The hints there are, in this order: the piece to move, where it is one, then what it is about. */
  get allHints(): Hint[] {
    const { game, solution, themes } = this.puzzle;
    const hints: Hint[] = [];
    if (beginsAt(game, solution[0]) !== null) hints.push('piece');
    if (themes.length) hints.push('themes');
    return hints;
  }

  gives(hint: Hint): boolean {
    return this.allHints.slice(0, this.hints).includes(hint);
  }

  hint(): void {
    this.hints = Math.min(this.allHints.length, this.hints + 1);
  }

  /** From the beginning, as if it were new; what was found stays found. */
  again(): void {
    this.run++;
    this.aside = null;
    this.lastAnswer = 'nothing';
    this.tries = this.hints = this.ply = 0;
    this.phase = 'ask';
  }

  private async rest(run: number, ms: number): Promise<boolean> {
    await new Promise((done) => setTimeout(done, ms));
    return run === this.run;
  }
}
