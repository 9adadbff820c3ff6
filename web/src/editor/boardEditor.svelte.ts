// The board being edited: what is drawn, with which tool, the undo history, and whether the rules accept it.
import type { GameId, GameInfo, Rules } from '../game/types';
import { DEFAULT_GAME, gamePage, SLIDES } from '../games';
import { callRules, hasLocalRules } from '../rules';
import { sentence, t } from '../texts';
import { readRules, writeRules } from '../new/rulesText';
import { images, paint, resize, type Brush, type Symmetry } from './brush';
import { allDealt, counts, readSupply } from './counts';
import { board, columns, markAt, parseLayout, startText, withStarts, layoutText, type Drawing, type Mark, type GridPoint, type Topology } from './layout';

export type Tool = Mark | 'A' | 'B' | 'C' | 'D';
const SEATS = 'ABCD';
export const seatOf = (tool: Tool): number => SEATS.indexOf(tool);
export const MAX_WIDTH = 16;

/** A board that comes with the rules: a game, or one of its variants. */
export interface BundledBoard { game: GameId; variant: string | null }

// What the drawing itself decides.
const DRAWN = [
  'layout', 'topology', 'rows', 'cols', 'setup', 'start', 'players', 'pieces', 'holes', 'supply', 'fish', 'chips', 'numbers', 'min_ones',
];

export class BoardEditor {
  drawing = $state.raw<Drawing>(board('hex', 8, 8, '*'));
  private undoStack = $state.raw<Drawing[]>([]);
  private redoStack = $state.raw<Drawing[]>([]);
  tool = $state<Tool>(' ');
  symmetry = $state<Symmetry>('none');
  game = $state<GameId>(DEFAULT_GAME);
  pieces = $state<number | null>(null);
  /** House rules from the address that have nothing to do with the drawing. */
  others = $state.raw<Rules>({});
  checked = $state.raw<Rules | null>(null);
  error = $state<string | null>(null);
  /** How many tiles of each kind the rules would deal on a board of this size; null where they deal none. */
  supply = $state.raw<number[] | null>(null);
  bundled = $state.raw<BundledBoard[]>([]);

  counts = $derived(counts(this.drawing));
  canUndo = $derived(this.undoStack.length > 0);
  canRedo = $derived(this.redoStack.length > 0);
  starts = $derived(startText(this.drawing));
  players = $derived(Math.max(2, this.starts?.split('|').length ?? 2));
  line = $derived(this.lineOf(this.drawing));
  private dealtLine = $derived(this.lineOf(allDealt(this.drawing)));

  /** A drawing as rules, with all else that is chosen. */
  private lineOf(drawing: Drawing): string {
    const changes: Rules = { topology: drawing.topology, layout: layoutText(drawing), ...this.others };
    if (this.starts) Object.assign(changes, { setup: 'fixed', start: this.starts });
    else if (this.pieces) changes.pieces = this.pieces;
    if (this.players > 2) changes.players = this.players;
    // Tiles that the drawing leaves open would all get the same number.
    if (gamePage(this.game).hasEqualTiles && this.counts.dealt < this.counts.cells) changes.fish = null;
    return writeRules({ variant: null, changes });
  }

  /** Loads the board that the address asks for. */
  async load(game: string | null, line: string): Promise<void> {
    this.game = SLIDES.find((one) => one === game) ?? DEFAULT_GAME;
    const { changes } = readRules(line);
    this.others = Object.fromEntries(Object.entries(changes).filter(([name]) => !DRAWN.includes(name)));
    if (typeof changes.pieces === 'number') this.pieces = changes.pieces;
    // A drawing in the address is complete, and shown even where the rules would refuse it: it may be unfinished.
    const drawn = typeof changes.layout === 'string' && changes.layout.trim() !== '';
    if (drawn) {
      const drawing = parseLayout((changes.topology ?? 'hex') as Topology, String(changes.layout));
      this.drawing = typeof changes.start === 'string' ? withStarts(drawing, changes.start) : drawing;
      this.undoStack = [];
    }
    if (!(await hasLocalRules())) return;
    const games: GameInfo[] = await callRules('games', {});
    this.bundled = games.filter(({ id }) => SLIDES.includes(id)).flatMap(({ id, variants = [] }) =>
      [{ game: id, variant: null }, ...variants.map(({ name }) => ({ game: id, variant: name }))]);
    if (!line || drawn) return;
    await this.take(this.game, line);
    // The player has made no changes to undo yet.
    this.undoStack = [];
  }

  /** Starts from a board that comes with the rules; the game stays what it was. */
  async take(game: GameId, line: string | null): Promise<void> {
    const { rules } = await callRules('rules', { game, rules: line || undefined });
    const topology = rules.topology as Topology;
    let next = typeof rules.layout === 'string' ? parseLayout(topology, rules.layout) : board(topology, Number(rules.rows), Number(rules.cols), '*');
    const { changes } = readRules(line ?? '');
    if (typeof changes.start === 'string') next = withStarts(next, changes.start);
    this.pushUndo();
    this.drawing = next;
  }

  /** Remembers the drawing as it is now, so that what follows can be undone. */
  pushUndo(): void {
    this.undoStack = [...this.undoStack.slice(-199), this.drawing];
    this.redoStack = [];
  }

  undo(): void {
    const before = this.undoStack.at(-1);
    if (!before) return;
    this.redoStack = [...this.redoStack, this.drawing];
    this.undoStack = this.undoStack.slice(0, -1);
    this.drawing = before;
  }

  redo(): void {
    const after = this.redoStack.at(-1);
    if (!after) return;
    this.undoStack = [...this.undoStack, this.drawing];
    this.redoStack = this.redoStack.slice(0, -1);
    this.drawing = after;
  }

  private brushOf(tool: Tool): Brush {
    const seat = seatOf(tool);
    return seat >= 0 ? { start: seat } : { mark: tool as Mark };
  }

  /** Draws at a point and its images. Only a point that changes counts. */
  draw(point: GridPoint, tool: Tool = this.tool): void {
    const brush = this.brushOf(tool);
    if ('mark' in brush && markAt(this.drawing, point) === brush.mark && this.symmetry === 'none') return;
    const on = images(this.drawing, point, this.symmetry);
    // Pieces of other seats would be put on the images: a start is drawn where it is pointed at, and there alone.
    this.drawing = paint(this.drawing, 'start' in brush ? [point] : on, brush);
  }

  shape(topology: Topology): void {
    this.pushUndo();
    this.drawing = board(topology, Math.min(this.drawing.marks.length, 16), Math.min(columns(this.drawing), topology === 'hex_columns' ? 6 : 11), '*');
  }

  size(rows: number, cols: number): void {
    this.pushUndo();
    const wide = this.drawing.topology === 'square' ? cols : this.drawing.topology === 'hex' ? 2 * cols - 1 : 2 * cols;
    this.drawing = resize(this.drawing, rows, wide);
  }

  fill(mark: Mark): void {
    this.pushUndo();
    const { topology, marks } = this.drawing;
    this.drawing = board(topology, marks.length, columns(this.drawing), mark);
  }

  /** Asks the rules; a late answer is dropped. */
  async check(current: () => boolean): Promise<void> {
    if (!(await hasLocalRules())) return void (this.error = t('home.editor.unchecked'));
    try {
      const { rules } = await callRules('rules', { game: this.game, rules: this.line });
      await callRules('open', { game: this.game, rules, seed: 1 });
      // Rules that leave nothing to deal refuse a board of which nothing is drawn: then there is no supply.
      const dealt = await callRules('open', { game: this.game, rules: this.dealtLine, seed: 1 }).catch(() => null);
      if (!current()) return;
      this.supply = dealt && readSupply(dealt.rules);
      this.checked = rules;
      this.error = null;
    } catch (error) {
      if (!current()) return;
      this.checked = null;
      this.error = sentence(error instanceof Error ? error.message : String(error));
    }
  }
}
