/** Amazonian Buffet: the tutorial and the rules. */
export const texts = {
  cross: {
    task: 'You are Black, with two pawns. Move one like a queen. Then claim a card where the row of one pawn crosses the column of the other.',
    success: 'A stone marks your card. There are always two crossings; you choose one.',
    retry: 'You moved without a claim. That is allowed, but take a card this time.',
  },
  ace: {
    task: 'Claim the ace of spades on c3: one pawn must look along its row, the other along its column.',
    success: 'One pawn on row 3, one on column c: they cross on the ace.',
    retry: 'The lines did not meet on c3. Bring a pawn to row 3 while the other stays on column c.',
  },
  between: {
    task: 'Pawns that share a row or column claim a card between them. Bring them onto one row, and claim b2 or c2.',
    success: 'Everything between your pawns is within reach. Nothing on the way obstructs a claim.',
    retry: 'Bring both pawns onto row 2. Then b2 and c2 lie between them.',
  },
  apart: {
    task: 'Now your pawns share a row. After such a turn they must share neither row nor column. Move one away and claim a card.',
    success: 'Apart again. Next turn you may line up once more.',
    retry: 'Also claim a card where the new lines cross.',
  },
  pair: {
    task: 'You were dealt the king of spades. At the end poker hands count, so think of pairs: claim the king of hearts on c4.',
    success: 'Two kings. Three poker hands decide, not the number of cards.',
    retry: 'That was not the king on c4. Which pawn can look along row 4, and which along column c?',
  },
  end: {
    task: 'Four turns in a row without a claim end the play on the board. Three have passed, and you hold the better hands. Move, and end it.',
    success: 'The showdown: two of your three hands win.',
    retry: 'The game went on. Move without a claim.',
  },
} as const;

export const rules = [
  { head: 'The cards', lines: [
    'Forty-eight cards lie face up, six rows of eight. Each player is dealt two of the other four; anyone who counts can work them out.',
    'Black has a pawn in each corner of the bottom row, White in each corner of the top row. Black begins.',
  ] },
  { head: 'A turn', lines: [
    'Move one of your pawns like a chess queen over free cards onto a free card. Pawns and stones are in the way.',
    'If your pawns shared a row or column before the move, they must share neither after it.',
    'Then you may claim a card without stone or pawn: where the row of one pawn crosses the column of the other, or between them if they share a line.',
    'Nothing on the way obstructs a claim. A claimed card stays under its stone, out of play.',
    'Whoever cannot move passes.',
  ] },
  { head: 'The end', lines: [
    'Four turns in a row without a claim end the play on the board.',
    'Then three poker hands decide, as in Penguin Buffet: the cards under your stones and the two you were dealt.',
    'Two of three hands win.',
  ] },
] as const;

/** How to play, in six lines. */
export const guide = [
  'Each side has two pawns in the corners of its edge. Black begins.',
  'On your turn, move a pawn like a chess queen, over free cards.',
  'Then you may claim the card where the row of one pawn crosses the column of the other.',
  'If your pawns share a row or column, you may claim a card between them instead.',
  'After four turns in a row without a claim, the board is done.',
  'Lay out three poker hands from your cards, the strongest first. Two of three win.',
] as const;
