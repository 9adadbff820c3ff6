/// The seats as pens. Where house rules seat more than two players, names next to the board have the second pen's colour.
import type { SeatLook } from '../types';

const PEN_A: Pick<SeatLook, 'colours' | 'style' | 'tone'> = { colours: 's1', style: '--seat: var(--pen-a, #27408F)', tone: 'var(--pen-a, var(--seat1))' };
const PEN_B: Pick<SeatLook, 'colours' | 'style' | 'tone'> = { colours: 's0', style: '--seat: var(--pen-b, #B02F25)', tone: 'var(--pen-b, var(--seat0))' };

export const pens: readonly SeatLook[] = [PEN_A, PEN_B, PEN_B, PEN_B].map((pen, seat) => ({ ...pen, onBoard: `s${seat}`, drawing: `penguin-${seat}` }));
