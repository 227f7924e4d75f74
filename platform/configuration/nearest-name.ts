/** The name of `known` that `name` was probably meant to be: at most a third of its own part differs. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const near = known
    .map((one) => ({ one, edits: editsBetween(name, one) }))
    .reduce((best, next) => (next.edits < best.edits ? next : best))
  return near.edits <= Math.max(2, (name.length - 'ATELIER_'.length) / 3) ? near.one : undefined
}

/** Letters to add, take out, replace or swap with their neighbour (optimal string alignment). */
export const editsBetween = (one: string, other: string): number => {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1]
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const edits = Math.min(last[at]! + 1, current[at - 1]! + 1, last[at - 1]! + (same ? 0 : 1))
      current.push(swapped ? Math.min(edits, before[at - 2]! + 1) : edits)
    }
    ;[before, last] = [last, current]
  }
  return last[other.length]!
}
