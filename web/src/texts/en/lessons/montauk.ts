/** Montauk: the tutorial and the rules. */
export const texts = {
  aim: {
    task: 'The aim: bring your six pyramids home, past box 1, in each of twelve rounds. Won tricks move them. You have won one worth 4 and 2: a value of at least the box number brings a pyramid home. Bring two home.',
    success: 'Two are home, in the first slot of your vault. Four to go. Smaller values move a pyramid by exactly their number.',
    retry: 'Only one is home now. Use the 4 for a pyramid on box 4 or less, the 2 for one on box 2 or 1.',
  },
  lead: {
    task: 'Ace to six are worth 1 to 6; seven to queen repeat 1 to 6, so a ten is worth 4. You lead a card face down, your opponent follows without knowing it. Clubs beat spades: lead the ten of clubs, then move a pyramid.',
    success: 'Clubs beat spades, so the trick was yours. You spend the values of both cards, 4 and 2.',
    retry: 'Lead the ten of clubs, to see a trick won.',
  },
  follow: {
    task: 'Now your opponent leads, face down. Spades beat hearts and diamonds, two of the four suits. Follow with the spade.',
    success: 'It was a heart. Spades beat hearts and diamonds, hearts beat diamonds and clubs, diamonds beat clubs, clubs beat spades.',
    retry: 'That suit beats less. Try the spade.',
  },
  same: {
    task: 'If suits are equal, whoever followed wins. You watched the cards: this will be a heart. Follow with a heart.',
    success: 'Same suit: the trick is yours, and an extra card will be drawn for a second half.',
    retry: 'Try the heart: with equal suits the follower wins.',
  },
  king: {
    task: 'Kings are worth 0. A club was led, and you hold only spades, which it beats. If you must lose, lose a king: the winner then has one spend that moves nothing.',
    success: 'The trick is lost, but it moves little: your king gives the winner nothing to spend.',
    retry: 'That gives the winner a real value. Throw away the king.',
  },
  rank: {
    task: 'A three and a nine have the same value, so this trick pays the 3 four times. Bear off three pyramids with it.',
    success: 'Four spends in one half. Such a trick can turn a round.',
    retry: 'That leaves fewer than three off. Box 3 takes one spend, box 4 and box 6 take two.',
  },
  slots: {
    task: 'Every trick you win fills one slot of your vault, with pyramids or, if none came home, with a null. With three slots filled you are finished for this round, and what stands on the board stays there. This fills your third: bring two home.',
    success: 'Three slots are filled: you are finished. Two pyramids stay behind. Next time, fill a slot only when it is worth it.',
    retry: 'Only one came home, and the vault is full. Use the 6 for a pyramid on any box, the 3 for one on box 3 or lower.',
  },
  home: {
    task: 'The last trick of a round, one of twelve. You need one more pyramid to be home first, for three points more. A trick that bears nothing off would cost you a null. Finish.',
    success: 'Home first: six for the pyramids and three more. Your opponent has a null marker, minus two.',
    retry: 'That pyramid is still on the board. Bear it off.',
  },
} as const;

export const rules = [
  { head: 'The race', lines: [
    'Each player has boxes 6 to 1, six pyramids, and a vault with three slots. A match is twelve rounds.',
    'In every round dice put the pyramids into boxes, and both get six cards.',
    'Ace to six are worth 1 to 6, seven to queen again 1 to 6, a king 0.',
  ] },
  { head: 'A trick', lines: [
    'The leader plays a card face down, the other follows face up, then the first is turned. Any card may be played.',
    'Spades beat hearts and diamonds. Hearts beat diamonds and clubs. Diamonds beat clubs. Clubs beat spades.',
    'If suits are equal, whoever followed wins. The winner leads the next trick.',
  ] },
  { head: 'Spending', lines: [
    'The winner spends the values of both cards, once each.',
    'Cards of one value: the winning value four times. Of one value and one suit: six times.',
    'Cards of one suit or one value also draw an extra card: spend it once, four times if it has the suit or value of the card that won, six times if it has both. After cards of one value and one suit it is always four times.',
    'A spend moves one of your pyramids by exactly its value towards 1, or bears it off if the value is at least the box number.',
    'You may leave spends unused. The loser moves nothing.',
  ] },
  { head: 'Vaults and points', lines: [
    'The winner’s pyramids that came off go into its next slot. If none came off, a null marker does.',
    'You are finished when three slots are used or six pyramids are off. When a finished player wins, the other takes a null marker, unless finished too.',
    'One point for every pyramid that is off, minus two for every null, three more for bearing off all six first.',
    'After twelve rounds the higher total wins.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Bring your six pyramids home, past box 1. A match is twelve rounds of six tricks.',
  'One player leads a card face down, the other follows. The suits decide: the ring shows which beats which. Same suit: the follower wins.',
  'Ace to six are worth 1 to 6, and so are seven to queen. A king is worth 0.',
  'The winner spends both values. Each moves one pyramid that far, or home if it is enough.',
  'Every trick you win fills a slot of your vault, with pyramids or with a null. Three slots filled: your round is finished.',
  'A pyramid home is a point, a null costs two, and home with all six first brings three more.',
] as const;
