// A table on the server: its messages become the view, and actions are sent to it.
import { fillSeatNames } from '../game/seatPlaceholders';
import { colourName } from '../games/seats';
import type { ClockView, GameEvent, Log, Outcome, Snapshot, View } from '../game/types';
import { seatName } from '../game/players';
import { gamePage } from '../games';
import { navigate } from '../router.svelte';
import { callRules, hasLocalRules, Engine } from '../rules';
import { seenAfter } from '../rules/advance';
import { ApiError } from '../server/api';
import { connection, socket } from '../server/connection.svelte';
import { me } from '../server/me.svelte';
import type { TableAction, ErrorBody, ClientMessage, TableState, TakebackOffer, ServerMessage } from '../server/wire';
import { t } from '../texts';
import { toast } from '../ui/toasts.svelte';
import { left, parseTimeControl } from './clock';
import { Contribution } from './deal';
import { applyUpdate } from './update';
import { nowOf, snapshotOf } from './snapshot';
import type { AvailableActions, Hint, TableInfo, Session } from './session';
import { ChatRoom } from './chatRoom.svelte';
import { clockName } from './text';
import { whyNoStop } from './territory';

const HINT_MS = 1500;

export class LiveSession implements Session {
  readonly kind = 'live';
  readonly passScreenTo = null;
  readonly error = null;

  /** The last state from the server; null before the first. */
  state = $state.raw<TableState | null>(null);
  view = $state.raw<View | null>(null);
  busy = $state<'hint' | 'stop' | 'move' | null>(null);
  hint = $state.raw<Hint | null>(null);
  count = $state.raw<Outcome | null>(null);
  /** Why nothing can be shown: no such table, or not visible to this user. */
  failed = $state.raw<ErrorBody | null>(null);

  private readonly chat: ChatRoom;
  private readonly contribution = new Contribution();
  private rematchSeats = $state.raw<number[]>([]);
  private abortReason = $state<string | null>(null);
  private ratings = $state.raw<Record<number, number>>({});
  private serverClocks = $state.raw<(ClockView | null)[]>([]);
  private hasRules = $state(false);

  caption = $derived.by(() => {
    const state = this.state;
    if (!state) return '';
    const parts = [t('play.players', { n: state.seats.length }), clockName(state.clock), t(state.rated ? 'play.rated' : 'play.casual')];
    return parts.join(' · ');
  });

  // Without a connection the time is unknown: the clocks are stopped.
  clocks: (ClockView | null)[] = $derived.by(() => {
    if (connection.state.status === 'open') return this.serverClocks;
    const now = performance.now();
    return this.serverClocks.map((face) => face && { left_ms: left(face, now), runs: false, at: now });
  });

  thinking: number | null = $derived.by(() => {
    const { state } = this;
    const turn = state?.status.stage === 'live' ? state.status.turn : null;
    return turn !== null && state?.seats[turn]?.kind === 'engine' ? turn : null;
  });

  takeback: TakebackOffer | null = $derived(this.state?.status.takeback ?? null);

  tableInfo: TableInfo | null = $derived.by(() => {
    const state = this.state;
    if (!state) return null;
    return {
      stage: state.status.stage,
      abortReason: this.abortReason,
      host: state.host === me.you?.id,
      rated: state.rated,
      slow: (parseTimeControl(state.clock)?.base_ms ?? 0) >= 3_600_000 || !state.clock,
      ...this.chat.info,
      rematch: this.rematchSeats,
      nextTable: state.next_table,
      ratingChanges: this.ratings,
    };
  });

  can: AvailableActions = $derived.by(() => {
    const { state, view } = this;
    // Whoever is out only watches.
    const sits = !!state && state.your_seats.some((seat) => view?.plays[seat] ?? true);
    const live = state?.status.stage === 'live';
    const turn = live && state.status.turn !== null && state.your_seats.includes(state.status.turn);
    const alone = !!state && state.seats.every((seat, at) => seat.kind === 'engine' || state.your_seats.includes(at));
    const moved = (seat: number) => !!state?.events.some((event: GameEvent) => 'move' in event && event.by === seat);
    const tournament = !!state?.tournament;
    return {
      undo: sits && live && state.takebacks && !state.status.takeback && !tournament && !view?.hides && state.your_seats.some(moved),
      stop: sits && live && !!view && !state.status.offer && whyNoStop(view) === null && this.busy === null,
      hint: turn && alone && !state.rated && this.hasRules && this.log() !== null && this.busy === null,
      resign: sits && live,
      abort: !tournament && (live ? sits && !view?.hides && !state.seats.every((_, at) => moved(at)) : state?.status.stage === 'open' && state.host === me.you?.id),
      rematch: !!state?.your_seats.length && state.status.stage === 'over' && !tournament && !state.next_table,
      leave: sits && live && !tournament && state.substitute !== null && state.seats.length > 2,
    };
  });

  /** Positions already seen, by their number of events: hidden cards make them impossible to rebuild. */
  private seenViews = new Map<number, View>();
  private readonly engine = new Engine();
  private readonly leave: () => void;
  private needsFullState = true;
  private generation = 0;

  constructor(readonly id: string) {
    this.chat = new ChatRoom(id);
    this.leave = socket.subscribe(() => this.watchMessage(), (message) => this.onMessage(message), { type: 'unwatch', table: id });
    void hasLocalRules().then((able) => (this.hasRules = able));
  }

  async move(text: string): Promise<void> {
    const { state } = this;
    const seat = state?.status.turn ?? null;
    if (!state || seat === null || !state.your_seats.includes(seat) || this.busy === 'move') return;
    this.busy = 'move';
    this.dismiss();
    const age = ++this.generation;
    // Shown at once where the rules are at hand; the server has the last word.
    void this.showOptimistically(seat, text, age);
    try {
      await socket.request({ type: 'move', table: this.id, at: state.version, move: text, seat });
    } catch (error) {
      this.requestFullState();
      if (error instanceof ApiError && error.code === 'stale') throw new Error(t('play.stale'));
      throw error;
    } finally {
      this.busy = null;
    }
  }

  async write(text: string): Promise<void> {
    const log = this.log();
    await this.move(log && this.hasRules ? (await callRules('canonical', { log, move: text })).move : text);
  }

  async viewAt(upto: number): Promise<View> {
    const known = this.seenViews.get(upto);
    if (known) return known;
    const { state } = this;
    // Right after a reload the rules may still be loading.
    if (!state || !(await hasLocalRules())) throw new Error(t('play.notAvailable'));
    const log = this.log();
    if (log) return this.toView(state, await callRules('view', { log, viewer: 'all', upto }));
    return this.toView(state, await this.recall(state, upto));
  }

  /** A position from before we joined, where cards are hidden from us: as we would have seen it. */
  private async recall(state: TableState, upto: number): Promise<Snapshot> {
    const { game, rules, events } = state;
    try {
      const log = { game, rules, start: state.start ?? '', events, seed: null };
      return await callRules('recall', { log, viewer: state.viewer ?? state.your_seats[0] ?? null, upto });
    } catch {
      throw new Error(t('play.notAvailable'));
    }
  }

  undo(): Promise<void> {
    return this.act('offer-takeback');
  }

  async askStop(quietly = false): Promise<void> {
    const log = this.log();
    if (!log || !this.hasRules) return quietly ? undefined : this.act('stop?');
    const age = this.generation;
    this.busy = 'stop';
    try {
      const count = await callRules('adjudicate', { log });
      if (age === this.generation) this.count = count;
    } catch (error) {
      if (!quietly) throw error;
    } finally {
      this.busy = null;
    }
  }

  async offerStop(): Promise<void> {
    this.count = null;
    await this.act('stop?');
  }

  answerStop(yes: boolean): Promise<void> {
    return this.act(yes ? 'accept' : 'refuse');
  }

  answerTakeback(yes: boolean): Promise<void> {
    return this.act(yes ? 'accept-takeback' : 'decline-takeback');
  }

  async askHint(): Promise<void> {
    const log = this.log();
    if (!log) return;
    const version = this.state?.version;
    this.busy = 'hint';
    try {
      const analysis = await this.engine.call('analyze', { log, level: 'max', ms: HINT_MS, lines: 1, reasons: true });
      if (version !== this.state?.version) return;
      const line = analysis.lines[0];
      this.hint = { arrow: { move: analysis.best, rank: 1, exact: line?.exact }, reasons: (line?.reasons ?? []).map((reason) => fillSeatNames(reason, (seat) => colourName(log.game, seat))) };
    } finally {
      if (this.busy === 'hint') this.busy = null;
    }
  }

  resign(): Promise<void> {
    return this.act('resign');
  }

  abort(): Promise<void> {
    return this.act('abort');
  }

  rematch(): Promise<void> {
    return this.act('rematch');
  }

  leaveSeat(): Promise<void> {
    return this.act('leave');
  }

  async sit(seat?: number): Promise<void> {
    await socket.request({ type: 'sit', table: this.id, seat });
  }

  sendChat(text: string): Promise<void> {
    return this.chat.send(text);
  }

  /** Mutes or unmutes a user in this browser. */
  setMuted(user: string, on: boolean): void {
    this.chat.setMuted(user, on);
  }

  dismiss(): void {
    this.count = null;
    this.hint = null;
  }

  revealHand(): void {}

  close(): void {
    this.leave();
    this.engine.stop();
  }

  private async act(act: TableAction): Promise<void> {
    await socket.request({ type: 'act', table: this.id, act });
  }

  private watchMessage(): ClientMessage {
    const from = this.needsFullState ? undefined : this.state?.version;
    return { type: 'watch', table: this.id, from, legal: true };
  }

  /** Requests the full state, because something was missed or cannot be computed here. */
  private requestFullState(): void {
    this.needsFullState = true;
    socket.send(this.watchMessage());
  }

  private onMessage(message: ServerMessage): void {
    this.chat.onMessage(message);
    if (message.type === 'state' && message.id === this.id) this.onState(message);
    else if (message.type === 'update' && message.table === this.id) this.onUpdate(message);
    else if (message.type === 'error' && message.id === null && !this.state) this.failed = message.error;
    else if (message.type === 'your_table' && message.table !== this.id && message.what === 'turn') toast(t('play.turnElsewhere'));
  }

  private onState(state: TableState): void {
    if (this.contribution.changed(state)) toast(t('play.dealChanged'));
    this.needsFullState = false;
    this.generation++;
    this.setState(state);
    if (state.start !== null) this.setView(state, snapshotOf(state));
    else this.view = null;
  }

  private onUpdate(update: Extract<ServerMessage, { type: 'update' }>): void {
    const { state } = this;
    if (!state) return;
    const result = applyUpdate(state, update);
    for (const entry of update.entries.slice(state.version - update.from)) this.onEntry(entry);
    if (result.status === 'old') return;
    if (result.status === 'reload') return this.requestFullState();
    this.generation++;
    this.setState(result.state);
    if (result.board) void this.computeView(result.state, this.generation);
    else if (this.view) this.setView(result.state, { ...this.view, ...nowOf(result.state, this.view.legal) });
  }

  /** Handles what an update contains besides the position. */
  private onEntry(entry: Extract<ServerMessage, { type: 'update' }>['entries'][number]): void {
    if (entry.type === 'rematch') this.rematchSeats = [...this.rematchSeats, entry.by];
    if (entry.type === 'aborted') this.abortReason = entry.reason;
    if (entry.type === 'fault') toast(entry.message);
    if (entry.type === 'resumed' && entry.downtime_ms > 0) toast(t('play.resumed', { n: Math.round(entry.downtime_ms / 1000) }));
    if (entry.type === 'rated') this.ratings = Object.fromEntries(entry.changes.map(({ seat, before, after }) => [seat, Math.round(after - before)]));
    if (entry.type === 'rematch_created' && this.state?.your_seats.length) navigate(`/t/${entry.table}`);
    if (entry.type === 'game') this.tellRefusal(entry.event);
    if (entry.type === 'takeback_answer' && !entry.yes) toast(t('play.takebackRefused'));
  }

  /** Whoever offered to stop hears that someone wants to play on. */
  private tellRefusal(event: GameEvent): void {
    const offer = this.state?.status.offer;
    if (!('action' in event) || event.action !== 'refuse' || !offer || !this.state?.your_seats.includes(offer.by)) return;
    const { view } = this;
    toast(t('play.stopRefused', { name: view && typeof event.by === 'number' ? seatName(view, event.by) : t('play.someone') }));
  }

  private setState(state: TableState): void {
    this.state = state;
    this.dismiss();
    const at = performance.now();
    this.serverClocks = state.status.clocks.map((clock) => (clock ? { ...clock, at } : null));
    void this.contribute(state);
  }

  /** Adds to the deal where the table waits for it. */
  private async contribute(state: TableState): Promise<void> {
    const next = this.contribution.next(state);
    if (!next) return;
    try {
      await socket.request({ type: 'contribute', table: this.id, ...next });
      this.contribution.taken();
    } catch {
      // The game began without it, or it is there already.
    }
  }

  private async computeView(state: TableState, age: number): Promise<void> {
    const log = this.log();
    try {
      if (!log || !this.hasRules) throw new Error('not here');
      const seen = await callRules('view', { log, viewer: 'all' });
      if (age !== this.generation) return;
      this.setView(state, { ...seen, ...nowOf(state, seen.legal) });
    } catch {
      if (age === this.generation) this.requestFullState();
    }
  }

  private async showOptimistically(seat: number, move: string, age: number): Promise<void> {
    const { state } = this;
    const log = this.log();
    if (!log || !state || !this.hasRules) return;
    try {
      const seen = seenAfter(log.events, await callRules('play', { log, seat, move, viewer: 'all' }));
      if (age === this.generation) this.view = { ...this.toView(state, seen), legal: [] };
    } catch {
      // The server will report what is wrong with it.
    }
  }

  /** The game as the rules of the page can replay it; null where cards are hidden from us. */
  private log(): Log | null {
    const { state } = this;
    if (!state || state.start === null) return null;
    if (gamePage(state.game).hides === 'hands' && state.status.stage === 'live') return null;
    if (state.events.some((event: GameEvent) => 'move' in event && event.move === null)) return null;
    return { game: state.game, rules: state.rules, start: state.start, events: state.events, seed: null };
  }

  private setView(state: TableState, seen: Snapshot): void {
    this.view = this.toView(state, seen);
    this.seenViews.set(state.events.length, this.view);
  }

  private toView(state: TableState, seen: Snapshot): View {
    return {
      ...seen, game: state.game, rules: state.rules, occupants: state.seats, localSeats: state.your_seats,
      viewer: state.viewer ?? state.your_seats[0] ?? null,
    };
  }
}
