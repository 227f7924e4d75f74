const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** Whether two recorded values are the same but for the rounding of their numbers. */
export const isSameValue = (one: string, other: string): boolean => {
  if (one === other) return true
  if (one.replaceAll(number, '0') !== other.replaceAll(number, '0')) return false
  const [first, second] = [one, other].map((text) => text.match(number)?.map(Number) ?? [])
  return (first ?? []).every((value, at) => isNear(value, second?.[at] ?? Number.NaN))
}

const isNear = (one: number, other: number) =>
  one === other ||
  (Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other)) &&
    !(Number.isSafeInteger(one) && Number.isSafeInteger(other)))
