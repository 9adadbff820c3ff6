/// Paper Pen-guins: the tutorial and the rules.
export const words = {
  place: {
    say: 'All you need is a sheet and two pens. Pieces are placed in turn on any free cell, and the number is scored at once. Yours are the squares. Place on a three.',
    done: 'Three points before the first move.',
    off: 'That cell scores less. There are threes on the sheet.',
  },
  reach: {
    say: 'A piece moves like a queen. You score the number of the cell it reaches, and the cell it leaves is crossed out. Score three.',
    done: 'Here the landing counts. The cell you left is gone for both.',
    off: 'That cell scored less. A three lies on one of your diagonals.',
  },
  round: {
    say: 'Crossed-out cells and pieces are in the way. Reach the three on e5 in two moves. The other pen is stuck.',
    done: 'Along the row, then up the diagonal. And every stop scored.',
    off: 'From there e5 takes longer. Go along row 3 first.',
  },
  shut: {
    say: 'The circle can only go to d5. Take that cell yourself: you score it and shut the circle in.',
    done: 'Two points and a prisoner.',
    off: 'The circle still gets out over d5. One of your diagonals ends there.',
  },
  finish: {
    say: 'Nothing more is scored at the end, so the last cell you reach is the last you get. The circle leads by three. Win.',
    done: 'You took the far cell and came back for the rest.',
    off: 'Some numbers were cut off. Go for the long way first, and try again.',
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
    'Most points win; equal is a draw.',
  ] },
] as const;
