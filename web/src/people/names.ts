// Who sits somewhere, in the short words of lists: "Ada", "Floe, level 4", "Open seat".
import { levelName, occupantName } from '../game/players';
import type { Occupant } from '../server/wire';
import { t } from '../texts';

export function occupantLabel(occupant: Occupant, at: number): string {
  const name = occupantName(occupant, at);
  return occupant.kind === 'engine' ? t('people.engine', { name, level: levelName(occupant.level) }) : name;
}

/** With the rating, where the server sends one. */
export function ratedName(occupant: Occupant, at: number): string {
  const name = occupantLabel(occupant, at);
  return occupant.kind === 'person' && typeof occupant.rating === 'number' ? `${name} (${Math.round(occupant.rating)})` : name;
}
