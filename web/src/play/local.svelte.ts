// A game on this device: rules and engines in the page, any mix of people and engines.
import { fillSeatNames } from '../game/seatPlaceholders';
import { colourName } from '../games/seats';
import type { ClockView, GameEvent, Log, Outcome, Snapshot, View } from '../game/types';
import { gamePage } from '../games';
import { callRules, Engine, RulesError } from '../rules';
import { extended, seenAfter } from '../rules/advance';
import type { ActArgs, PlayAnswer, ViewerArg } from '../rules/api';
import { t } from '../texts';
import { parseTimeControl } from './clock';
import { saveGame, type SavedGame } from './savedGames';
import type { AvailableActions, Hint, Session } from './session';
import { startLocal } from './start';
import { GameClock } from './gameClock';
import { clockName } from './text';
import { whyNoStop } from './territory';

/** The least time between two moves, so that each can be seen; an engine is seldom that slow. */
const PAUSE = 650;
const HINT_MS = 1500;
const MAX_MS = 3000;

/** The smaller of two limits, either of which may be missing. */
const smaller = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? (a ?? b) : Math.min(a, b));
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class LocalSession implements Session {
  readonly kind = 'local';
  readonly id: string;
  readonly caption: string;
  readonly takeback = null;
  readonly tableInfo = null;

  view = $state.raw<View | null>(null);
  clocks = $state.raw<(ClockView | null)[]>([]);
  thinking = $state<number | null>(null);
  busy = $state<'hint' | 'stop' | 'move' | null>(null);
  hint = $state.raw<Hint | null>(null);
  count = $state.raw<Outcome | null>(null);
  passScreenTo = $state<number | null>(null);
  error = $state<string | null>(null);

  can: AvailableActions = $derived.by(() => {
    const view = this.view;
    const going = !!view && !view.result;
    const turn = going && typeof view.actor === 'number' && view.localSeats.includes(view.actor) && this.passScreenTo === null;
    const own = view?.localSeats.filter((seat) => view.plays[seat] || view.result).length ?? 0;
    return {
      undo: own > 0 && this.undoIndex(view?.events ?? []) !== null,
      stop: turn && !view.offer && whyNoStop(view) === null && this.busy === null,
      hint: turn && this.busy === null,
      resign: going && own > 0,
      abort: false,
      rematch: !going,
      leave: false,
    };
  });

  private log: Log;
  private readonly localSeats: number[];
  private readonly clock: GameClock | null;
  private readonly engine = new Engine();
  private readonly adviser = new Engine();
  /** Grows with every change; results for an older generation are ignored. */
  private generation = 0;
  private since = performance.now();
  private viewer: number | null;
  /** Whose view is shown, and whether it has secrets. Not reactive: a session may begin inside an effect, which must not depend on it. */
  private shownTo: ViewerArg | undefined;
  private secret: boolean;

  constructor(private readonly saved: SavedGame) {
    this.id = saved.id;
    this.log = saved.log;
    this.localSeats = saved.seats.flatMap((seat, at) => (seat.kind === 'local' ? [at] : []));
    this.viewer = this.localSeats.length === 1 ? this.localSeats[0]! : null;
    this.secret = gamePage(saved.game).hides === 'hands';
    const time = parseTimeControl(saved.clock);
    if (time) saved.left_ms ??= saved.seats.map(() => time.base_ms);
    this.clock = time && saved.left_ms ? new GameClock(time, saved.left_ms) : null;
    this.caption = [t('play.players', { n: saved.seats.length }), ...(time ? [clockName(saved.clock)] : [])].join(' · ');
  }

  async begin(): Promise<void> {
    await this.show();
    void this.next();
  }

  async move(text: string): Promise<void> {
    const actor = this.view?.actor;
    if (typeof actor !== 'number' || !this.localSeats.includes(actor) || this.busy === 'move') return;
    this.busy = 'move';
    try {
      await this.play(actor, text);
    } finally {
      if (this.busy === 'move') this.busy = null;
    }
    void this.next();
  }

  async write(text: string): Promise<void> {
    const { move } = await callRules('canonical', { log: this.log, move: text });
    await this.move(move);
  }

  async viewAt(upto: number): Promise<View> {
    const over = !!this.view?.result;
    const viewer = over || !this.view?.secret ? 'all' : this.passScreenTo === null ? this.viewer : null;
    return this.toView(await callRules('view', { log: this.log, viewer: viewer, upto }));
  }

  async undo(): Promise<void> {
    const at = this.undoIndex(this.log.events);
    if (at === null) return;
    this.engine.stop();
    this.thinking = null;
    const events = this.log.events.slice(0, at);
    this.clock?.rewind(events);
    await this.setLog({ ...this.log, events });
    void this.next();
  }

  async askStop(quietly = false): Promise<void> {
    const age = this.generation;
    this.busy = 'stop';
    try {
      const count = await callRules('adjudicate', { log: this.log });
      if (age === this.generation) this.count = count;
    } catch (error) {
      if (!quietly) throw error;
    } finally {
      this.busy = null;
    }
  }

  async offerStop(): Promise<void> {
    const actor = this.view?.actor;
    this.count = null;
    if (typeof actor !== 'number') return;
    await this.act(actor, 'stop?');
    // Engines agree to an exact count.
    for (const seat of this.view?.offer?.waiting ?? []) {
      if (this.saved.seats[seat]?.kind !== 'engine') continue;
      await this.act(seat, 'accept');
    }
  }

  async answerStop(yes: boolean): Promise<void> {
    const seat = this.view?.offer?.waiting.find((at) => this.localSeats.includes(at));
    if (seat === undefined) return;
    await this.act(seat, yes ? 'accept' : 'refuse');
    void this.next();
  }

  async askHint(): Promise<void> {
    const age = this.generation;
    this.busy = 'hint';
    try {
      const analysis = await this.adviser.call('analyze', { log: this.log, level: 'max', ms: HINT_MS, lines: 1, reasons: true });
      const line = analysis.lines[0];
      if (age !== this.generation) return;
      this.hint = { arrow: { move: analysis.best, rank: 1, exact: line?.exact }, reasons: (line?.reasons ?? []).map((reason) => fillSeatNames(reason, (seat) => colourName(this.log.game, seat))) };
    } finally {
      if (this.busy === 'hint') this.busy = null;
    }
  }

  async resign(): Promise<void> {
    const view = this.view;
    if (!view) return;
    const seat = typeof view.actor === 'number' && this.localSeats.includes(view.actor) ? view.actor : this.localSeats[0];
    if (seat === undefined) return;
    this.engine.stop();
    this.thinking = null;
    await this.act(seat, 'resign');
    void this.next();
  }

  /** The same again with another deal; the seats move round by one. */
  rematch(): Promise<void> {
    const { game, seats, clock, position } = this.saved;
    const next = [...seats.slice(1), seats[0]!];
    return startLocal({ game, rules: this.log.rules, seats: next, clock: clock ?? undefined, position });
  }

  revealHand(): void {
    this.viewer = this.passScreenTo;
    this.passScreenTo = null;
    this.since = performance.now();
    void this.show();
  }

  dismiss(): void {
    this.count = null;
    this.hint = null;
  }

  // People on one device need no permission to undo, and have no one to abort a game for.
  async answerTakeback(): Promise<void> {}
  async abort(): Promise<void> {}
  async leaveSeat(): Promise<void> {}

  close(): void {
    this.generation++;
    this.clock?.stop();
    this.engine.stop();
    this.adviser.stop();
  }

  /** Where the log is cut for an undo: before the last own move, or before giving up, running out of time or stopping. */
  private undoIndex(events: GameEvent[]): number | null {
    const last = events.at(-1);
    const ends = ['resign', 'forfeit', 'eliminate', ...(last && 'action' in last && last.action === 'accept' ? ['stop?'] : [])];
    for (let at = events.length - 1; at >= 0; at--) {
      const event = events[at]!;
      if (!('by' in event) || !this.localSeats.includes(event.by as number)) continue;
      if ('move' in event || ends.includes(event.action as string)) return at;
    }
    return null;
  }

  private async play(seat: number, move: string): Promise<void> {
    const ms = Math.round(performance.now() - this.since);
    const viewer = this.nextViewer();
    const answer = await callRules('play', { log: this.log, seat, move, ms, viewer });
    this.clock?.moved(seat, ms);
    await this.advance(answer, viewer);
  }

  private async act(seat: number, action: ActArgs['action']): Promise<void> {
    const viewer = this.nextViewer();
    await this.advance(await callRules('act', { log: this.log, seat, action, viewer }), viewer);
  }

  /** Adds what a move or an action did. What the viewer saw before is known where the viewer is the same. */
  private async advance(answer: PlayAnswer, viewer: ViewerArg): Promise<void> {
    const before = this.view && this.shownTo === viewer ? this.view.events : null;
    const seen = before && before.length === this.log.events.length ? seenAfter(before, answer) : undefined;
    await this.setLog(extended(this.log, answer), seen);
  }

  private async setLog(log: Log, seen?: Snapshot): Promise<void> {
    this.generation++;
    this.adviser.stop();
    this.hint = null;
    this.count = null;
    this.log = log;
    this.since = performance.now();
    await this.show(seen);
    this.saved.log = log;
    this.saved.changed = Date.now();
    this.saved.result = this.view?.result ?? null;
    saveGame(this.saved);
  }

  /** Computes the view again, unless it came with the move. */
  private async show(known?: Snapshot): Promise<void> {
    const age = this.generation;
    const { log } = this;
    let viewer = this.nextViewer();
    const look = async (to: ViewerArg): Promise<Snapshot> => callRules('view', { log, viewer: (viewer = to) });
    let seen = known ?? (await look(viewer));
    const { secret } = seen;
    if (secret === (viewer === 'all') && !seen.result) seen = await look(secret ? this.viewer : 'all');
    const turn = typeof seen.actor === 'number' && this.localSeats.includes(seen.actor) ? seen.actor : null;
    const passes = secret && this.localSeats.length > 1 && turn !== null && turn !== this.viewer && !seen.result;
    // Nobody's cards are shown while the screen is passed on.
    if (passes && viewer !== null) seen = await look(null);
    if (age !== this.generation) return;
    this.passScreenTo = passes ? turn : null;
    this.shownTo = viewer;
    this.secret = secret;
    this.view = this.toView(seen);
    this.updateClocks();
  }

  /** The viewer to expect, before the position is known: all is shown unless something was secret a moment ago. */
  private nextViewer(): ViewerArg {
    return this.secret ? this.viewer : 'all';
  }

  private toView(seen: Snapshot): View {
    const viewer = this.localSeats.length === 1 ? this.localSeats[0]! : seen.secret ? this.viewer : (this.localSeats[0] ?? null);
    return { ...seen, game: this.saved.game, rules: this.log.rules, occupants: this.saved.seats, localSeats: this.localSeats, viewer };
  }

  /** Sets the clocks: only the clock of the player to move runs. */
  private updateClocks(): void {
    const { view } = this;
    if (!view) return;
    const turn = !view.result && this.passScreenTo === null && typeof view.actor === 'number' ? view.actor : null;
    this.clocks = this.clock?.run(turn, this.since, () => void this.onTimeout()) ?? [];
  }

  /** The player to move has run out of time; the rules say whether they lose or are out. */
  private async onTimeout(): Promise<void> {
    const seat = this.view?.actor;
    if (typeof seat !== 'number') return;
    this.engine.stop();
    this.thinking = null;
    this.clock?.setEmpty(seat);
    await this.act(seat, 'timeout');
    void this.next();
  }

  /** Lets an engine move where one is to move. */
  private async next(): Promise<void> {
    const { view, generation: age } = this;
    if (!view || view.result || view.offer || typeof view.actor !== 'number') return;
    const actor = view.actor;
    const seat = this.saved.seats[actor];
    if (seat?.kind !== 'engine') return;
    this.thinking = actor;
    const began = performance.now();
    try {
      const { best } = await this.engine.call('analyze', {
        log: this.log, level: seat.level, seed: (this.log.seed ?? 0) + this.log.events.length,
        ms: smaller(this.clock?.engineBudgetMs(actor), seat.level === 'max' ? MAX_MS : undefined),
      });
      await sleep(Math.max(0, PAUSE - (performance.now() - began)));
      if (age !== this.generation) return;
      this.thinking = null;
      await this.play(actor, best);
    } catch (error) {
      if (age !== this.generation) return;
      this.thinking = null;
      if (error instanceof RulesError && error.kind === 'stopped') return;
      this.error = t('play.engineError', { why: error instanceof Error ? error.message : String(error) });
      return;
    }
    void this.next();
  }
}
