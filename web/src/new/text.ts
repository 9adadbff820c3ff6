// What switches, values and levels are called.
import type { Json, Level } from '../game/types';
import { t, type Key } from '../texts';

/** A text if the catalogue has it; otherwise the word itself, made readable. New switches come with the rules. */
function known(key: string, word: string): string {
  const text = t(key as Key);
  return text === key || text === key.slice(key.indexOf('.') + 1) ? word.replaceAll('_', ' ') : text;
}

export const switchName = (name: string): string => known(`home.switch.${name}`, name);

export function valueName(name: string, value: Json): string {
  if (value === null) return t('home.new.default');
  return known(`home.value.${name}.${String(value)}`, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

export const levelNickname = (level: Level): string => t(`home.level.${level}` as Key);
