/** Fish: the tutorial and the rules. */
export const texts = {
  place: {
    task: 'In Fish a penguin may be placed on any free tile. Place yours.',
    success: 'Placing costs nothing and scores nothing. What you leave will count.',
    retry: 'Choose any free tile.',
  },
  north: {
    task: 'Hexes stand in columns here: a penguin goes north and south and along four slopes, never east or west. Slide north to [0,1].',
    success: 'Straight north is two rows up: rows overlap by half.',
    retry: 'That was a slope. North is straight up, to [0,1].',
  },
  five: {
    task: 'Tiles hold up to five fish, and you keep the tile you leave. Take five fish.',
    success: 'Five at once. Such tiles decide games.',
    retry: 'That tile held less. One of your penguins stands on five fish.',
  },
  hole: {
    task: 'Boards may have holes from the start. Go round them: reach the three fish on [0,2] in two slides.',
    success: 'South-east, then north. Holes make long ways, and long ways cost turns.',
    retry: 'From there it takes longer. Slide down the slope to [2,2] first.',
  },
  shut: {
    task: 'White can only go north, to [2,0]. Stand in its way.',
    success: 'White is skipped as long as that lasts.',
    retry: 'White still can escape through [2,0]. A slope leads there.',
  },
  finish: {
    task: 'Careful: tiles under penguins count for nobody at the end. White is stuck with two fish. Leave every tile you can, and win.',
    success: 'Most fish wins, and nothing rich was left under your feet.',
    retry: 'Something rich stayed behind. Walk so that your last tile is a poor one.',
  },
} as const;

export const rules = [
  { head: 'The board', lines: [
    'A grid of hexagonal tiles with one to five fish each, and perhaps holes. By default: 5×5, two fish everywhere.',
    'Two to four players. With N players each has 6 − N penguins: red, white, brown, black.',
    'Penguins are placed in turn on any free tile.',
  ] },
  { head: 'A turn', lines: [
    'Slide one penguin across the edges of tiles: north, south and along four slopes. Holes and penguins are in the way.',
    'The tile it left becomes a hole, and its fish are yours. Arriving scores nothing.',
    'Whoever cannot move is skipped.',
  ] },
  { head: 'The end', lines: [
    'When nobody can move the game is over. Tiles under penguins count for nobody.',
    'Most fish wins; all who are tied win.',
    'Whoever breaks a rule, or is too slow, is out: the penguins vanish, their tiles stay. That is meant for programs.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Place your penguins, one at a time, on any free tile.',
  'On your turn, slide one penguin across the edges of tiles, as far as you like.',
  'Take the fish of the tile you left. It becomes a hole.',
  'Holes and penguins are in the way. Nobody jumps.',
  'If you cannot move, your turn is skipped.',
  'When nobody can move, the game is over. Tiles under penguins count for nobody. Most fish wins.',
] as const;
