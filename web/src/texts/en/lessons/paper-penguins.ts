/** Paper Pen-guins: the tutorial and the rules. */
export const texts = {
  place: {
    task: 'All you need is a sheet and two pens. Pieces are placed in turn on any free cell, and the number is scored at once. Yours are the squares. Place on a three.',
    success: 'Three points before the first move.',
    retry: 'That cell scores less. There are threes on the sheet.',
  },
  reach: {
    task: 'A piece moves like a queen. You score the number of the cell it reaches, and the cell it leaves is crossed out. Score three.',
    success: 'Here the landing counts. The cell you left is gone for both.',
    retry: 'That cell scored less. A three lies on one of your diagonals.',
  },
  round: {
    task: 'Crossed-out cells and pieces are in the way. Reach the three on e5 in two moves. The other pen is stuck.',
    success: 'Along the row, then up the diagonal. And every stop scored.',
    retry: 'From there e5 takes longer. Go along row 3 first.',
  },
  shut: {
    task: 'The circle can only go to d5. Take that cell yourself: you score it and shut the circle in.',
    success: 'Two points and a prisoner.',
    retry: 'The circle still can escape through d5. One of your diagonals ends there.',
  },
  finish: {
    task: 'Nothing more is scored at the end, so the last cell you reach is the last you get. The circle leads by three. Win.',
    success: 'You took the far cell and came back for the rest.',
    retry: 'Some numbers were cut off. Go for the long way first, and try again.',
  },
} as const;

export const rules = [
  { head: 'The sheet', lines: [
    'A grid of squares, usually eight by eight, with a number in each: thirty-two ones, twenty-one twos, eleven threes.',
    'One player draws squares, the other circles. Each has four pieces.',
    'Pieces are placed in turn on any free cell, and its number is scored.',
  ] },
  { head: 'A turn', lines: [
    'Move one piece like a chess queen over open cells onto an open cell.',
    'Score the number of the cell it reached. Cross out the cell it left, forever.',
    'Pieces and crossed-out cells are in the way. Whoever cannot move is skipped.',
  ] },
  { head: 'The end', lines: [
    'When neither can move the game is over. Nothing more is scored.',
    'Most points win; a tie is a draw.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Place your pieces, one at a time, on any free cell, and score its number.',
  'On your turn, move one piece like a chess queen, over open cells.',
  'Score the number of the cell you reach.',
  'Cross out the cell you left. Nobody can enter or pass it again.',
  'If you cannot move, your turn is skipped.',
  'When neither can move, the game is over. Most points win.',
] as const;
