/// Amazon Penguins: the tutorial and the rules.
export const words = {
  place: {
    say: 'Penguins with spears, on squares. They are placed in turn on any free cell. Place yours; you are Light.',
    done: 'Placing scores nothing. A central cell sees the most lines.',
    off: 'Choose any free cell.',
  },
  walk: {
    say: 'A turn has two parts: slide like a queen, then spear a chip that is again a queen’s move away. Do both.',
    done: 'The speared chip is yours and its cell is gone. The cell you left is still there.',
    off: 'Slide, then choose a chip to spear.',
  },
  three: {
    say: 'Only the speared chip counts. Spear one that holds three fish.',
    done: 'Three fish. Spear from afar and keep your feet on ice.',
    off: 'That was less than three. Look for a cell from which a three lies on a free line.',
  },
  back: {
    say: 'The cell you left keeps its chip, so you may spear it. In a narrow place that is the way to save room. Spear the cell you came from.',
    done: 'You took what you no longer need. A penguin that has moved can always spear.',
    off: 'You cut off your own way. Spear the cell you came from.',
  },
  shut: {
    say: 'Whoever cannot move is skipped. Dark can only go to d5. Spear it.',
    done: 'Two fish and a prisoner.',
    off: 'Dark still gets out over d5. Find a cell with a free line to it.',
  },
  finish: {
    say: 'At the end the chips under penguins count, too. Dark has one fish more. Spear wisely, play to the end and win.',
    done: 'Won by a fish. Every step was used.',
    off: 'Dark has more this time. Spear behind you, so that a second turn is left, and try again.',
  },
} as const;

export const rules = [
  { head: 'The board', lines: [
    'Eight by eight squares with a chip on each: thirty-two ones, twenty-one twos, eleven threes. There is a board of hexes, too.',
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
    'Most fish wins; equal is a draw.',
  ] },
] as const;
