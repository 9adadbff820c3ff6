// Chances in whole percents that add up to a hundred.

/** The chances of all players, rounded so that nothing is lost or added: the largest remainders are rounded up. */
export function percents(chances: readonly number[]): number[] {
  const sum = chances.reduce((all, one) => all + one, 0);
  if (!(sum > 0)) return chances.map(() => 0);
  const exact = chances.map((one) => (one / sum) * 100);
  const whole = exact.map(Math.floor);
  const order = exact.map((one, at) => ({ at, rest: one - Math.floor(one) })).sort((a, b) => b.rest - a.rest || a.at - b.at);
  const missing = 100 - whole.reduce((all, one) => all + one, 0);
  for (const { at } of order.slice(0, missing)) whole[at]!++;
  return whole;
}
