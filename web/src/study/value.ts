// Evaluations in figures: exact ones as they are, estimates with ≈. Lines are ordered by winning chances, so those
// come first, followed by the margin.
import type { Line } from '../game/types';
import { t } from '../texts';

const signed = (value: number, figures: number): string => {
  const text = Math.abs(value).toFixed(figures);
  if (Number(text) === 0) return '0';
  return (value > 0 ? '+' : '−') + text;
};

/** The chances of the seat to act, or what is proved. */
export function worth({ win, exact }: Line): string {
  if (!exact) return `≈ ${Math.round(win * 100)}%`;
  return t(win > 0.5 ? 'study.wins' : win < 0.5 ? 'study.loses' : 'study.shares');
}

/** By how much it ends up ahead, in the game's own points; nothing where the game counts none. */
export function lead({ margin, exact }: Line): string {
  if (margin === null) return '';
  return exact ? signed(margin, Number.isInteger(margin) ? 0 : 1) : `≈ ${signed(margin, 1)}`;
}
