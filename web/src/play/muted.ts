/** Whom we do not want to hear, by id, in this browser. */
const KEY = 'floe.muted';

export function muted(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function mute(user: string, on: boolean): string[] {
  const others = muted().filter((id) => id !== user);
  const list = on ? [...others, user] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // A private window: it holds for this visit.
  }
  return list;
}
