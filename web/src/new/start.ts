// Starts the drafted game: on this device if all players are here, otherwise at a table on the server.
import type { SeatInfo } from '../game/types';
import { rememberGame } from '../home/lastGame';
import { startLocal, startTable } from '../play/start';
import { callRules, hasLocalRules } from '../rules';
import type { NewSeat } from '../server/wire';
import { settings } from '../settings.svelte';
import { t } from '../texts';
import type { SeatChoice, Draft } from './draft.svelte';
import { inOrder } from './order';

function localSeat(seat: SeatChoice): SeatInfo {
  if (seat.kind === 'engine') return { kind: 'engine', level: seat.level };
  if (seat.kind === 'local') return { kind: 'local', name: seat.name };
  return { kind: 'local', name: settings.name || t('home.new.you') };
}

function serverSeat(seat: SeatChoice): NewSeat {
  if (seat.kind === 'engine') return { kind: 'engine', level: seat.level };
  return seat.kind === 'open' ? { kind: 'open' } : { kind: 'me' };
}

export async function startGame(draft: Draft): Promise<void> {
  const { game, line, clock, rated, takebacks, substitute } = draft;
  const seats = inOrder(draft.seats, draft.order);
  if (draft.seats.some(({ kind }) => kind === 'engine')) rememberGame({ game, level: draft.level });
  // Called here: a quick user starts before the form's own checks have finished.
  if (!draft.remote && (await hasLocalRules())) {
    const { rules } = await callRules('rules', { game, rules: line || undefined });
    return startLocal({ game, rules, seats: seats.map(localSeat), clock: clock ?? undefined });
  }
  return startTable({
    game,
    rules: line || undefined,
    seats: seats.map(serverSeat),
    clock: clock ?? undefined,
    rated: rated && draft.remote,
    private: draft.private || !draft.remote,
    takebacks: rated ? undefined : takebacks,
    substitute: draft.players > 2 && substitute ? substitute : undefined,
  });
}
