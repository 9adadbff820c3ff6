// The game being drafted: who sits where, by which rules, with what clock.
import type { GameId, GameInfo, Json, Level, Rules } from '../game/types';
import { isSlide } from '../games';
import { lastGame } from '../home/lastGame';
import { callRules, hasLocalRules } from '../rules';
import { sentence, t } from '../texts';
import { change, defaults, houseRules } from './diff';
import type { Order } from './order';
import { readRules, writeRules } from './rulesText';

export type Opponent = 'computer' | 'friend' | 'anybody' | 'local';
export type SeatChoice = { kind: 'me' } | { kind: 'local'; name: string } | { kind: 'engine'; level: Level } | { kind: 'open' };

export const errorText = (error: unknown): string => sentence(error instanceof Error ? error.message : String(error));

/** The games, from the rules in this page or from the server. */
async function fetchGames(): Promise<GameInfo[]> {
  if (await hasLocalRules()) return callRules('games', {});
  const answer = await fetch('/api/games');
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return (await answer.json()) as GameInfo[];
}

/**
 * The numbers of players that a game's rules accept. A game without that switch has one number, and until the rules have answered a
 * table has two seats.
 */
export function playerCounts(info: GameInfo | null): number[] {
  const values = info?.switches.find(({ name }) => name === 'players')?.values;
  if (values?.type !== 'number') return [info?.seats.length ?? 2];
  return Array.from({ length: values.max - values.min + 1 }, (_, at) => values.min + at);
}

export class Draft {
  readonly game: GameId;
  info = $state.raw<GameInfo | null>(null);
  failed = $state(false);
  /** Does this page contain the rules? */
  hasRules = $state(true);
  /** Does the server answer? */
  isServerUp = $state(true);
  variant = $state<string | null>(null);
  /** The rules of the chosen variant, before changes. */
  base = $state.raw<Rules>({});
  changes = $state.raw<Rules>({});
  /** The rules as they were found to work, with every switch. */
  checked = $state.raw<Rules | null>(null);
  error = $state<string | null>(null);
  /** The seed of the deal in the preview. The game itself gets a new deal. */
  seed = $state(1);

  opponent = $state<Opponent>('computer');
  level = $state<Level>(lastGame().level);
  seats = $state.raw<SeatChoice[]>([]);
  order = $state<Order>('first');
  clock = $state<string | null>(null);
  rated = $state(false);
  private = $state(true);
  takebacks = $state(true);
  substitute = $state<Level | null>(null);

  line = $derived(writeRules({ variant: this.variant, changes: this.changes }));
  houseRules = $derived(this.info ? houseRules(this.info, this.changes) : []);
  /** The numbers of players that the rules accept. */
  playerCounts = $derived(playerCounts(this.info));
  /** Seats are shown for a possible number of players, even if the typed one is not. */
  players = $derived.by(() => {
    const [min, max] = [this.playerCounts[0]!, this.playerCounts.at(-1)!];
    return Math.min(Math.max(Math.round(Number(this.changes.players ?? this.base.players)) || min, min), max);
  });
  remote = $derived(this.seats.some((seat) => seat.kind === 'open'));

  constructor(game: GameId, query: URLSearchParams) {
    this.game = game;
    const { variant, changes } = readRules(query.get('rules') ?? '');
    this.variant = variant;
    this.changes = changes;
    const wanted = query.get('with');
    const opponent = (['computer', 'friend', 'anybody', 'local'] as const).find((one) => one === wanted) ?? 'computer';
    this.meet(opponent);
  }

  /** Fetches what the game is about. The address may already hold changes; those stay. */
  async load(): Promise<void> {
    this.failed = false;
    void fetch('/api/tables?stage=open').then(({ ok }) => (this.isServerUp = ok), () => (this.isServerUp = false));
    try {
      this.hasRules = await hasLocalRules();
      this.info = (await fetchGames()).find(({ id }) => id === this.game) ?? null;
      await this.rebase();
    } catch {
      this.failed = true;
    }
  }

  private async rebase(): Promise<void> {
    if (!this.info) return;
    const own = defaults(this.info);
    if (!this.variant || !this.hasRules) this.base = own;
    else {
      try {
        this.base = (await callRules('rules', { game: this.game, rules: this.variant })).rules;
      } catch (error) {
        this.base = own;
        this.error = errorText(error);
      }
    }
    this.fillSeats();
  }

  /** Chooses a variant and forgets the changes, which were made to another. */
  async choose(variant: string | null): Promise<void> {
    const { players } = this.changes;
    this.variant = variant;
    this.changes = players === undefined ? {} : { players };
    await this.rebase();
  }

  set(name: string, value: Json): void {
    this.changes = change(this.base, this.changes, name, value);
    if (name === 'players') this.fillSeats();
  }

  reset(): void {
    const { players } = this.changes;
    const stays = players !== undefined && this.info?.switches.some(({ name, main }) => name === 'players' && main);
    this.changes = stays ? { players } : {};
    this.fillSeats();
  }

  value(name: string): Json {
    return name in this.changes ? this.changes[name]! : (this.base[name] ?? null);
  }

  /** All other seats get the same kind of opponent. */
  meet(opponent: Opponent): void {
    this.opponent = opponent;
    this.private = opponent !== 'anybody';
    this.seats = [{ kind: 'me' }];
    this.fillSeats();
    if (!this.remote) {
      this.rated = false;
      if (this.clock?.endsWith('d')) this.clock = null;
    }
  }

  /** As many seats as players. */
  private fillSeats(): void {
    const seats = this.seats.slice(0, this.players);
    while (seats.length < this.players) seats.push(this.other(seats.length));
    this.seats = seats;
  }

  private other(at: number): SeatChoice {
    if (this.opponent === 'computer') return { kind: 'engine', level: this.level };
    if (this.opponent === 'local') return { kind: 'local', name: t('common.seat', { n: at + 1 }) };
    return { kind: 'open' };
  }

  sit(at: number, choice: SeatChoice): void {
    this.seats = this.seats.map((old, i) => (i === at ? choice : old));
  }

  setLevel(level: Level): void {
    this.level = level;
    this.seats = this.seats.map((seat) => (seat.kind === 'engine' ? { kind: 'engine', level } : seat));
  }

  /** Asks the rules whether all this works together. Give it the moment it was asked for, so that a late answer is dropped. */
  async check(current: () => boolean): Promise<void> {
    if (!this.hasRules) return;
    try {
      const { rules } = await callRules('rules', { game: this.game, rules: this.line || undefined });
      if (!current()) return;
      this.checked = rules;
      this.error = null;
    } catch (error) {
      if (!current()) return;
      this.checked = null;
      this.error = errorText(error);
    }
  }

  /** Why it cannot be rated, as the key of a sentence; null if it can. */
  unrated(role: string | undefined): 'home.new.ratedEngine' | 'home.new.ratedClock' | 'home.new.ratedHouse' | 'home.new.ratedGuest' | null {
    if (!this.remote || this.seats.some(({ kind }) => kind === 'engine')) return 'home.new.ratedEngine';
    if (!this.clock) return 'home.new.ratedClock';
    if (this.houseRules.length || this.variant) return 'home.new.ratedHouse';
    if (!role || role === 'guest') return 'home.new.ratedGuest';
    return null;
  }
}

/** May boards of this game be drawn? */
export const drawable = (game: GameId): boolean => isSlide(game);
