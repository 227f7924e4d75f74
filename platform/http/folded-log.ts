/** Writes the first line of a kind, and then one in `foldedMs` at most, with the number of lines left out in between. */
export type FoldedLog = (kind: string, write: (repeated: number) => void) => void

const kindsMax = 1_000

export const openFoldedLog = (nowMs = () => performance.now(), foldedMs = 10_000): FoldedLog => {
  const folds = new Map<string, { readonly untilMs: number; repeated: number }>()
  return (kind, write) => {
    const last = folds.get(kind)
    if (last && nowMs() < last.untilMs) {
      last.repeated += 1
      return
    }
    if (folds.size >= kindsMax) folds.clear()
    folds.set(kind, { untilMs: nowMs() + foldedMs, repeated: 0 })
    write(last?.repeated ?? 0)
  }
}
