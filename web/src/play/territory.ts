// Whose the board is, as the rules count it, and why the players cannot stop yet.
import type { View } from '../game/types';
import type { Territory } from '../rules/api';
import { t } from '../texts';

export function territoryOf({ insight, result }: Pick<View, 'insight' | 'result'>): Territory | null {
  // A server of an earlier version does not send it.
  return insight.family === 'slide' && !result ? (insight.territory ?? null) : null;
}

/** What each seat has and gets to first, as one number each. */
export const sharesOf = ({ totals }: Territory): number[] => totals.map(({ claimed, under, first }) => claimed + under + first);

/** Why nobody can offer to stop, as a sentence; null where it is possible. */
export function whyNoStop(view: Pick<View, 'insight' | 'result' | 'phase' | 'hides'>): string | null {
  if (view.hides) return t('play.noStop.hidden');
  const territory = territoryOf(view);
  if (!territory) return view.phase === 'move' ? null : t('play.noStop.placing');
  const { stop } = territory;
  if (!stop) return null;
  return stop.why === 'contested' ? t('play.noStop.contested', { cell: stop.cell }) : t('play.noStop.rules');
}
