// A study on the screen: the tree of its game, the current step, and its position.
import { formatMove } from '../game/moves';
import type { Log, Snapshot, View } from '../game/types';
import { isSlide } from '../games';
import { callRules } from '../rules';
import { extended, seenAfter } from '../rules/advance';
import { named, namesOf, short } from './seats';
import type { Source } from './source';
import { seatOf, remove, eventsTo, append, isDeletable, lineOf, pathTo, createTree, promote, stepOf, labelOf, type Step, type Tree } from './tree';

export class Study {
  tree = $state.raw<Tree>(createTree([]));
  at = $state(0);
  /** The position at `at`, or the one before while it is being worked out. */
  seen = $state.raw<Snapshot | null>(null);
  /** A line that is previewed without being played. */
  peek = $state.raw<Snapshot | null>(null);
  /** The moves that lead there. */
  ahead = $state.raw<readonly string[]>([]);
  /** The rules' sentence about what could not be done. */
  error = $state('');
  /** True when the board should show the move: a step forward, one at a time. */
  moving = $state(false);
  /** Played through faster than a piece slides. */
  hurry = $state(false);

  readonly log: Log;
  readonly occupants: Source['occupants'];
  readonly staticView: Snapshot | null;
  private known = new Map<number, Snapshot>();
  private glance = 0;
  private looked: Promise<void> = Promise.resolve();

  constructor(source: Source) {
    this.log = source.log;
    this.occupants = source.occupants;
    this.staticView = source.staticView;
    this.tree = createTree(source.log.events, source.variations);
    const last = this.tree.game.length - 1;
    const at = source.at ?? last;
    this.at = this.tree.steps.has(at) ? at : last;
    this.looked = this.look();
  }

  step = $derived.by<Step>(() => stepOf(this.tree, this.at));
  /** The line that the slider runs along: through this step to its end. */
  line = $derived.by<number[]>(() => lineOf(this.tree, this.at));
  /** The steps on the way here. */
  path = $derived.by<Set<number>>(() => new Set(pathTo(this.tree, this.at)));
  /** Where this line leaves the game, or this step itself. */
  anchor = $derived.by<number>(() => [...this.path].filter((id) => this.tree.game.includes(id)).at(-1) ?? 0);
  /** The step that follows in this line. */
  after = $derived.by<number | undefined>(() => this.step.next[0]);

  view = $derived.by<View | null>(() => {
    const seen = this.peek ?? this.seen;
    if (!seen) return null;
    const { game, rules } = this.log;
    // All seats are played here. In card games only the seat to act, so that no cards need hiding.
    const all = isSlide(game) ? Array.from({ length: seen.seats }, (_, seat) => seat) : [seen.actor];
    const localSeats = this.peek ? [] : all.filter((seat) => typeof seat === 'number');
    // No engine thinks here: engines appear as names like all others.
    return { ...seen, game, rules, occupants: named(game, this.names.map(short), seen.seats), localSeats, viewer: null };
  });

  names = $derived.by<string[]>(() => namesOf(this.log.game, this.occupants, this.seats));

  get seats(): number {
    return this.seen?.seats ?? Math.max(this.occupants.length, 2);
  }

  label(id: number): string {
    return formatMove(labelOf(stepOf(this.tree, id).events[0]));
  }

  seatOf(id: number): number | null {
    return seatOf(stepOf(this.tree, id).events[0]);
  }

  /** The game as far as a step. */
  logAt(id = this.at): Log {
    return { ...this.log, events: eventsTo(this.tree, id) };
  }

  go(id: number | undefined): void {
    if (id === undefined || this.staticView || !this.tree.steps.has(id)) return;
    this.moving = stepOf(this.tree, id).parent === this.at;
    this.at = id;
    this.error = '';
    this.looked = this.look();
  }

  back = (): void => this.go(this.step.parent ?? undefined);
  forward = (): void => this.go(this.after);
  first = (): void => this.go(0);
  last = (): void => this.go(this.line.at(-1));

  /** Plays on from here: along the line, or on a variation. */
  async play(move: string): Promise<void> {
    const at = this.at;
    try {
      const { actor, events } = await this.see(at);
      if (typeof actor !== 'number') return;
      const log = this.logAt(at);
      const answer = await callRules('play', { log, seat: actor, move, viewer: 'all' });
      if (this.at !== at) return;
      const appended = append(this.tree, at, extended(log, answer).events);
      this.tree = appended.tree;
      this.known.set(appended.at, seenAfter(events, answer));
      this.go(appended.at);
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  /** Plays a line of the engine as far as it was chosen. */
  async playAll(moves: readonly string[]): Promise<void> {
    for (const move of moves) {
      await this.play(move);
      await this.looked;
      if (this.error) return;
    }
  }

  /** The game to review: as it was opened, or the line that was chosen instead. */
  game(): Log {
    return this.logAt(this.tree.game.at(-1));
  }

  /** Takes the line on the board for the game: it can be reviewed, and is not deleted any more. */
  adopt(): void {
    this.tree = { ...this.tree, game: this.line };
  }

  promote(id: number): void {
    this.tree = promote(this.tree, id);
  }

  /** Deletes a variation; if it is on the board, goes back to where it began. */
  remove(id: number): void {
    if (!isDeletable(this.tree, id)) return;
    const { tree, at } = remove(this.tree, id);
    const lost = !tree.steps.has(this.at);
    if (lost) this.at = at;
    this.tree = tree;
    if (lost) this.looked = this.look();
  }

  /** Shows where some moves from here would lead, until `null`. */
  async glimpse(moves: readonly string[] | null): Promise<void> {
    if (moves && moves.join() === this.ahead.join()) return;
    const turn = ++this.glance;
    this.ahead = moves ?? [];
    if (!moves) {
      this.peek = null;
      return;
    }
    try {
      let log = this.logAt();
      let peek = await this.see(this.at);
      for (const move of moves) {
        if (typeof peek.actor !== 'number') break;
        const answer = await callRules('play', { log, seat: peek.actor, move, viewer: 'all' });
        log = extended(log, answer);
        peek = seenAfter(peek.events, answer);
      }
      if (turn === this.glance) this.peek = peek;
    } catch {
      // Hidden cards: what the engine imagined need not be possible in the game as it is.
      if (turn === this.glance) this.peek = null;
    }
  }

  private async look(): Promise<void> {
    this.glance++;
    this.peek = null;
    this.ahead = [];
    if (this.staticView) {
      this.seen = this.staticView;
      return;
    }
    const at = this.at;
    try {
      const seen = await this.see(at);
      if (this.at === at) this.seen = seen;
    } catch (error) {
      if (this.at === at) this.error = (error as Error).message;
    }
  }

  private async see(id: number): Promise<Snapshot> {
    const known = this.known.get(id);
    if (known) return known;
    const seen = await callRules('view', { log: this.logAt(id), viewer: 'all' });
    this.known.set(id, seen);
    return seen;
  }
}
