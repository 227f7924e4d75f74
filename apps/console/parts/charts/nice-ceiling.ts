/** The smallest of 1, 2, 4, 5, 8 and 10 times a power of ten that is at least this: the top of an axis from zero. */
export const niceCeiling = (most: number): number => {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 5, 8, 10].find((factor) => factor * power >= most) ?? 10) * power
}
