import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../game/types';
import { branchOf, remove, eventsTo, append, inSteps, isDeletable, lineOf, createTree, promote, variationsOf, stepOf, labelOf, type Tree } from './tree';

const move = (by: number, text: string): GameEvent => ({ by, move: text });
const deal: GameEvent = { event: 'deal', to: 0, cards: ['AS'] };
const game = [move(0, 'a1'), move(1, 'b2'), move(0, 'a1-a3'), move(1, 'b2-b4')];
const labels = (tree: Tree, line: number[]) => line.map((id) => labelOf(stepOf(tree, id).events[0])).filter(Boolean);

/** The game with `moves` played after its step `at`. */
function aside(tree: Tree, at: number, ...moves: GameEvent[]) {
  return append(tree, at, [...eventsTo(tree, at), ...moves]);
}

describe('a tree of variations', () => {
  test('keeps what chance did with the move before it', () => {
    expect(inSteps([deal, move(0, 'a1'), deal, deal, move(1, 'b2')])).toEqual({
      head: [deal], steps: [[move(0, 'a1'), deal, deal], [move(1, 'b2')]],
    });
    const tree = createTree([deal, move(0, 'a1'), deal, move(1, 'b2')]);
    expect([...tree.steps.values()].map((step) => step.upto)).toEqual([1, 3, 4]);
  });

  test('follows a move that is there and branches at one that is not', () => {
    const tree = createTree(game);
    expect(aside(tree, 1, move(1, 'b2'))).toEqual({ tree, at: 2 });
    const branch = aside(tree, 1, move(1, 'c3'), move(0, 'a1-a2'));
    expect(labels(branch.tree, lineOf(branch.tree, branch.at))).toEqual(['a1', 'c3', 'a1-a2']);
    expect(labels(branch.tree, lineOf(branch.tree, 0))).toEqual(['a1', 'b2', 'a1-a3', 'b2-b4']);
    expect(branchOf(branch.tree, branch.at)).toBe(5);
    expect(branchOf(branch.tree, 4)).toBeNull();
    expect(tree.steps.size).toBe(5);
  });

  test('promotes a variation and deletes one, never the game', () => {
    const { tree, at } = aside(createTree(game), 1, move(1, 'c3'), move(0, 'a1-a2'));
    const promoted = promote(tree, at);
    expect(labels(promoted, lineOf(promoted, 0))).toEqual(['a1', 'c3', 'a1-a2']);
    expect(branchOf(promoted, 3)).toBe(2);
    const pruned = remove(promoted, 5);
    expect(pruned.at).toBe(1);
    expect(labels(pruned.tree, lineOf(pruned.tree, 0))).toEqual(['a1', 'b2', 'a1-a3', 'b2-b4']);
    expect([...pruned.tree.steps.keys()]).toEqual([0, 1, 2, 3, 4]);
    expect(isDeletable(tree, 2)).toBe(false);
    expect(remove(tree, 2).tree).toBe(tree);
  });

  test('is restored from a saved study, with the order of its lines', () => {
    let { tree, at } = aside(createTree(game), 1, move(1, 'c3'), move(0, 'a1-a2'));
    ({ tree } = aside(tree, 5, move(0, 'a1-b1')));
    tree = promote(tree, at);
    ({ tree, at } = aside(tree, 1, move(1, 'd4')));
    const { variations, numbers } = variationsOf(tree);
    const again = createTree(game, variations);
    expect(labels(again, lineOf(again, 0))).toEqual(labels(tree, lineOf(tree, 0)));
    for (const [id, number] of numbers) expect(eventsTo(again, number)).toEqual(eventsTo(tree, id));
    expect(again.steps.size).toBe(tree.steps.size);
    expect(stepOf(again, 1).next.map((id) => labelOf(stepOf(again, id).events[0]))).toEqual(['c3', 'b2', 'd4']);
  });
});
