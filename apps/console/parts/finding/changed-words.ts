/** A stretch of a line that differs: from and up to, in characters. */
type TextRange = readonly [from: number, to: number]

const token = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu
const charsMost = 1_000
const tokensMost = 160

/** The words of a line that another line lacks; empty if the two have little in common, or are too long to compare. */
export const changedRanges = (line: string, other: string): TextRange[] => {
  if (line.length > charsMost || other.length > charsMost) return []
  const own = line.match(token) ?? []
  const others = other.match(token) ?? []
  if (own.length > tokensMost || others.length > tokensMost) return []
  const isKept = keptOf(own, others)
  if (!isWorthShowing(own, isKept)) return []
  return stretchesOf(own, isKept)
}

/** Which tokens belong to the longest common subsequence with another line. */
const keptOf = (own: readonly string[], others: readonly string[]): boolean[] => {
  const width = others.length + 1
  const lengths = new Uint16Array((own.length + 1) * width)
  for (let at = own.length - 1; at >= 0; at -= 1)
    for (let to = others.length - 1; to >= 0; to -= 1)
      lengths[at * width + to] =
        own[at] === others[to]
          ? lengths[(at + 1) * width + to + 1]! + 1
          : Math.max(lengths[(at + 1) * width + to]!, lengths[at * width + to + 1]!)
  const isKept = own.map(() => false)
  for (let at = 0, to = 0; at < own.length && to < others.length;) {
    if (own[at] === others[to]) {
      isKept[at] = true
      at += 1
      to += 1
    } else if (lengths[(at + 1) * width + to]! >= lengths[at * width + to + 1]!) at += 1
    else to += 1
  }
  return isKept
}

const lengthOf = (tokens: readonly string[]) => tokens.join('').replaceAll(/\s/g, '').length

const isWorthShowing = (own: readonly string[], isKept: readonly boolean[]) => {
  const kept = lengthOf(own.filter((_, at) => isKept[at]))
  return kept > 0 && kept * 4 >= lengthOf(own)
}

const stretchesOf = (own: readonly string[], isKept: readonly boolean[]): TextRange[] => {
  const stretches: TextRange[] = []
  let at = 0
  for (const [index, text] of own.entries()) {
    const last = stretches.at(-1)
    if (!isKept[index]) {
      if (last?.[1] === at) stretches[stretches.length - 1] = [last[0], at + text.length]
      else stretches.push([at, at + text.length])
    }
    at += text.length
  }
  return stretches
}
