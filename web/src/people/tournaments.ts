// Tournaments as the page shows them.
import type { TournamentFormat, TournamentStanding, Stage } from '../server/wire';
import { t } from '../texts';

export function formatName(plan: TournamentFormat): string {
  switch (plan.format) {
    case 'arena': return t('social.arena', { n: plan.minutes });
    case 'round-robin': return t('people.roundRobin');
    case 'gauntlet': return t('people.gauntlet');
    case 'swiss': return t('people.swiss');
    case 'knockout': return t('people.knockOut');
  }
}

export function stageName(stage: Stage): string {
  switch (stage) {
    case 'open': return t('people.stageOpen');
    case 'live': return t('people.stageLive');
    case 'over': return t('people.stageOver');
    case 'aborted': return t('people.stageCancelled');
  }
}

/** Points without needless zeros: 3, 2.5, 1.33. */
export function points({ points }: TournamentStanding): string {
  return String(Math.round(points * 100) / 100);
}
