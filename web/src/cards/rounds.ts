/// What the log of a match contains that a position does not: which pyramid stands where, how the last trick went, and how
/// finished rounds were scored.
import type { GameEvent, Rules } from '../game/types';
import { HIDDEN, type CardText } from './card';
import { turn, type Montauk, type Side } from './montauk';
import { byMove, sizeOf, type PyramidId } from './pyramids';

/// A slot with the pyramids that lie in it.
export interface SlotRecord {
  pyramids: PyramidId[];
  null: boolean;
}

export interface TrickRecord {
  leader: Side;
  led: CardText;
  followed: CardText | null;
  extra: CardText | null;
  winner: Side | null;
  borne: PyramidId[];
}

export interface RoundEnd {
  round: number;
  points: [number, number];
  off: [number, number];
  nulls: [number, number];
  first: Side | null;
}

export interface MatchHistory {
  boards: [number[], number[]];
  vaults: [SlotRecord[], SlotRecord[]];
  /// The trick before the one on the table.
  last: TrickRecord | null;
  rounds: RoundEnd[];
}

const SLOTS = 3;

class HistoryReader {
  boards: [number[], number[]] = [[], []];
  vaults: [SlotRecord[], SlotRecord[]] = [[], []];
  trick: TrickRecord | null = null;
  last: TrickRecord | null = null;
  first: Side | null = null;
  rounds: RoundEnd[] = [];
  private moved = new Set<PyramidId>();

  constructor(private rules: Rules) {}

  roll(to: Side, dice: number[]): void {
    if (to === 0) {
      this.endRound();
      this.vaults = [[], []];
      this.first = null;
    }
    this.boards[to] = [...dice];
  }

  card(by: Side, card: CardText): void {
    if (this.trick?.followed != null) this.endTrick();
    if (!this.trick) {
      this.trick = { leader: by, led: card, followed: null, extra: null, winner: null, borne: [] };
      return;
    }
    this.trick.followed = card;
    const leaderWins = turn(this.trick.led, card, this.rules).leaderWins;
    this.trick.winner = leaderWins ? this.trick.leader : ((1 - this.trick.leader) as Side);
  }

  spend(by: Side, from: number, to: number, name: PyramidId | null): void {
    const boxes = this.boards[by];
    const here = boxes.flatMap((box, id) => (box === from ? [id] : []));
    const fresh = here.filter((id) => !this.moved.has(id));
    const may = this.rules.stack_spends === false && fresh.length ? fresh : here;
    const id = name ?? may.sort(byMove)[0];
    if (id === undefined) throw new Error(`no pyramid stands in box ${from}`);
    boxes[id] = to;
    this.moved.add(id);
    if (to !== 0) return;
    this.trick?.borne.push(id);
    if (this.first === null && boxes.every((box) => box === 0)) this.first = by;
  }

  endTrick(): void {
    const trick = this.trick;
    this.trick = null;
    this.moved.clear();
    if (!trick || trick.winner === null) return;
    this.last = trick;
    const winner = trick.winner;
    const loser = (1 - winner) as Side;
    const off = (side: Side) => this.boards[side].filter((box) => box === 0).length;
    const full = (side: Side) => this.vaults[side].length >= SLOTS;
    const finished = full(winner) || off(winner) - trick.borne.length === 6;
    const put = (side: Side, slot: SlotRecord) => {
      const vault = this.vaults[side];
      const last = vault[SLOTS - 1];
      if (!last) vault.push(slot);
      else vault[SLOTS - 1] = { pyramids: [...last.pyramids, ...slot.pyramids], null: last.null || slot.null };
    };
    if (trick.borne.length) put(winner, { pyramids: trick.borne, null: false });
    else if (!finished && this.rules.nulls !== 'off') put(winner, { pyramids: [], null: true });
    if (finished && this.rules.nulls === 'slots' && !full(loser) && off(loser) < 6) put(loser, { pyramids: [], null: true });
  }

  endRound(): void {
    this.endTrick();
    if (!this.boards[0].length || !this.boards[1].length) return;
    const each = <T>(make: (side: Side) => T): [T, T] => [make(0), make(1)];
    this.rounds.push({
      round: this.rounds.length + 1,
      points: each((side) => this.points(side)),
      off: each((side) => this.boards[side].filter((box) => box === 0).length),
      nulls: each((side) => this.nulls(side)),
      first: this.first,
    });
    this.boards = [[], []];
    this.last = null;
  }

  private nulls(side: Side): number {
    return this.vaults[side].filter((slot) => slot.null).length;
  }

  private points(side: Side): number {
    const { scoring, per_pyramid, first_home, per_null } = this.rules;
    const first = this.first === side;
    if (scoring === 'race') return first ? this.boards[(1 - side) as Side].reduce((sum, box) => sum + box, 0) : 0;
    const off = this.boards[side].flatMap((box, id) => (box === 0 ? [id] : []));
    const pyramids =
      scoring === 'pips' ? off.reduce((sum, id) => sum + sizeOf(id) + 1, 0) : off.length * Number(per_pyramid);
    return pyramids + (first ? Number(first_home) : 0) + this.nulls(side) * Number(per_null);
  }
}

const NAMES = ['small-red', 'medium-red', 'large-red', 'small-yellow', 'medium-yellow', 'large-yellow'];

function idOf(name: string | undefined): PyramidId | null {
  if (!name) return null;
  const at = NAMES.indexOf(name.replace('green', 'red').replace('blue', 'yellow'));
  return at < 0 ? null : at;
}

/// Follows a log from its first dice. Null where it does not begin there, or does not lead to this position.
export function readHistory(events: readonly GameEvent[], rules: Rules, now: Montauk): MatchHistory | null {
  const opening = events[0];
  if (!opening || !('event' in opening) || opening.event !== 'dice' || opening.to !== 0) return null;
  const reader = new HistoryReader(rules);
  try {
    for (const event of events) {
      if ('event' in event) {
        if (event.event === 'dice') reader.roll(event.to as Side, event.dice as number[]);
        if (event.event === 'draw' && reader.trick) reader.trick.extra = (event.cards as CardText[])[0] ?? null;
      } else if ('move' in event) {
        const spend = /^([1-6])-([1-6]|off)(?::(.*))?$/.exec(event.move ?? '');
        if (spend) reader.spend(event.by as Side, Number(spend[1]), Number(spend[2]) || 0, idOf(spend[3]));
        else if (event.move !== 'pass') reader.card(event.by as Side, event.move ?? HIDDEN);
      }
    }
  } catch {
    return null;
  }
  if (now.phase === 'over') reader.endRound();
  else if (now.led === null) reader.endTrick();
  const { boards, vaults, last, rounds } = reader;
  return { boards, vaults, last, rounds };
}
