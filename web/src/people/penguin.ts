/** Everyone has a penguin, the same everywhere, which follows from the id; visitors without one have the first. */
export const penguinOf = (id: string | undefined): number =>
  [...(id ?? '')].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 4;
