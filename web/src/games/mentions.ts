// Finds the lines of a source that name a game. `fish` counts only in quotes: everywhere else it is what lies on a tile.

export function namesAGame(source: string, ids: readonly string[]): string[] {
  const any = ids.join('|');
  const sure = ids.filter((id) => id !== 'fish').join('|');
  const patterns = [
    // A whole string, or the key of a text.
    `['"\`](?:games\\.)?(?:${any})['"\`]`,
    // A key or a property of an object, or a class of styles.
    `(?<![\\w./-])(?:${sure})\\s*:`,
    `\\.(?:${sure})(?![\\w.-])`,
    // Part of an id.
    `(?:starts|ends)With\\(\\s*['"\`][a-z-]*(?:buffet|penguin|amazon|montauk|pauper)`,
    `/[^/\\n]*(?:buffet|penguin|amazon|montauk|pauper)[^/\\n]*/[a-z]*\\.(?:test|exec)\\(`,
    // A folder next to the registry.
    `games/(?:${any})(?![\\w-])`,
  ];
  const found = new RegExp(patterns.join('|'));
  return source.split('\n').filter((line) => found.test(line)).map((line) => line.trim());
}
