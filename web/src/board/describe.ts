// The board in sentences: what a cell is, what a move would do, what a player has just done.
import { count, t, type Key } from '../texts';
import type { GameEvent, GameId, View } from '../game/types';
import type { MoveCell, SlideInsight } from '../rules/api';
import { gamePage } from '../games';
import { seatName } from '../game/players';
import { scoresOf, wonBy } from '../game/result';
import { cellOf, readMove, type Next, type Picked } from '../game/moves';
import type { Cell, Position } from '../game/position';
import { arrowsStay, type Skin } from './skin';

/** What things are called on this board. */
export interface Terms {
  piece: string;
  aPiece: string;
  /** "10 tiles". */
  cells: (n: number) => string;
  /** A cell out of play. */
  gone: 'water' | 'arrow' | 'crossed';
  value: (n: number) => string;
}

export function termsFor(game: GameId, skin: Skin, position: Position): Terms {
  const thing = gamePage(game).piece === 'amazon' ? 'amazon' : skin === 'paper' ? 'mark' : 'penguin';
  const squares = position.lattice === 'square' && skin === 'paper' || !position.hasFish;
  const cells = (n: number) => squares ? count(n, 'board.squares') : count(n, 'board.tiles');
  const gone = skin === 'paper' ? 'crossed' : arrowsStay(position) ? 'arrow' : 'water';
  const value = (n: number) => skin === 'ice' ? count(n, 'board.fish') : count(n, 'board.chip');
  return { piece: t(`board.piece.${thing}`), aPiece: t(`board.aPiece.${thing}`), cells, gone, value };
}

/** "You" for the only player on this device; others by their names. */
export function playerName(view: Pick<View, 'game' | 'occupants' | 'localSeats'>, seat: number): string {
  if (view.localSeats.length === 1 && view.localSeats[0] === seat) return t('board.you');
  return seatName(view, seat);
}

/** What a move scores by these rules: the fish of the cell left, reached or shot. */
export function claimOf(claims: MoveCell | null, position: Position, from: string, to: string, shot: string | null): { at: string; fish: number } | null {
  const at = cellOf(claims, { from, to, shot });
  const fish = at === null ? 0 : position.byName.get(at)?.fish ?? 0;
  return at !== null && fish > 0 ? { at, fish } : null;
}

/** The sentence for a cell under the pointer or the focus, where pressing it would do something. */
export function describeChoice(insight: SlideInsight, position: Position, terms: Terms, next: Next, picked: Picked, laying: number | null, cell: Cell, moves: number): string | null {
  const at = cell.name;
  if (!next.cells.has(at)) return null;
  switch (next.kind) {
    case 'place': return cell.fish ? t('board.place', { aPiece: terms.aPiece, at, worth: terms.value(cell.fish) }) : t('board.placeBare', { aPiece: terms.aPiece, at });
    case 'lay': return t('board.layOn', { n: laying ?? 0, at });
    case 'piece': return moves ? t('board.canMove', { from: at, cells: terms.cells(moves) }) : t('board.stuckPiece', { from: at });
    case 'target': return describeSlide(insight, position, terms, picked.from!, cell);
    case 'shot': {
      const claim = claimOf(insight.claims, position, picked.from!, picked.to!, at);
      return claim?.at === at ? t('board.spear', { at, worth: terms.value(claim.fish) }) : t('board.shoot', { at });
    }
    case 'none': return null;
  }
}

function describeSlide(insight: SlideInsight, position: Position, terms: Terms, from: string, to: Cell): string {
  const slide = { from, to: to.name };
  if (insight.shoots) return t(position.hasFish ? 'board.slideSpear' : 'board.slideShoot', slide);
  const claim = claimOf(insight.claims, position, from, to.name, null);
  if (!claim) return t('board.slide', slide);
  if (claim.at === to.name) {
    return terms.gone === 'crossed' ? t('board.slideScore', { ...slide, n: claim.fish }) : t('board.slideClaim', { ...slide, worth: terms.value(claim.fish) });
  }
  const worth = terms.value(claim.fish);
  return to.fish ? t('board.slideClaimLand', { ...slide, worth, next: to.fish }) : t('board.slideClaim', { ...slide, worth });
}

export interface CellContext {
  view: Pick<View, 'game' | 'localSeats' | 'occupants'>;
  insight: SlideInsight;
  position: Position;
  terms: Terms;
  next: Next;
  picked: Picked;
  laying: number | null;
  /** Where a piece can go, if it is one that may move now. */
  moves: (from: string) => number;
}

/** A cell, for screen readers: "e6, 1 fish, your penguin, can move to 10 tiles". */
export function cellText({ view, insight, position, terms, next, picked, laying, moves }: CellContext, cell: Cell): string {
  const at = cell.name;
  if (cell.kind === 'gone') return t(`board.cell.${terms.gone}`, { at });
  const parts = [cell.kind === 'unlaid' ? t('board.cell.unlaid', { at })
    : cell.fish ? t('board.cell.worth', { at, worth: terms.value(cell.fish) }) : t('board.cell.plain', { at })];
  if (cell.seat !== null) {
    const own = view.localSeats.includes(cell.seat) && view.localSeats.length === 1;
    parts.push(own ? t('board.cell.yours', { piece: terms.piece }) : t('board.cell.of', { name: playerName(view, cell.seat), piece: terms.piece }));
  }
  if (at === picked.from || at === picked.to) parts.push(t('board.cell.picked'));
  if (!next.cells.has(at)) return parts.join(', ');
  if (next.kind === 'piece') {
    const n = moves(at);
    parts.push(n ? t('board.cell.moves', { cells: terms.cells(n) }) : t('board.cell.stuck'));
  } else if (next.kind === 'place') parts.push(t('board.cell.place', { aPiece: terms.aPiece }));
  else if (next.kind === 'lay') parts.push(t('board.cell.lay', { n: laying ?? 0 }));
  else if (next.kind === 'target') {
    const claim = insight.shoots ? null : claimOf(insight.claims, position, picked.from!, at, null);
    parts.push(claim ? t('board.cell.targetClaims', { n: claim.fish }) : t('board.cell.target'));
  } else if (next.kind === 'shot') {
    const claim = claimOf(insight.claims, position, picked.from!, picked.to!, at);
    parts.push(claim?.at === at ? t('board.cell.shotClaims', { n: claim.fish }) : t('board.cell.shot'));
  }
  return parts.join(', ');
}

/** What has just happened, for screen readers. */
export function describeMove(view: View, terms: Terms, by: number, move: string, claimed: number): string {
  const step = readMove(move);
  const name = playerName(view, by);
  if (!step || step.kind === 'pass') return t('board.moved.pass', { name });
  if (step.kind === 'swap') return t('board.moved.swap', { name });
  if (step.kind === 'lay') return t('board.moved.lay', { name, n: step.fish, at: step.at });
  if (step.kind === 'place') return t('board.moved.place', { name, at: step.at });
  if (step.kind === 'retire') return t('board.moved.retire', { name, at: step.at, piece: terms.piece });
  const { from, to, shot } = step;
  const key: Key = shot ? (claimed ? 'board.moved.shootClaims' : 'board.moved.shoot') : claimed ? 'board.moved.slideClaims' : 'board.moved.slide';
  return t(key, { name, from, to, at: shot ?? '', n: claimed });
}

/** Everything that has happened since another position was shown: moves and who is out, whose turn it is, the scores. */
export function describeNews(
  view: View, terms: Terms, before: { events: readonly GameEvent[]; position: Position }, now: { events: readonly GameEvent[]; position: Position }, claims: MoveCell | null,
): string {
  const said = now.events.slice(before.events.length).flatMap((event): string[] => {
    if (!('by' in event) || typeof event.by !== 'number') return [];
    if ('action' in event) {
      const key = event.action === 'resign' ? 'board.moved.resigns' : event.action === 'forfeit' ? 'board.moved.forfeits' : event.action === 'eliminate' ? 'board.moved.isOut' : null;
      return key ? [t(key, { name: playerName(view, event.by) })] : [];
    }
    if (!('move' in event) || typeof event.move !== 'string') return [];
    const step = readMove(event.move);
    const slide = step?.kind === 'slide' ? claimOf(claims, before.position, step.from, step.to, step.shot) : null;
    return [describeMove(view, terms, event.by, event.move, slide?.fish ?? 0)];
  });
  return [...said, describeTurn(view, now.position)].join(' ');
}

/** Whose turn it is and the scores after a move, for screen readers. */
export function describeTurn(view: View, position: Position): string {
  const parts: string[] = [];
  if (view.result) parts.push(`${verdict(view)}.`);
  else if (typeof view.actor === 'number') {
    parts.push(view.localSeats.length === 1 && view.localSeats[0] === view.actor ? t('board.yourTurn') : t('board.turnOfStop', { name: playerName(view, view.actor) }));
  }
  if (position.hasFish) parts.push(`${scoresOf(view).map((n, seat) => t('board.moved.score', { name: playerName(view, seat), n })).join(', ')}.`);
  return parts.join(' ');
}

/** How it ended, in a few words. */
export function verdict(view: View): string {
  const won = wonBy(view.result);
  if (won.kind === 'draw' || won.kind === 'nobody') return t('board.draw');
  if (won.kind === 'shared') {
    const names = won.seats.map((seat) => playerName(view, seat));
    return t('board.winners', { names: t('board.andAnd', { names: names.slice(0, -1).join(', '), last: names.at(-1)! }) });
  }
  const first = won.seat;
  return view.localSeats.length === 1 && view.localSeats[0] === first ? t('board.youWin') : t('board.wins', { name: playerName(view, first) });
}
