// How seats are drawn: the manifest says which colour a seat has, a palette says how that colour looks.
import { manifestOf } from './manifests';
import type { GameId, SeatLook } from './types';

/** How one colour looks. */
export type SeatColour = Pick<SeatLook, 'colours' | 'style' | 'tone'>;
export type Palette = Readonly<Record<string, SeatColour>>;

export const LIGHT_TONE = '#B8935A';
export const DARK_TONE = 'var(--ink-2)';

/** The tones of the four seat colours. The third is too light for a line, so it is mixed with its own dark. */
const SEAT_TONES = ['var(--seat0)', 'var(--seat1)', 'color-mix(in srgb, var(--seat2) 65%, var(--seat2-dark))', 'var(--seat3)'] as const;
const SEAT_COLOURS = SEAT_TONES.map((tone, at): SeatColour => ({ colours: `s${at}`, tone })) as [SeatColour, SeatColour, SeatColour, SeatColour];
const [CORAL, INDIGO, AMBER, MINT] = SEAT_COLOURS;

/** The colours of most games. Red and blue are the coral and the indigo of the theme. */
export const PALETTE: Palette = {
  coral: CORAL, indigo: INDIGO, amber: AMBER, mint: MINT, red: CORAL, blue: INDIGO,
  light: { colours: 'sl', tone: LIGHT_TONE },
  dark: { colours: 'sd', tone: DARK_TONE },
};

/** The seats of a game in the colours of its manifest, each with the drawing of its piece. */
export function seatLooks(id: GameId, drawing: string | ((seat: number) => string), palette: Palette = PALETTE): readonly SeatLook[] {
  return manifestOf(id).seats.map(({ colour }, seat) => {
    const look = palette[colour];
    if (!look) throw new Error(`no colour '${colour}' for seat ${seat} of ${id}; use ${Object.keys(palette).join(', ')}`);
    return { ...look, drawing: typeof drawing === 'string' ? drawing : drawing(seat) };
  });
}
