/** What was solved in this browser: which puzzles, in how many tries, and on which days the day's puzzle. */
const KEY = 'floe.puzzles';

interface Solved {
  /** By the puzzle's name: how many moves it took to find the right one. */
  solved: { [id: string]: number };
  days: number[];
}

function stored(): Solved {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Solved>;
    const solved = Object.entries(saved.solved ?? {}).filter(([, tries]) => Number.isInteger(tries));
    return { solved: Object.fromEntries(solved), days: (saved.days ?? []).filter(Number.isInteger) };
  } catch {
    return { solved: {}, days: [] };
  }
}

export const solved = $state<Solved>(stored());

/** Remembers a puzzle that was solved, and the day if it was the day's. */
export function solve(id: string, tries: number, day?: number): void {
  solved.solved[id] ??= tries;
  if (day !== undefined && !solved.days.includes(day)) solved.days.push(day);
  try {
    localStorage.setItem(KEY, JSON.stringify(solved));
  } catch {
    // A private window: it is known until the page is closed.
  }
}

export const isSolved = (id: string): boolean => id in solved.solved;
