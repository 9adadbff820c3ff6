/** Amazon Penguins: the tutorial and the rules. */
export const texts = {
  place: {
    task: 'Penguins with spears, on squares. They are placed in turn on any free cell. Place yours; you are Light.',
    success: 'Placing scores nothing. A central cell sees the most lines.',
    retry: 'Choose any free cell.',
  },
  walk: {
    task: 'A turn has two parts: slide like a queen, then spear a chip that is again a queen’s move away. Do both.',
    success: 'The speared chip is yours and its cell is gone. The cell you left is still there.',
    retry: 'Slide, then choose a chip to spear.',
  },
  three: {
    task: 'Only the speared chip counts. Spear one that holds three fish.',
    success: 'Three fish. Spear from afar and keep your feet on ice.',
    retry: 'That was less than three. Look for a cell from which a three lies on a free line.',
  },
  back: {
    task: 'The cell you left keeps its chip, so you may spear it. In a narrow place that is the way to save room. Spear the cell you came from.',
    success: 'You took what you no longer need. A penguin that has moved can always spear.',
    retry: 'You cut off your own way. Spear the cell you came from.',
  },
  shut: {
    task: 'Whoever cannot move is skipped. Dark can only go to d5. Spear it.',
    success: 'Two fish and a prisoner.',
    retry: 'Dark still can escape through d5. Find a cell with a free line to it.',
  },
  finish: {
    task: 'At the end the chips under penguins count too. Dark has one fish more. Spear wisely, play to the end and win.',
    success: 'Won by a fish. Every step was used.',
    retry: 'Dark has more this time. Spear behind you, so that a second turn is left, and try again.',
  },
} as const;

export const rules = [
  { head: 'The board', lines: [
    'Eight by eight squares with a chip on each: thirty-two ones, twenty-one twos, eleven threes. There is a board of hexes too.',
    'Light and Dark have four penguins each, placed in turn on any free cell.',
  ] },
  { head: 'A turn', lines: [
    'Slide one penguin like a queen over open cells onto an open cell. A cell is open while it has its chip and nobody stands there.',
    'Then it spears the chip of an open cell a slide away. The chip is yours, and its cell is out of play.',
    'The cell just left is open again: the spear may pass over it or take it.',
    'Whoever cannot move is skipped.',
  ] },
  { head: 'The end', lines: [
    'When neither can move, both take the chips under their penguins.',
    'Most fish wins; a tie is a draw.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Place your penguins, one at a time, on any free cell.',
  'On your turn, slide one penguin like a chess queen, over open cells.',
  'Then it spears the chip of an open cell that it could slide to. That chip is yours.',
  'A speared cell is out of play. The cell you left is open again.',
  'If you cannot move, your turn is skipped.',
  'When neither can move, both take the chips under their penguins. Most fish wins.',
] as const;
