/// A puzzle on the screen: how far along its line we are, what was tried, what was asked for.
import type { View } from '../game/types';
import { seatName } from '../games/seats';
import { t } from '../texts';
import { beginsAt, judge } from './judge';
import { after, playOut, type CallRules, type Stand } from './line';
import type { Puzzle } from './puzzle';

/// `ask`: the solver's turn. `busy`: something moves by itself. `over`: the line has been seen to its end and can be walked.
export type Mood = 'ask' | 'busy' | 'over';

/// What was last said about a move.
export type Said = 'nothing' | 'wrong' | 'right' | 'other';

export type Hint = 'piece' | 'themes';

/// So long a wrong move stays on the board, and a line rests between moves.
const LOOK = 1100;
const BEAT = 1000;

export class Solving {
  mood = $state<Mood>('busy');
  said = $state<Said>('nothing');
  /// The last move that was not the line's, and what the line had there.
  tried = $state('');
  owed = $state('');
  tries = $state(0);
  /// How many of the hints are given.
  hints = $state(0);
  /// The right first move was found by the solver.
  found = $state(false);
  /// The line was shown before it was found.
  shown = $state(false);
  /// Nothing of the line is left to be found: it can be read and walked.
  told = $state(false);
  /// How many moves of the line are on the board.
  ply = $state(0);
  line = $state.raw<Stand[]>([]);
  aside = $state.raw<Stand | null>(null);
  broken = $state(false);
  /// What runs for a position that was left must not touch the next one.
  private run = 0;

  constructor(readonly puzzle: Puzzle, private readonly callRules: CallRules, private readonly onsolved: (tries: number) => void) {}

  async open(): Promise<void> {
    try {
      this.line = await playOut(this.callRules, this.puzzle);
      this.mood = 'ask';
    } catch (error) {
      this.broken = true;
      console.error(`${this.puzzle.id}:`, error);
    }
  }

  /// Nothing moves any more.
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
    const occupants = at.seen.plays.map((_, place) => ({ kind: 'here' as const, name: place === seat ? t('puzzles.you') : seatName(game, place) }));
    return { ...at.seen, game, rules: at.log.rules, occupants, localSeats: [seat], viewer: seat };
  });

  /// The cells a hint points at.
  marks = $derived.by<string[]>(() => {
    const at = this.gives('piece') && this.mood === 'ask' ? beginsAt(this.puzzle.game, this.puzzle.solution[this.ply]) : null;
    return at === null ? [] : [at];
  });

  async move(text: string): Promise<void> {
    if (this.mood !== 'ask') return;
    const run = ++this.run;
    const verdict = judge(this.puzzle, this.ply, text);
    this.mood = 'busy';
    if (this.ply === 0) this.tries++;
    if (verdict === 'right') return this.goOn(run);
    this.said = 'nothing';
    this.tried = text;
    this.owed = this.puzzle.solution[this.ply]!;
    try {
      this.aside = await after(this.callRules, this.puzzle, this.line[this.ply]!, text);
    } catch {
      // The list of moves and the rules agree; should they not, the move is simply taken back.
    }
    if (!(await this.rest(run, LOOK))) return;
    this.aside = null;
    this.said = verdict;
    if (verdict === 'wrong') this.mood = 'ask';
    else await this.playOn(run);
  }

  /// The right move, then whatever the other side answers.
  private async goOn(run: number): Promise<void> {
    if (this.ply === 0 && !this.found) {
      this.found = true;
      if (!this.shown) this.onsolved(this.tries);
    }
    this.said = 'right';
    this.hints = 0;
    this.ply++;
    while (this.ply < this.last && this.line[this.ply]!.seen.actor !== this.puzzle.seat) {
      if (!(await this.rest(run, BEAT))) return;
      this.ply++;
    }
    this.told ||= this.ply === this.last;
    this.mood = this.ply < this.last ? 'ask' : 'over';
  }

  private async playOn(run: number): Promise<void> {
    this.told = true;
    while (this.ply < this.last) {
      if (!(await this.rest(run, BEAT))) return;
      this.ply++;
    }
    this.mood = 'over';
  }

  /// Plays the line to its end by itself, from where it is.
  async show(): Promise<void> {
    const run = ++this.run;
    if (!this.found) this.shown = true;
    this.aside = null;
    this.said = 'nothing';
    this.mood = 'busy';
    await this.playOn(run);
  }

  /// Walks along the line once it is known.
  go(ply: number): void {
    if (!this.told) return;
    this.run++;
    this.aside = null;
    this.mood = 'over';
    this.ply = Math.min(this.last, Math.max(0, ply));
  }

  /// The hints there are, in this order: the piece to move, where it is one, then what it is about.
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

  /// From the beginning, as if it were new; what was found stays found.
  again(): void {
    this.run++;
    this.aside = null;
    this.said = 'nothing';
    this.tries = this.hints = this.ply = 0;
    this.mood = 'ask';
  }

  private async rest(run: number, ms: number): Promise<boolean> {
    await new Promise((done) => setTimeout(done, ms));
    return run === this.run;
  }
}
