/** Writes the first line of a kind, and then at most one in `foldedMs`, which counts those left out in between. */
export type FoldedLog = (kind: string, write: (repeated: number) => void) => void

const kindsMax = 1_000

export const openFoldedLog = (nowMs = () => performance.now(), foldedMs = 10_000): FoldedLog => {
  const told = new Map<string, { readonly untilMs: number; repeated: number }>()
  return (kind, write) => {
    const last = told.get(kind)
    if (last && nowMs() < last.untilMs) {
      last.repeated += 1
      return
    }
    if (told.size >= kindsMax) told.clear()
    told.set(kind, { untilMs: nowMs() + foldedMs, repeated: 0 })
    write(last?.repeated ?? 0)
  }
}
