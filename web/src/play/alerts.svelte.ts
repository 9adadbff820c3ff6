// Signals that something happened: the title of the page, a click, a notification.
import type { View } from '../game/types';
import { currentGame } from '../settings.svelte';
import { t } from '../texts';
import { notify } from './notify';
import type { Session } from './session';
import { click } from './sound';

export function alertOnTurn(session: () => Session, view: () => View): void {
  let before: number | null = null;
  let alerted = '';

  $effect(() => {
    currentGame.id = view().game;
    return () => (currentGame.id = null);
  });

  $effect(() => {
    const { game, actor, localSeats, result } = view();
    const others = localSeats.length > 0 && localSeats.length < view().seats;
    const yours = others && !result && typeof actor === 'number' && localSeats.includes(actor);
    const name = t(`games.${game}`);
    document.title = [yours ? t('play.yourMove') : null, name, t('common.floe')].filter(Boolean).join(' · ');
    // Once a turn: talk and clocks change the view, too.
    const turn = `${session().id} ${view().events.length}`;
    if (yours && session().tableInfo?.slow && alerted !== turn) notify(t('play.yourMoveAt', { game: name }), session().id);
    if (yours) alerted = turn;
    return () => (document.title = t('common.floe'));
  });

  $effect(() => {
    const { events, localSeats, actor, result } = view();
    const known = before;
    before = events.length;
    if (known === null || events.length <= known) return;
    if (result) return click('over');
    const last = events.at(-1);
    const own = !!last && 'by' in last && localSeats.includes(last.by as number);
    click(own ? 'move' : typeof actor === 'number' && localSeats.includes(actor) ? 'turn' : 'other');
  });
}
