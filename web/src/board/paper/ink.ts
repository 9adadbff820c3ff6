/** Pens and paper: tokens of the paper theme, with fallback values for themes without these tokens. */
export const PENS = ['var(--pen-a,#00309E)', 'var(--pen-b,#A00000)', 'var(--pen-c,#7A4E00)', 'var(--pen-d,#136A61)'] as const;
export const PENCIL = 'var(--pencil,#000)';
export const FAINT = 'var(--faint,#B9B2A2)';
export const SHEET = 'var(--sheet,#fff)';
export const GRID = 'var(--grid,#000)';
export const RULE = 'var(--rule,#8C8C8C)';
