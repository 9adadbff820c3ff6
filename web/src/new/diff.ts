// What differs from the rules one started from.
import type { GameInfo, Json, Rules, Switch } from '../game/types';

export const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The defaults of a game. */
export function defaults(info: GameInfo): Rules {
  return Object.fromEntries(info.switches.map(({ name, default: value }) => [name, value]));
}

/** Sets a switch; setting it to its base value removes the change. */
export function change(base: Rules, changes: Rules, name: string, value: Json): Rules {
  const { [name]: _, ...others } = changes;
  return same(base[name], value) ? others : { ...others, [name]: value };
}

/**
 * The switches that were changed, in the order of the game. The number of players is a choice, not a house rule, where the
 * game leaves it open.
 */
export function houseRules(info: GameInfo, changes: Rules): Switch[] {
  return info.switches.filter(({ name, main }) => name in changes && !(name === 'players' && main));
}
