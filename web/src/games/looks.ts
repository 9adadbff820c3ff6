/// Ways to draw seats that several games share.
import type { SeatLook } from './types';

export const LIGHT_TONE = '#B8935A';
export const DARK_TONE = 'var(--ink-2)';

/// The tones of the four seat colours. The third is too light for a line, so it is mixed with its own dark.
export const SEAT_TONES = ['var(--seat0)', 'var(--seat1)', 'color-mix(in srgb, var(--seat2) 65%, var(--seat2-dark))', 'var(--seat3)'] as const;

/// Four penguins in the four seat colours.
export const fourPenguins: readonly SeatLook[] = SEAT_TONES.map((tone, seat) => ({ colours: `s${seat}`, drawing: `penguin-${seat}`, tone }));

/// A light and a dark side. Where house rules seat more players, they have seat colours.
export const lightFirst = (drawing: string): readonly SeatLook[] =>
  ['sl', 'sd', 's2', 's3'].map((colours, seat) => ({ colours, drawing, tone: seat ? DARK_TONE : LIGHT_TONE }));

/// A dark side that begins, and a light one.
export const darkFirst = (dark: string, light: string): readonly SeatLook[] => [
  { colours: 'sd', drawing: dark, tone: DARK_TONE },
  { colours: 'sl', drawing: light, tone: LIGHT_TONE },
];
