// Rules as text: the line that `--rules` and links take, and the TOML file of the house rules.
import type { GameId, Json, Rules } from '../game/types';

/** A variant of the game, if any, and the switches that were set on top of it. */
export interface RulesChoice { variant: string | null; changes: Rules }

// Drawings and lists of cells stay texts even where they resemble numbers.
const TEXTS = new Set(['layout', 'supply', 'start']);

/** A value as a person writes it. */
export function valueOf(name: string, text: string): Json {
  if (text === 'null') return null;
  if (TEXTS.has(name)) return text;
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+$/.test(text)) return Number(text);
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      return text;
    }
  }
  return text;
}

/** Splits at commas, but not inside brackets. */
function split(line: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of line) {
    if (char === '[') depth++;
    if (char === ']') depth--;
    if (char === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return [...parts, part];
}

/** Reads a line such as `atoll,ties=share,players=3`. */
export function readRules(line: string): RulesChoice {
  const choice: RulesChoice = { variant: null, changes: {} };
  for (const part of split(line)) {
    const at = part.indexOf('=');
    if (at > 0) choice.changes[part.slice(0, at).trim()] = valueOf(part.slice(0, at).trim(), part.slice(at + 1));
    else if (part.trim()) choice.variant = part.trim();
  }
  return choice;
}

const plain = (value: Json): string => (typeof value === 'string' ? value.replaceAll('\n', '/') : JSON.stringify(value));

/** Writes that line; empty for the game's own rules. */
export function writeRules({ variant, changes }: RulesChoice): string {
  return [...(variant ? [variant] : []), ...Object.entries(changes).map(([name, value]) => `${name}=${plain(value)}`)].join(',');
}

const tomlValue = (value: Json): string => (value === null ? '"null"' : JSON.stringify(value));

/** A rules file for `floe … --rules @FILE`. */
export function toml(game: GameId, { variant, changes }: RulesChoice): string {
  const lines = [`game = ${JSON.stringify(game)}`];
  if (variant) lines.push(`preset = ${JSON.stringify(variant)}`);
  for (const [name, value] of Object.entries(changes)) {
    lines.push(name === 'layout' && typeof value === 'string'
      ? `layout = """\n${value.replaceAll('/', '\n').trimEnd()}\n"""`
      : `${name} = ${tomlValue(value)}`);
  }
  return lines.join('\n') + '\n';
}
