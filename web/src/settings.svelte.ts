// The player's settings, stored in this browser.
import { flushSync } from 'svelte';
import type { GameId } from './game/types';
import { gamePage } from './games';

export type Theme = 'ice-light' | 'ice-dark' | 'paper' | 'chips' | 'high-contrast';

export interface Settings {
  /** `auto` follows the system and lets games of paper and of chips have their own. */
  theme: Theme | 'auto';
  coordinates: 'off' | 'edge' | 'every';
  deck: 'four' | 'two';
  sound: boolean;
  motion: 'full' | 'less';
  /** Letters on pieces and patterns on tiles, in addition to shapes. */
  marks: boolean;
  /** Explanations the first time something comes up. */
  coach: boolean;
  name: string;
}

const KEY = 'floe.settings';
const DEFAULTS: Settings = {
  theme: 'auto', coordinates: 'edge', deck: 'four', sound: false, motion: 'full', marks: false, coach: true, name: '',
};

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...stored() });

/** Changes a setting and remembers it. */
export function updateSetting<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A private window: the choice holds for this visit.
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const system = $state({ dark: dark.matches, printing: false });
dark.addEventListener('change', () => (system.dark = dark.matches));
// Paper is white: what is light on dark would not be seen there.
addEventListener('beforeprint', () => flushSync(() => (system.printing = true)));
addEventListener('afterprint', () => (system.printing = false));

/** The theme to show, for a game or for none. */
export function themeFor(game: GameId | null): Theme {
  const theme = chosen(game);
  return system.printing && theme === 'ice-dark' ? 'ice-light' : theme;
}

function chosen(game: GameId | null): Theme {
  if (settings.theme !== 'auto') return settings.theme;
  const look = game && gamePage(game).look;
  if (look === 'paper' || look === 'chips') return look;
  return system.dark ? 'ice-dark' : 'ice-light';
}

/** The game on the screen, which may have a theme. */
export const currentGame = $state<{ id: GameId | null }>({ id: null });
