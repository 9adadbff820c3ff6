/** Penguin Buffet: the tutorial and the rules. */
export const texts = {
  place: {
    task: 'Playing cards instead of ice. Each player places two pawns on free cards; you are Black. Place a pawn.',
    success: 'You do not have the card you stand on. You get it when you leave.',
    retry: 'Choose any free card.',
  },
  leave: {
    task: 'A pawn moves like a queen, and the card it leaves is yours: a stone marks it. Claim the ace of spades.',
    success: 'The ace is yours. At the end your cards become three poker hands.',
    retry: 'That was another card. The pawn on the ace has to leave.',
  },
  pair: {
    task: 'You were dealt the king of diamonds and the five of hearts. They count at the end too. Claim a card that makes a pair.',
    success: 'Two kings. Collect cards that belong together, not just many.',
    retry: 'That card does not match what you hold. One of your pawns stands on a king.',
  },
  gap: {
    task: 'Stones and pawns are in the way. Slip through to the seven of diamonds on c1: you were dealt a seven already.',
    success: 'Through the gap. When you leave c1 the seven is yours.',
    retry: 'Not there yet. A diagonal leads past the stones to c1.',
  },
  shut: {
    task: 'Whoever cannot move is skipped. White’s last free card is e3. Take it.',
    success: 'White stands still, and the cards that are left are yours to choose from.',
    retry: 'White still can escape through e3. A diagonal of yours ends there.',
  },
  hands: {
    task: 'The showdown. Lay out three poker hands from your cards, the strongest first. Your first meets White’s first, and so on; two of three win. Lay out your hands.',
    success: 'That is a layout. White answers, and each may rearrange once. Usually the program works the showdown out exactly, and you only look.',
    retry: 'Lay out your cards in three hands, the strongest first.',
  },
} as const;

export const rules = [
  { head: 'The cards', lines: [
    'Forty-eight cards lie face up, six rows of eight. Each player is dealt two of the other four, open to all.',
    'Black and White have two pawns each. Whoever was dealt the better pair places first; then Black moves first.',
  ] },
  { head: 'A turn', lines: [
    'One of your pawns goes like a chess queen over free cards onto a free card.',
    'The card it left is yours: it gets a stone of your colour. Pawns and stones are in the way.',
    'Whoever cannot move is skipped. When neither can, the board is done. Cards under pawns belong to nobody.',
  ] },
  { head: 'The showdown', lines: [
    'Your pool is the cards under your stones and the two you were dealt. Lay out three poker hands, the strongest first.',
    'With fifteen cards or more every hand has five; with fewer you split as you like.',
    'First meets first, second meets second, third meets third. Two of three win.',
    'Black lays out, White lays out, then each may rearrange once, White last. By default the program finds the exact result.',
    'Equal hands are told apart by suits: spades, hearts, diamonds, clubs.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Place your two pawns on cards of the table.',
  'On your turn, move a pawn like a chess queen, over free cards.',
  'The card it left is yours. Your stone marks it.',
  'Pawns and stones are in the way. If you cannot move, you are skipped.',
  'When neither can move, lay out three poker hands from your cards, the strongest first.',
  'First hand meets first, second meets second, third meets third. Two of three win.',
] as const;
