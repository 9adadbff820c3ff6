// The facts that the rules state, as data.
import manifests from './manifests.json' with { type: 'json' };
import type { GameId, Manifest } from './types';

/**
 * The ids in the order in which the program lists its games, which is not the order of the home page. `manifests.json` keeps it,
 * and the puzzle of the day depends on it.
 */
export const PROGRAM_ORDER = Object.keys(manifests) as readonly GameId[];

export const manifestOf = (id: GameId): Manifest & { id: GameId } => ({ ...(manifests as Record<GameId, Manifest>)[id], id });
