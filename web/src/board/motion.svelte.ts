// What moves on the board: from the position before a move to the one after it, one thing at a time.
import { stepsBetween, type Geometry, type Point } from '../game/geometry';
import { cellOf, readMove } from '../game/moves';
import type { Position } from '../game/position';
import type { GameEvent } from '../game/types';
import type { MoveCell } from '../rules/api';
import { NO_HISTORY, type BoardHistory } from './history';
import { claimOf } from './describe';

/** All that is drawn of a position. Scenes with the same key look the same. */
export interface Scene { key: string; claims: MoveCell | null; position: Position; history: BoardHistory; scores: readonly number[]; events: readonly GameEvent[] }

export interface Flight { seat: number; from: Point; to: Point; ms: number; fade: boolean }
export interface ShotFlight { from: Point; to: Point; ms: number }
export interface Sinking { at: Point; fish: number }
/** Fish on their way from a cell to the player who claimed them. */
export interface Gain { id: number; seat: number; at: Point; n: number }
/** A tile that is being laid. */
export interface Laying { at: Point; fish: number; name: string; ms: number }

const LIFT = 180;
const SETTLE = 140;
const SHOT = 180;
const SINK = 420;
/** The gain rises, then flies: longer than the tile sinks, and the next player need not wait for it. */
export const GAIN = 960;
const LAY = 300;
const FADE = 120;

const NO_BOARD: Position = { lattice: 'square', rows: [], cells: [], byName: new Map(), hasFish: true, removes: 'left' };
const NOTHING_YET: Scene = { key: '', claims: null, position: NO_BOARD, history: NO_HISTORY, scores: [], events: [] };

export class Motion {
  shown = $state.raw<Scene>(NOTHING_YET);
  flight = $state.raw<Flight | null>(null);
  shot = $state.raw<ShotFlight | null>(null);
  sinking = $state.raw<Sinking | null>(null);
  /** They continue while the next move is made. */
  gains = $state.raw<readonly Gain[]>([]);
  laying = $state.raw<Laying | null>(null);
  /** A cell where an arrow has just struck. */
  struck = $state.raw<Point | null>(null);
  private run = 0;
  private goal: Scene = NOTHING_YET;
  /** What a move that is still being shown will gain. */
  private owed: Omit<Gain, 'id'> | null = null;
  private number = 0;

  /** Shows a scene at once. */
  jump(scene: Scene): void {
    this.run++;
    this.flight = this.shot = this.sinking = this.struck = this.laying = this.owed = null;
    this.shown = this.goal = scene;
  }

  /** Plays the one move that leads to a scene; anything else is shown at once. */
  async follow(scene: Scene, geometry: Geometry, how: { animate: boolean; less: boolean; there: string | null }): Promise<void> {
    const before = this.goal;
    // A ticking clock or a changed name does not interrupt a running animation.
    if (before.key === scene.key) return;
    const move = how.animate ? added(before.events, scene.events) : null;
    const step = move ? readMove(move.text) : null;
    const owed = this.owed;
    this.jump(scene);
    if (!move || !step || before.position.cells.length !== scene.position.cells.length) {
      this.gains = [];
      return;
    }
    // The next move came before the last animation ended: its gain is still shown.
    if (owed) this.raise(owed);
    const run = this.run;
    const still = () => run === this.run;
    const at = (name: string) => geometry.at.get(name);
    const target = step.kind === 'slide' ? at(step.to) : step.kind === 'place' ? at(step.at) : undefined;
    if (how.less) {
      const landed = step.kind === 'slide' ? step.to : step.kind === 'place' ? step.at : null;
      if (!target || landed === null) return;
      this.shown = { ...scene, position: without(scene.position, landed) };
      await this.fly({ seat: move.by, from: target, to: target, ms: FADE, fade: true });
      if (!still()) return;
      this.flight = null;
      this.shown = scene;
      return;
    }
    const gone = step.kind === 'slide' ? cellOf(scene.position.removes, step) : step.kind === 'retire' ? step.at : null;
    const had = gone === null ? undefined : before.position.byName.get(gone);
    const claimed = (step.kind === 'slide' && claimOf(scene.claims, before.position, step.from, step.to, step.shot)?.at) || gone;
    const gained = (scene.scores[move.by] ?? 0) - (before.scores[move.by] ?? 0);
    const origin = claimed === null ? target : at(claimed);
    if (gained > 0 && origin) this.owed = { seat: move.by, at: origin, n: gained };
    const from = step.kind === 'slide' ? at(step.from) : undefined;
    if (step.kind === 'slide' && from && target && how.there !== move.text) {
      // Until it lands, everything but the piece is as it was.
      this.shown = { ...before, position: without(before.position, step.from), history: { ...before.history, last: null } };
      const cells = stepsBetween(before.position, before.position.byName.get(step.from)!, before.position.byName.get(step.to)!);
      await this.fly({ seat: move.by, from, to: target, ms: LIFT + Math.min(420, Math.max(180, cells * 60)) + SETTLE, fade: false });
      if (!still()) return;
      this.flight = null;
    } else if (step.kind === 'place' && target) {
      this.shown = { ...scene, position: without(scene.position, step.at) };
      await this.fly({ seat: move.by, from: { x: target.x, y: target.y - 26 }, to: target, ms: LIFT + SETTLE, fade: false });
      if (!still()) return;
      this.flight = null;
      this.shown = scene;
    } else if (step.kind === 'lay' && at(step.at)) {
      this.shown = { ...scene, position: changed(scene.position, step.at, { kind: 'unlaid', fish: 0 }), history: { ...scene.history, last: null } };
      this.laying = { at: at(step.at)!, fish: step.fish, name: step.at, ms: LAY };
      await pause(LAY);
      if (!still()) return;
      this.laying = null;
    }
    if (step.kind === 'slide' && step.shot && target && at(step.shot)) {
      this.shown = { ...scene, position: restored(scene.position, step.shot, had?.fish ?? 0) };
      this.shot = { from: target, to: at(step.shot)!, ms: SHOT };
      await pause(SHOT);
      if (!still()) return;
      this.shot = null;
      this.struck = at(step.shot)!;
    }
    this.shown = scene;
    const sunk = gone === null ? undefined : at(gone);
    if (had?.fish && sunk) this.sinking = { at: sunk, fish: had.fish };
    if (this.owed) this.raise(this.owed);
    this.owed = null;
    await pause(SINK);
    if (still()) this.sinking = this.struck = null;
  }

  private raise(gain: Omit<Gain, 'id'>): void {
    const id = this.number++;
    this.gains = [...this.gains, { ...gain, id }];
    setTimeout(() => (this.gains = this.gains.filter((one) => one.id !== id)), GAIN);
  }

  private async fly(flight: Flight): Promise<void> {
    this.flight = flight;
    await pause(flight.ms);
  }
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** The one move by which a list of events grew; chance events may have followed. */
function added(before: readonly GameEvent[], after: readonly GameEvent[]): { by: number; text: string } | null {
  const joint = before.length - 1;
  if (after.length <= before.length || JSON.stringify(after[joint]) !== JSON.stringify(before[joint])) return null;
  const moves = after.slice(before.length).filter((event) => !('event' in event));
  const [only] = moves;
  if (moves.length !== 1 || !only || !('move' in only) || typeof only.move !== 'string' || typeof only.by !== 'number') return null;
  return { by: only.by, text: only.move };
}

/** A position with a cell changed. */
function changed(position: Position, name: string, change: Partial<Position['cells'][number]>): Position {
  const rows = position.rows.map((row) => row.map((cell) => (cell.name === name ? { ...cell, ...change } : cell)));
  const cells = rows.flat();
  return { ...position, rows, cells, byName: new Map(cells.map((cell) => [cell.name, cell])) };
}

export const without = (position: Position, name: string) => changed(position, name, { seat: null });
const restored = (position: Position, name: string, fish: number) => changed(position, name, { kind: 'open', fish });

/** A position with a piece already where it is going. */
export function moved(position: Position, from: string, to: string): Position {
  const seat = position.byName.get(from)?.seat ?? null;
  return changed(without(position, from), to, { seat });
}
