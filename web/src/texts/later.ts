// The texts that the home page does without; `loadTexts` loads them.
import * as board from './en/board';
import * as cards from './en/cards';
import * as coach from './en/coach';
import * as learn from './en/learn';
import * as people from './en/people';
import * as play from './en/play';
import * as puzzles from './en/puzzles';
import * as setup from './en/setup';
import * as social from './en/social';
import * as study from './en/study';

export const later = {
  board: board.texts, cards: cards.texts, coach: coach.texts, home: setup.texts, learn: learn.texts, people: people.texts,
  play: play.texts, puzzles: puzzles.texts, social: social.texts, study: study.texts,
};
