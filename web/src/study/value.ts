/// What lines are worth, in figures: exact ones as they are, estimates with ≈.
import type { Line } from '../game/types';
import { t } from '../texts';

const signed = (value: number, figures: number): string => {
  const text = Math.abs(value).toFixed(figures);
  if (Number(text) === 0) return '0';
  return (value > 0 ? '+' : '−') + text;
};

/// The margin in the game's own points, or the chances where it counts none.
export function worth({ win, margin, exact }: Line): string {
  if (margin === null) return exact ? t(outcomeOf(win)) : `≈ ${Math.round(win * 100)} %`;
  return exact ? signed(margin, Number.isInteger(margin) ? 0 : 1) : `≈ ${signed(margin, 1)}`;
}

/// What stands beside it: the chances, or what is proved.
export function chances({ win, margin, exact }: Line): string {
  if (exact) return margin === null ? '' : t(outcomeOf(win));
  return margin === null ? '' : t('study.winPercent', { n: Math.round(win * 100) });
}

function outcomeOf(win: number): 'study.wins' | 'study.loses' | 'study.shares' {
  return win > 0.5 ? 'study.wins' : win < 0.5 ? 'study.loses' : 'study.shares';
}
