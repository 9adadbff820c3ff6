// The seats as pens. Where house rules seat more than two players, names next to the board have the second pen's colour.
import { seatLooks, type SeatColour } from '../looks';
import type { SeatLook } from '../types';

const BLUE: SeatColour = { colours: 's1', style: '--seat: var(--pen-a, #27408F)', tone: 'var(--pen-a, var(--seat1))' };
const RED: SeatColour = { colours: 's0', style: '--seat: var(--pen-b, #B02F25)', tone: 'var(--pen-b, var(--seat0))' };

export const pens: readonly SeatLook[] = seatLooks('paper-penguins', (seat) => `penguin-${seat}`, { blue: BLUE, red: RED, amber: RED, mint: RED })
  .map((look, seat) => ({ ...look, onBoard: `s${seat}` }));
