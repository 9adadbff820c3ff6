// Names and sentences about seats, clocks and results.
import { levelName, occupantName, seatName } from '../game/players';
import { wonBy } from '../game/result';
import type { Outcome, View } from '../game/types';
import { count, sentence, t } from '../texts';
import { parseTimeControl } from './clock';

/** What stands after a name: level, rating, "you". */
export function aboutSeat(view: Pick<View, 'occupants' | 'localSeats'>, at: number, alone: boolean): string {
  const seat = view.occupants[at];
  if (!seat || seat.kind === 'open') return '';
  // Several engines have their levels for names.
  if (seat.kind === 'engine') return view.occupants.filter((one) => one.kind === 'engine').length > 1 ? '' : levelName(seat.level);
  const parts: string[] = [];
  // A player named "You" needs no second "you".
  const saysYou = alone && occupantName(seat, at).toLowerCase() === t('play.you');
  if (view.localSeats.includes(at) && !saysYou) parts.push(t(alone ? 'play.you' : 'play.onThisDevice'));
  if (seat.kind === 'person' && seat.bot) parts.push(t('play.bot'));
  if (seat.kind === 'person' && seat.rating !== undefined) parts.push(String(seat.rating));
  return parts.join(' · ');
}

/** "10 min + 5 s", "3 days per move", "no clock". */
export function clockName(text: string | null): string {
  const read = parseTimeControl(text);
  if (!read) return t('play.noClock');
  const long = span(read.base_ms);
  if (read.each) return t('play.aMove', { span: long });
  return read.plus_ms ? t('play.plus', { span: long, plus: span(read.plus_ms) }) : long;
}

function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds && seconds % 86_400 === 0) return count(seconds / 86_400, 'play.days');
  if (seconds && seconds % 3600 === 0) return t('play.hours', { n: seconds / 3600 });
  return seconds && seconds % 60 === 0 ? t('play.minutes', { n: seconds / 60 }) : t('play.seconds', { n: seconds });
}

/** A player without a name is called "You", and verbs follow. */
const isYou = (names: string[]) => names.length === 1 && names[0] === t('home.new.you');

/** Within a sentence "you" is small; the first name begins one unless words stand before it. */
const inside = (names: string[], later: boolean) => names.map((name, at) => (isYou([name]) && (at || later) ? t('play.you') : name));

/** "Ada, Bo and Cy". */
export const joinNames = (names: string[]): string =>
  names.length < 2 ? names.join('') : t('board.andAnd', { names: names.slice(0, -1).join(', '), last: names.at(-1)! });

/** The heading of the result: what it means for the player here, or who shares the win where others lose. */
export function headline(view: Pick<View, 'game' | 'occupants' | 'localSeats'>, outcome: Outcome): string {
  const won = wonBy(outcome);
  if (won.kind === 'draw') return t('play.draw');
  if (won.kind === 'shared') return t('play.shared', { names: joinNames(inside(won.seats.map((at) => seatName(view, at)), false)) });
  const own = view.localSeats.length === 1 ? view.localSeats[0]! : null;
  if (own === null || won.kind === 'nobody') return t('play.over');
  return t(won.seat === own ? 'play.youWin' : 'play.youLose');
}

/** "Ada wins, 34–30." or what else came of it. */
export function verdict(view: Pick<View, 'game' | 'occupants' | 'scored'>, outcome: Outcome): string {
  const names = outcome.winners.map((at) => seatName(view, at));
  const { kind } = wonBy(outcome);
  const drawn = kind === 'draw';
  // With three or more, each score has its name: the best first, equal ones in the order of the seats.
  if (outcome.scores.length > 2 && view.scored && kind !== 'nobody') {
    const order = outcome.scores.map((score, at) => ({ score, at })).sort((a, b) => b.score - a.score || a.at - b.at);
    const ranks = [...order.filter(({ at }) => outcome.winners.includes(at)), ...order.filter(({ at }) => !outcome.winners.includes(at))];
    const list = ranks.map(({ score, at }) => t('board.moved.score', { name: seatName(view, at), n: score })).join(', ');
    const who = isYou(names) ? t('play.youWin') : t(drawn ? 'play.drawn' : kind === 'shared' ? 'play.shared' : 'play.wins', { names: joinNames(inside(names, drawn)) });
    return `${who}: ${list}.`;
  }
  const scores = [...outcome.scores];
  const first = outcome.winners[0];
  if (first !== undefined) scores.unshift(...scores.splice(first, 1));
  // A dash before a minus sign would be misread.
  const between = scores.some((score) => score < 0) ? t('play.to') : '–';
  const tally = !view.scored || scores.every((score) => score === 0) ? '' : scores.join(between);
  if (kind === 'nobody') return t('play.noWinner');
  const key = drawn ? 'play.drawn' : kind === 'shared' ? 'play.shared' : 'play.wins';
  const sentence = isYou(names) ? t('play.youWin') : t(key, { names: joinNames(inside(names, drawn)) });
  return tally ? `${sentence}, ${tally}.` : `${sentence}.`;
}

/** Why the game ended, with names for players: "Ada resigned.", "You have more points after 3 rounds." */
export function reason(view: Pick<View, 'game' | 'occupants'>, outcome: Outcome): string {
  const { end } = outcome;
  const name = (seat: number) => seatName(view, seat);
  switch (end?.kind) {
    case 'cannot_move': return t('play.end.cannotMove', { names: joinNames(end.seats.map(name)) });
    case 'resigned': return t('play.end.resigned', { name: name(end.seat) });
    case 'forfeited': return t('play.end.forfeited', { name: name(end.seat) });
    case 'more_points': {
      const you = isYou([name(end.seat)]);
      return count(end.rounds, you ? 'play.end.youLead' : 'play.end.leads', { name: name(end.seat) });
    }
    // The other reasons name no player; an outcome from a record has its words alone.
    default: return outcome.reason && sentence(outcome.reason);
  }
}
