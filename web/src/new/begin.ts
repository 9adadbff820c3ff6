/// Starts what was thought up: at this screen if everybody is here, otherwise at a table on the server.
import type { SeatInfo } from '../game/types';
import { remember } from '../home/last';
import { startLocal, startTable } from '../play/start';
import { callRules, hasLocalRules } from '../rules';
import type { NewSeat } from '../server/wire';
import { settings } from '../settings.svelte';
import { t } from '../texts';
import type { Chair, Draft } from './draft.svelte';
import { inOrder } from './order';

function seatHere(chair: Chair): SeatInfo {
  if (chair.kind === 'engine') return { kind: 'engine', level: chair.level };
  if (chair.kind === 'here') return { kind: 'here', name: chair.name };
  return { kind: 'here', name: settings.name || t('home.new.you') };
}

function seatThere(chair: Chair): NewSeat {
  if (chair.kind === 'engine') return { kind: 'engine', level: chair.level };
  return chair.kind === 'open' ? { kind: 'open' } : { kind: 'me' };
}

export async function begin(draft: Draft): Promise<void> {
  const { game, line, clock, rated, takebacks, substitute } = draft;
  const chairs = inOrder(draft.chairs, draft.order);
  if (draft.chairs.some(({ kind }) => kind === 'engine')) remember({ game, level: draft.level });
  // Asked here and now: whoever is quick starts before the form has had its answers.
  if (!draft.remote && (await hasLocalRules())) {
    const { rules } = await callRules('rules', { game, rules: line || undefined });
    return startLocal({ game, rules, seats: chairs.map(seatHere), clock: clock ?? undefined });
  }
  return startTable({
    game,
    rules: line || undefined,
    seats: chairs.map(seatThere),
    clock: clock ?? undefined,
    rated: rated && draft.remote,
    private: draft.private || !draft.remote,
    takebacks: rated ? undefined : takebacks,
    substitute: draft.players > 2 && substitute ? substitute : undefined,
  });
}
