/** Mr. Pauper's Penguins: the tutorial and the rules. */
export const texts = {
  chips: {
    task: 'Mr. Pauper plays Penguins with poker chips: white is 1, red is 2, blue is 3. You keep the chip you leave. Take the blue one.',
    success: 'Three points. The rest is Penguins, on boards and by rules of Mr. Pauper’s own.',
    retry: 'That chip was worth less. One of your penguins stands on a blue 3.',
  },
  atoll: {
    task: 'His boards have odd outlines. This one is a ring round a lagoon, and nobody crosses water. Reach the red chip on a3 in two slides.',
    success: 'On a ring the shore is all there is, and it gets shorter.',
    retry: 'There is a shorter way along the lower shore. Slide to row a or b and turn.',
  },
  table: {
    task: 'On a chequered cloth penguins move like queens: rows, columns and diagonals. Slide to the blue chip in the far corner, e5.',
    success: 'One diagonal, corner to corner.',
    retry: 'Try the long diagonal. It ends on e5.',
  },
  harpoon: {
    task: 'With the harpoon a turn has two parts: slide, then spear a chip along any line. The speared chip is yours and is gone; the one you left stays. Spear the blue chip on d4.',
    success: 'Three points, and your penguin is still at home.',
    retry: 'That chip is worth less than the blue one. Slide to a place with a free line to d4.',
  },
  thin: {
    task: 'On thin ice you score the chip you reach, not the one you leave. Take two points at once.',
    success: 'Look where you land: here the landing pays.',
    retry: 'That chip is worth one. A red 2 is within reach.',
  },
  finish: {
    task: 'Back to the usual rules. Indigo leads by three and has little left. Play to the end and win.',
    success: 'Pauper or not, you leave the table richer.',
    retry: 'Indigo has more this time. Count which chips you can still walk over, and try again.',
  },
} as const;

export const rules = [
  { head: 'The same and not the same', lines: [
    'Everything is as in Penguins, until a house rule says otherwise. Chips stand for fish: white 1, red 2, blue 3.',
    'Nine boards and house rules are included: atoll, hourglass, snowflake, islands, table, sprint, high stakes, harpoon, thin ice.',
    'Draw your own board in the editor, and mix any switches with it.',
  ] },
  { head: 'A turn', lines: [
    'Slide one penguin along a line. Gaps and penguins are in the way.',
    'Usually you keep the chip you leave. With the harpoon you keep the chip you spear; on thin ice the one you reach.',
  ] },
  { head: 'The end', lines: [
    'When nobody can move, everybody takes the chips under their penguins, unless the house rules say no.',
    'Most points win. If they are equal, most chips; if those are equal too, the win is shared.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Place your penguins, one at a time, on chips worth one.',
  'On your turn, slide one penguin in a straight line, as far as you like.',
  'Keep the chip you left. Its place is out of play.',
  'Gaps and penguins are in the way. Nobody jumps.',
  'If you cannot move, your turn is skipped.',
  'When nobody can move, everyone takes the chips under their penguins. Most points win. House rules may change any of this.',
] as const;
