/// Pasted text as a game, or a sentence about what is wrong with it.
import type { Json, Log } from '../game/types';
import { gamePage } from '../games';
import { callRules } from '../rules';
import { sentence, t } from '../texts';
import { plain } from './source';

export async function readPasted(text: string): Promise<{ log: Log; names: string[] }> {
  const read = await callRules('import', { text }).catch((error: Error) => {
    throw new Error(whatIsWrong(text.trim(), error.message));
  });
  const game = plain(read);
  // The rules play on any board; a study of one without amazons has nothing to show.
  if (gamePage(game.log.game).notation.includes('fen') && /^[\d*Qq/]+ [wb]/.test(game.log.start) && !(/Q/.test(game.log.start) && /q/.test(game.log.start))) {
    throw new Error(t('study.noAmazons'));
  }
  return game;
}

/// The rules report where parsing failed; the user wants to know what was expected.
export function whatIsWrong(text: string, words: string): string {
  if (text.startsWith('{') && words.startsWith('not a Floe record')) {
    const record = json(text);
    if (record === undefined) return t('study.brokenRecord');
    const lacks = /missing field `(\w+)`/.exec(words)?.[1];
    if ('floe' in record && lacks) return t('study.partRecord', { lacks });
    return 'floe' in record ? t('study.strangeRecord', { why: words.replace(/^not a Floe record: /, '') }) : t('study.otherJson');
  }
  if (text.startsWith('(') && !words.startsWith('not a Floe record')) return words.includes('GM must be') ? t('study.otherSgf') : t('study.badSgf', { why: words.replace(/^SGF: /, '') });
  if (!words.startsWith('not a Floe record')) return sentence(words);
  if (/^[\w*?]+(\/[\w*?]+){2,}/.test(text)) return t(/ (move|place|lay|draw|over) /.test(text) ? 'study.otherPosition' : 'study.badFen');
  if (/^([a-z]{1,2}\d{1,2})([-,/]?[a-z]{1,2}\d{1,2}){0,3}(\s|$)/.test(text)) return t('study.onlyMoves');
  return t('study.noGame');
}

function json(text: string): Record<string, Json> | undefined {
  try {
    return JSON.parse(text) as Record<string, Json>;
  } catch {
    return undefined;
  }
}
