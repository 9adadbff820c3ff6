// A small position that shows all there is to set: three seats, tiles with one, two and three fish, and water.
import type { GameId, Rules } from '../../game/types';

export const sample: { game: GameId; rules: Rules; position: string } = {
  game: 'penguins',
  rules: { players: 3, rows: 5, cols: 5, pieces: 1 },
  position: '12131/2A312/1B1121/2132/11C121 move 0 4,5,3 2,3,2',
};
