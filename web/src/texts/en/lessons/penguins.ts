/** Penguins: the tutorial and the rules. */
export const texts = {
  place: {
    task: 'Before anybody slides, penguins are placed in turn, each on a free tile with one fish. You are coral. Place your penguin.',
    success: 'There it stands. From now on it only slides.',
    retry: 'Choose a tile with one fish.',
  },
  slide: {
    task: 'A penguin slides in a straight line, along one of six rays, as far as you like. Slide yours to the marked tile, d4.',
    success: 'The tile you left is gone, and the sea is a little larger.',
    retry: 'A good slide, but not to d4. It lies on the same row, at the other end.',
  },
  claim: {
    task: 'You keep the tile you leave, not the one you reach. One of your penguins stands on three fish. Take them.',
    success: 'Three fish with one slide. Where you go matters for the next turn.',
    retry: 'That penguin stood on one fish. The one on three fish would have brought more.',
  },
  detour: {
    task: 'Water and penguins are in the way: nobody jumps. Reach the three fish on e5 in two slides. Indigo is stuck and only looks on.',
    success: 'Two straight lines make a corner. Look for the tile where they meet.',
    retry: 'From there it takes longer. Slide along row c first, and turn where a ray leads to e5.',
  },
  shut: {
    task: 'Whoever cannot move is skipped. Indigo has one way out, through b4. Take it away.',
    success: 'Shut in. Indigo keeps its tile, and the rest of the floe is yours.',
    retry: 'Indigo still can escape through b4. Stand on it yourself.',
  },
  finish: {
    task: 'At the end everybody also takes the tiles under their penguins. Indigo has five fish and two tiles left. Play to the end and win.',
    success: 'Most fish wins. You counted before you slid: that is the whole game.',
    retry: 'Indigo has more fish this time. Leave no tile behind that you could have taken, and try again.',
  },
} as const;

export const rules = [
  { head: 'The floe', lines: [
    'Sixty hexagonal tiles: thirty with one fish, twenty with two, ten with three.',
    'Two players have four penguins each, three have three, four have two.',
    'Penguins are placed in turn, on one-fish tiles while any is free.',
  ] },
  { head: 'A turn', lines: [
    'Slide one penguin along one of the six rays, one tile or more. Water and penguins of any colour are in the way.',
    'Take the tile it left. That place is water now.',
    'Whoever can move must move. Whoever cannot is skipped.',
  ] },
  { head: 'The end', lines: [
    'When nobody can move, everybody takes the tiles under their own penguins.',
    'Most fish wins. If fish are equal, most tiles; if those are equal too, the win is shared.',
    'When no tile can be reached by two players, you may stop by agreement and count.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Place your penguins, one at a time, on tiles with one fish.',
  'On your turn, slide one penguin in a straight line, as far as you like.',
  'Take the tile you left. That spot is water now.',
  'Water and other penguins are in the way. Nobody jumps.',
  'If you cannot move, your turn is skipped.',
  'When nobody can move, everyone takes the tiles under their penguins. Most fish wins.',
] as const;
