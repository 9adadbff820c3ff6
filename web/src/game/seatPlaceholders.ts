/** The engine's reasons: sentences in which `{0}` and `{1}` stand for the names of seats. */
export function fillSeatNames(reason: string, nameOf: (seat: number) => string): string {
  return reason.replace(/\{(\d)\}/g, (_, seat: string) => nameOf(Number(seat)));
}
