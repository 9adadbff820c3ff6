// The games of this visitor on the server, wherever in the web app they are: what waits for them, and what has just begun.
import { notify } from '../play/notify';
import { click } from '../play/sound';
import { current, navigate } from '../router.svelte';
import { callApi } from '../server/api';
import { socket } from '../server/connection.svelte';
import { onUserChange } from '../server/me.svelte';
import { parseTimeControl } from '../play/clock';
import type { Invitation, MyGame, MyGames } from '../server/wire';
import { loadTexts, t } from '../texts';
import { toast } from '../ui/toasts.svelte';
import { markReturning } from './returning.svelte';

/** Several messages at once lead to one request. */
const SOON_MS = 150;
/** Clocks and challenges change without a message when the server was away. */
const EVERY_MS = 60_000;

export const yours = $state<{ known: boolean; games: MyGame[]; invitations: Invitation[]; behind_ms: number }>({
  known: false, games: [], invitations: [], behind_ms: 0,
});

/** Where a quick game is being looked for: tables that are entered at once when they begin. */
export const expected = new Set<string>();

let following = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let seen = new Set<string>();

const SLOW_MS = 3_600_000;

/** Is it played in one sitting? */
export function isLive(game: MyGame): boolean {
  const control = parseTimeControl(game.clock);
  return control !== null && !(control.each && control.base_ms >= SLOW_MS);
}

/** The game is on, and a clock runs or is about to. */
export const isUrgent = (game: MyGame): boolean => isLive(game) && game.stage !== 'over' && (game.stage === 'live' || game.tournament !== null);

export const turns = (): number => yours.games.filter(({ waits }) => waits).length;

/** What is left of the running clock, in milliseconds. */
export const leftOf = (game: MyGame, now: number): number | null => (game.due_ms === null ? null : Math.max(0, game.due_ms - now - yours.behind_ms));

async function load(): Promise<void> {
  try {
    const answer = await callApi<MyGames>('GET', '/api/me/games');
    yours.behind_ms = answer.at_ms - Date.now();
    yours.games = answer.games;
    yours.invitations = answer.invitations;
    if (answer.games.length || answer.invitations.length) markReturning();
    const first = !yours.known;
    yours.known = true;
    // Real-time games that have begun elsewhere ring once.
    const urgent = answer.games.filter((game) => isUrgent(game));
    if (!first) urgent.filter(({ id }) => !seen.has(id)).forEach((game) => void ring(game));
    seen = new Set(urgent.map(({ id }) => id));
  } catch {
    // Offline: what is known stays, and the next message or minute asks again.
  }
}

async function ring(game: MyGame): Promise<void> {
  if (current.route.path === `/t/${game.id}`) return;
  await loadTexts();
  click('turn');
  notify(t('social.startedShort', { game: t(`games.${game.game}`) }), game.id, `/t/${game.id}`);
  const on = current.route.path;
  if (expected.has(game.id) || (game.tournament !== null && on === `/tournaments/${game.tournament}`)) navigate(`/t/${game.id}`);
}

export function refresh(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void load(), SOON_MS);
}

/** Follows the visitor's games from now on. Only for visitors whom the server knows. */
export function followYourGames(): void {
  if (following) return;
  following = true;
  socket.subscribe(
    () => ({ type: 'ping' }),
    (message) => {
      if (message.type === 'hello') refresh();
      if (message.type !== 'your_table') return;
      if (message.what === 'declined') void loadTexts().then(() => toast(t('social.declined')));
      refresh();
    },
  );
  refresh();
  setInterval(() => document.hidden || refresh(), EVERY_MS);
  addEventListener('visibilitychange', () => document.hidden || refresh());
  onUserChange(() => {
    yours.games = [];
    yours.invitations = [];
    yours.known = false;
    seen = new Set();
    refresh();
  });
}
