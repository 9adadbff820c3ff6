// A game with its variations. A step is a player's event together with the chance events after it; step 0 is the start.
// Trees are never changed: every function returns a new one, so that components notice.
import type { GameEvent } from '../game/types';

export interface Step {
  id: number;
  parent: number | null;
  events: readonly GameEvent[];
  /** How many events there are from the start to the end of this step. */
  upto: number;
  /** How many steps there are from the start. */
  depth: number;
  /** What follows: the first is the main line from here. */
  next: readonly number[];
}

export interface Tree {
  steps: ReadonlyMap<number, Step>;
  /** The steps of the game as it was opened, which are never deleted. */
  game: readonly number[];
  nextId: number;
}

/** A variation as it is written down: after which step, as which of the moves from there, and what is played. */
export interface Variation {
  from: number;
  place: number;
  events: readonly GameEvent[];
}

export const seatOf = (event: GameEvent | undefined): number | null =>
  event && 'by' in event && typeof event.by === 'number' ? event.by : null;

/** The word for what was done: a move, an action, or nothing where it is hidden. */
export function labelOf(event: GameEvent | undefined): string {
  if (!event) return '';
  if ('move' in event) return (event.move as string | null) ?? '?';
  return 'action' in event ? String(event.action) : '';
}

/** Events in steps: every player's event begins a new one. */
export function inSteps(events: readonly GameEvent[]): { head: GameEvent[]; steps: GameEvent[][] } {
  const head: GameEvent[] = [];
  const steps: GameEvent[][] = [];
  for (const event of events) {
    if (seatOf(event) !== null) steps.push([event]);
    else (steps.at(-1) ?? head).push(event);
  }
  return { head, steps };
}

export function createTree(events: readonly GameEvent[], variations: readonly Variation[] = []): Tree {
  const { head, steps } = inSteps(events);
  const root: Step = { id: 0, parent: null, events: head, upto: head.length, depth: 0, next: [] };
  let tree: Tree = { steps: new Map([[0, root]]), game: [0], nextId: 1 };
  let at = 0;
  for (const step of steps) [tree, at] = add(tree, at, step);
  tree = { ...tree, game: [...tree.steps.keys()] };
  for (const variation of variations) {
    at = variation.from;
    let place: number | undefined = variation.place;
    for (const step of inSteps(variation.events).steps) {
      [tree, at] = add(tree, at, step, place);
      place = undefined;
    }
  }
  return tree;
}

export function stepOf(tree: Tree, id: number): Step {
  const step = tree.steps.get(id);
  if (!step) throw new Error(`there is no step ${id}`);
  return step;
}

function add(tree: Tree, at: number, events: readonly GameEvent[], place?: number): [Tree, number] {
  const parent = stepOf(tree, at);
  const id = tree.nextId;
  const next = [...parent.next];
  next.splice(place ?? next.length, 0, id);
  const steps = new Map(tree.steps);
  steps.set(at, { ...parent, next });
  steps.set(id, { id, parent: at, events, upto: parent.upto + events.length, depth: parent.depth + 1, next: [] });
  return [{ ...tree, steps, nextId: id + 1 }, id];
}

/** Continues from a step with the further events of a longer log: along an existing line, or on a new one. */
export function append(tree: Tree, at: number, events: readonly GameEvent[]): { tree: Tree; at: number } {
  for (const step of inSteps(events.slice(stepOf(tree, at).upto)).steps) {
    const there = stepOf(tree, at).next.find((id) => {
      const [first] = stepOf(tree, id).events;
      return seatOf(first) === seatOf(step[0]) && labelOf(first) === labelOf(step[0]);
    });
    if (there === undefined) [tree, at] = add(tree, at, step);
    else at = there;
  }
  return { tree, at };
}

/** The steps from the start to this one, both included. */
export function pathTo(tree: Tree, id: number): number[] {
  const path = [];
  for (let at: number | null = id; at !== null; at = stepOf(tree, at).parent) path.push(at);
  return path.reverse();
}

/** The whole line through a step: what came before and what follows. */
export function lineOf(tree: Tree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let at = stepOf(tree, id).next[0]; at !== undefined; at = stepOf(tree, at).next[0]) line.push(at);
  return line;
}

export function eventsTo(tree: Tree, id: number): GameEvent[] {
  return pathTo(tree, id).flatMap((at) => [...stepOf(tree, at).events]);
}

/** Where a variation leaves the line before it: the nearest step, going back, that is not its parent's first. */
export function branchOf(tree: Tree, id: number): number | null {
  for (let at = stepOf(tree, id); at.parent !== null; at = stepOf(tree, at.parent)) {
    if (stepOf(tree, at.parent).next[0] !== at.id) return at.id;
  }
  return null;
}

/** Makes a variation the main line where it branches off. */
export function promote(tree: Tree, id: number): Tree {
  const branch = branchOf(tree, id);
  if (branch === null) return tree;
  const parent = stepOf(tree, stepOf(tree, branch).parent!);
  const steps = new Map(tree.steps);
  steps.set(parent.id, { ...parent, next: [branch, ...parent.next.filter((other) => other !== branch)] });
  return { ...tree, steps };
}

/** May it be deleted? The game itself may not. */
export const isDeletable = (tree: Tree, id: number): boolean => !tree.game.includes(id);

/** Deletes a step and all that follows it; gives the step before. */
export function remove(tree: Tree, id: number): { tree: Tree; at: number } {
  const { parent } = stepOf(tree, id);
  if (parent === null || !isDeletable(tree, id)) return { tree, at: id };
  const steps = new Map(tree.steps);
  const before = stepOf(tree, parent);
  steps.set(parent, { ...before, next: before.next.filter((other) => other !== id) });
  const drop = [id];
  for (let at = drop.pop(); at !== undefined; at = drop.pop()) {
    drop.push(...stepOf(tree, at).next);
    steps.delete(at);
  }
  return { tree: { ...tree, steps }, at: parent };
}

/** The variations for writing down, with the number `createTree` will give each step. */
export function variationsOf(tree: Tree): { variations: Variation[]; numbers: Map<number, number> } {
  const numbers = new Map(tree.game.map((id, number) => [id, number]));
  const variations: Variation[] = [];
  const open = [...tree.game];
  for (let from = open.shift(); from !== undefined; from = open.shift()) {
    for (const [place, id] of stepOf(tree, from).next.entries()) {
      if (numbers.has(id)) continue;
      const line = lineOf(tree, id).slice(stepOf(tree, id).depth);
      for (const step of line) numbers.set(step, numbers.size);
      open.push(...line);
      variations.push({ from: numbers.get(from)!, place, events: line.flatMap((step) => [...stepOf(tree, step).events]) });
    }
  }
  return { variations, numbers };
}
