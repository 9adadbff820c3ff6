// Pasted text as a game, or a sentence about what is wrong with it.
import type { Log } from '../game/types';
import { gamePage } from '../games';
import { callRules, RulesError } from '../rules';
import { sentence, t } from '../texts';
import { plain } from './source';

export async function readPasted(text: string): Promise<{ log: Log; names: string[] }> {
  const read = await callRules('import', { text }).catch((error: unknown) => {
    throw error instanceof RulesError ? new Error(whatIsWrong(text.trim(), error)) : error;
  });
  const game = plain(read);
  // The rules play on any board; a study of one without amazons has nothing to show.
  if (gamePage(game.log.game).notation.includes('fen') && /^[\d*Qq/]+ [wb]/.test(game.log.start) && !(/Q/.test(game.log.start) && /q/.test(game.log.start))) {
    throw new Error(t('study.noAmazons'));
  }
  return game;
}

/** The rules report what was wrong; the user wants to know what was expected. */
export function whatIsWrong(text: string, { kind, message }: Pick<RulesError, 'kind' | 'message'>): string {
  switch (kind) {
    case 'invalid_json': return t('study.brokenRecord');
    case 'other_game': return t('study.otherSgf');
    case 'not_a_record': break;
    default: return sentence(message);
  }
  if (text.startsWith('{')) return t('study.otherJson');
  if (/^[\w*?]+(\/[\w*?]+){2,}/.test(text)) return t(/ (move|place|lay|draw|over) /.test(text) ? 'study.otherPosition' : 'study.badFen');
  if (/^([a-z]{1,2}\d{1,2})([-,/]?[a-z]{1,2}\d{1,2}){0,3}(\s|$)/.test(text)) return t('study.onlyMoves');
  return t('study.noGame');
}
