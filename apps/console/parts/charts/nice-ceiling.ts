/** The smallest of 1, 2, 4, 5, 8 and 10 times a power of ten that is at least this: the top of an axis from zero. */
export const niceCeiling = (most: number): number => {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 5, 8, 10].find((factor) => factor * power >= most) ?? 10) * power
}

/** The marks of an axis from zero: its half too, unless it is a fraction among whole numbers. */
export const axisMarks = (values: readonly number[], top: number): readonly number[] =>
  Number.isInteger(top / 2) || !values.every(Number.isInteger) ? [0, top / 2, top] : [0, top]
