/// Who sits somewhere, in the short words of lists: "Ada", "Floe, level 4", "Open seat".
import { seatOf } from '../play/snapshot';
import { levelName, nameOf } from '../play/text';
import type { Sitter } from '../server/wire';
import { t } from '../texts';

export function sitterName(sitter: Sitter, at: number): string {
  const name = nameOf(seatOf(sitter), at);
  return sitter.kind === 'engine' ? t('people.engine', { name, level: levelName(sitter.level) }) : name;
}

/// With the rating, where the server tells one.
export function ratedName(sitter: Sitter, at: number): string {
  const name = sitterName(sitter, at);
  return sitter.kind === 'person' && typeof sitter.rating === 'number' ? `${name} (${Math.round(sitter.rating)})` : name;
}
