/** Game of the Amazons: the tutorial and the rules. */
export const texts = {
  move: {
    task: 'An amazon moves like a chess queen: any distance, along a row, a column or a diagonal. You are White. Move to c5, then shoot anywhere.',
    success: 'A turn is always both: a move, then an arrow.',
    retry: 'The amazon should stop on c5, four squares straight up. Then shoot wherever you like.',
  },
  shoot: {
    task: 'The arrow flies like a queen too, from the square the amazon has just reached. Land an arrow on f4.',
    success: 'The arrow stays forever. Nobody passes that square again.',
    retry: 'The arrow should land on f4. First move to a square that has f4 on one of its lines.',
  },
  back: {
    task: 'The square you leave is free at once. In narrow places that saves room: move up, and shoot back at the square you came from.',
    success: 'You spent a square you no longer need, and kept the way ahead open.',
    retry: 'That arrow cost you room. Shoot at a1, the square you came from.',
  },
  shut: {
    task: 'A player who cannot move loses. Black has one free square, e6. Close it.',
    success: 'Black cannot move. White wins.',
    retry: 'Black still can escape through e6. Find a square from which you can shoot it.',
  },
  door: {
    task: 'Walls decide the game long before it ends. Your room on the left is the larger one. Close the door at d3 with an arrow.',
    success: 'Now each side has its own room, and yours has more moves in it.',
    retry: 'The door at d3 is still open. Black can come in. Shoot an arrow there.',
  },
  last: {
    task: 'Both are alone now. Black has one move left, you have two if you waste nothing. Make the last move.',
    success: 'Black ran out first. Room is time.',
    retry: 'You ran out of squares. Step by step, shoot where you have been, and a second move is left.',
  },
} as const;

export const rules = [
  { head: 'The board', lines: [
    'Ten by ten squares, four amazons each. White begins.',
    'Smaller boards are a good start: 8×8, 6×6 and 5×5 are included.',
  ] },
  { head: 'A turn', lines: [
    'Move one amazon like a chess queen over empty squares onto an empty one.',
    'Then that amazon shoots an arrow, also like a queen, over empty squares onto an empty one. The square it left counts as empty.',
    'Amazons and arrows are in the way of both. Arrows stay forever, and nothing is captured.',
  ] },
  { head: 'The end', lines: [
    'A player who cannot move loses. There is no draw and no pass.',
    'When no square can be reached by both, you may stop by agreement and count the moves that are left.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Each side has four amazons. White begins.',
  'Move one amazon like a chess queen, over empty squares.',
  'Then it shoots an arrow, like a queen, too. The arrow stays for good.',
  'Amazons and arrows are in the way of both. Nothing is captured.',
  'Build walls: a region that only you can enter is yours to move in.',
  'Whoever cannot move loses.',
] as const;
