/// Penguins: the tutorial and the rules.
export const words = {
  place: {
    say: 'Before anybody slides, penguins are placed in turn, each on a free tile with one fish. You are coral. Place your penguin.',
    done: 'There it stands. From now on it only slides.',
    off: 'Choose a tile with one fish.',
  },
  slide: {
    say: 'A penguin slides in a straight line, along one of six rays, as far as you like. Slide yours to the marked tile, d4.',
    done: 'The tile you left is gone, and the sea is a little larger.',
    off: 'A good slide, but not to d4. It lies on the same row, at the other end.',
  },
  claim: {
    say: 'You keep the tile you leave, not the one you reach. One of your penguins stands on three fish. Take them.',
    done: 'Three fish with one slide. Where you go matters for the next turn.',
    off: 'That penguin stood on one fish. The one on three fish would have brought more.',
  },
  detour: {
    say: 'Water and penguins are in the way: nobody jumps. Reach the three fish on e5 in two slides. Indigo is stuck and only looks on.',
    done: 'Two straight lines make a corner. Look for the tile where they meet.',
    off: 'From there it takes longer. Slide along row c first, and turn where a ray leads to e5.',
  },
  shut: {
    say: 'Whoever cannot move is skipped. Indigo has one way out, over b4. Take it away.',
    done: 'Shut in. Indigo keeps its tile, and the rest of the floe is yours.',
    off: 'Indigo still gets out over b4. Stand on it yourself.',
  },
  finish: {
    say: 'At the end everybody also takes the tiles under their penguins. Indigo has five fish and two tiles left. Play to the end and win.',
    done: 'Most fish wins. You counted before you slid: that is the whole game.',
    off: 'Indigo has more fish this time. Leave no tile behind that you could have taken, and try again.',
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
