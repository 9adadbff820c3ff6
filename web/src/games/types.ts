// What the page knows about one game: the facts that the rules state in `manifests.json`, and those that only the page needs.
import type { Lesson } from '../learn/lesson';
import type { GameFacts, GameId } from '../rules/api';

export type { GameId };

/** The facts that the rules know as well. `manifests.json` has one for each game. */
export type Manifest = GameFacts;

/** How a seat is drawn. */
export interface SeatLook {
  /** The class with the seat's colours, next to names. */
  colours: string;
  /** Colours that no class has. */
  style?: string;
  /** The class on the board, where it is not `colours`. */
  onBoard?: string;
  /** The symbol of its piece in `drawings/sprites.svg`. */
  drawing: string;
  /** The colour of its line in a graph, which must be seen on white and on black. */
  tone: string;
}

/** The picture of a game in one piece. Without a symbol, the two pens are drawn. */
export interface Emblem {
  symbol: string | null;
  seat: string;
  ground: string;
}

/** How the small picture on the home page is drawn. What happens in it is in `scene.json`. */
export type SceneStyle = SlideSceneStyle | { kind: 'montauk'; ground: string };

export interface SlideSceneStyle {
  kind: 'slide';
  cell: 'hex' | 'columns' | 'slab' | 'square' | 'chip' | 'paper' | 'card';
  piece: 'penguin' | 'plain' | 'spear' | 'amazon' | 'pawn' | 'pen';
  /** The distances between cells. */
  dx: number;
  dy: number;
  /** The part of the board that the picture shows. */
  box: string;
  ground: string;
}

/** A paragraph of the rules in short. */
export interface RulesSection {
  readonly head: string;
  readonly lines: readonly string[];
}

/** Everything that the page needs to know about one game. */
export interface GamePage extends Manifest {
  id: GameId;
  /** Does another seed make another start? */
  startsFromChance: boolean;
  /** Do all tiles have the same number of fish, unless the switch `fish` is null? */
  hasEqualTiles?: boolean;
  /** The colour of the cloth under the cards. */
  cloth?: 'navy' | 'plum' | 'sand';
  /** How each seat is drawn. House rules may seat more players than `seats` has names for. */
  seatLooks: readonly SeatLook[];
  /** What stands next to a player's name: the piece, the mark of a pen, or a pyramid. */
  seatMark: 'piece' | 'pen' | 'pyramid';
  /** Do pieces have their seat's emblem on the belly? */
  hasBellyEmblem?: boolean;
  emblem: Emblem;
  scene: SceneStyle;
  /** Fetched when it is opened. */
  lesson: () => Promise<Lesson>;
  /** The rules in short, fetched when they are read. */
  rules: () => Promise<readonly RulesSection[]>;
  /** How to play in six lines, fetched when it is asked for. */
  guide: () => Promise<readonly string[]>;
}
