/// What somebody pasted, as a game; or what is wrong with it, in words.
import type { Json, Log } from '../game/types';
import { gamePage } from '../games';
import { ask } from '../rules';
import { sentence, t } from '../texts';
import { plain } from './source';

export async function readPasted(text: string): Promise<{ log: Log; names: string[] }> {
  const read = await ask('read', { text }).catch((error: Error) => {
    throw new Error(whatIsWrong(text.trim(), error.message));
  });
  const game = plain(read);
  // The rules play on any board; a study of one without amazons has nothing to show.
  if (gamePage(game.log.game).notation.includes('fen') && /^[\d*Qq/]+ [wb]/.test(game.log.start) && !(/Q/.test(game.log.start) && /q/.test(game.log.start))) {
    throw new Error(t('study.noAmazons'));
  }
  return game;
}

/// How the rules begin when a text is not a record, or nothing they can read.
const UNREAD = /^(this is no|not a) (Floe )?record\b/;

/// The rules say what their reader stumbled over; whoever pasted wants to know what it should have been.
export function whatIsWrong(text: string, words: string): string {
  if (text.startsWith('{') && UNREAD.test(words)) {
    const record = json(text);
    if (record === undefined) return t('study.brokenRecord');
    const lacks = /missing field `(\w+)`/.exec(words)?.[1];
    if ('floe' in record && lacks) return t('study.partRecord', { lacks });
    return 'floe' in record ? t('study.strangeRecord', { why: words.replace(/^not a Floe record: /, '') }) : t('study.otherJson');
  }
  if (text.startsWith('(') && !UNREAD.test(words)) return words.includes('GM must be') ? t('study.otherSgf') : t('study.badSgf', { why: words.replace(/^SGF: /, '') });
  if (!UNREAD.test(words)) return sentence(words);
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
