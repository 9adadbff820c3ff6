// A puzzle in sentences.
import { formatMove } from '../game/moves';
import type { GameId } from '../game/types';
import { gamePage, isWonByScore } from '../games';
import { count, t, type Key } from '../texts';
import type { Difficulty, Puzzle } from './puzzle';
import type { Solving } from './solving.svelte';

/** "3 fish" or "3 points". */
export function amountText(game: GameId, n: number): string {
  return gamePage(game).unit === 'fish' ? count(n, 'puzzles.fish') : count(n, 'puzzles.points');
}

export function goalOf({ game, goal, best, second }: Puzzle): string {
  return goal === 'win' ? t('puzzles.goal.win') : t('puzzles.goal.margin', { worth: amountText(game, best - second) });
}

function standing(game: GameId, margin: number): string {
  if (margin === 0) return t('puzzles.level0');
  return t(margin > 0 ? 'puzzles.ahead' : 'puzzles.behind', { worth: amountText(game, Math.abs(margin)) });
}

/** The value of the best move, once it is known. */
export function endsOf({ game, goal, best, second }: Puzzle): string {
  if (!isWonByScore(game)) return t(second < 0 ? 'puzzles.ends.win' : 'puzzles.ends.tie');
  // A win with nothing ahead is one on the tie-break.
  if (goal === 'win' && best === 0) return t('puzzles.ends.tiles', { second: standing(game, second) });
  return t('puzzles.ends.both', { best: standing(game, best), second: standing(game, second) });
}

/** What a theme is called here; one that is new is called as the engine calls it. */
export function themeName(theme: string): string {
  const key = `puzzles.theme.${theme}`;
  const text = t(key as Key);
  return text === key ? theme : text;
}

export const difficultyName = (difficulty: Difficulty): string => t(`puzzles.level.${difficulty}`);

export const numberOf = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0);

export interface Feedback { kind: 'plain' | 'good' | 'off'; head: string; text: string }

/** The feedback next to the board. */
export function feedback(solving: Solving): Feedback {
  const { puzzle, phase, lastAnswer, ply, found, shown, aside } = solving;
  const [move, tried, owed] = [puzzle.solution[0]!, solving.tried, solving.owed].map(formatMove) as [string, string, string];
  if (aside) return { kind: 'plain', head: t('puzzles.looking'), text: t('puzzles.lookingSay', { move: tried }) };
  const other = lastAnswer === 'other' ? t('puzzles.otherMoveSay', { move: tried, line: owed }) : '';
  if (other && phase !== 'over') return { kind: 'plain', head: t('puzzles.otherMove'), text: other };
  if (phase === 'over') {
    if (shown) return { kind: 'plain', head: t('puzzles.shownHead'), text: `${t('puzzles.shownSay', { move })} ${endsOf(puzzle)}` };
    const first = solving.tries === 1 ? ` ${t('puzzles.firstTry')}` : '';
    return { kind: 'good', head: `${t('puzzles.done')}.${first}`, text: `${other || t('puzzles.shownSay', { move })} ${endsOf(puzzle)}` };
  }
  if (lastAnswer === 'wrong') return { kind: 'off', head: t('puzzles.wrong'), text: t(solving.tries > 2 ? 'puzzles.wrongAgain' : 'puzzles.wrongSay', { move: tried }) };
  if (lastAnswer === 'right' && phase === 'busy') return { kind: 'good', head: t('puzzles.right'), text: ply === 1 ? t('puzzles.rightSay', { move }) : '' };
  if (lastAnswer === 'right') return { kind: 'good', head: t('puzzles.right'), text: ply <= 2 ? t('puzzles.rightGoOn', { move }) : t('puzzles.goOnSay') };
  if (phase === 'busy' && (found || shown)) return { kind: 'plain', head: t('puzzles.playing'), text: t('puzzles.playingSay') };
  return { kind: 'plain', head: t('puzzles.task'), text: t('puzzles.taskSay') };
}
