/** The lines that a finding is about: as they were, and as the change has them; one of the two may be absent. */
interface QuotedChange {
  readonly was: string | undefined
  readonly is: string | undefined
  /** The sentence about the lines. */
  readonly said: 'change' | 'untried' | 'own' | 'words'
}

const quoted = '“([^“”]+)”'
// A piece of a line is quoted with its line.
const inLine = `(?: in ${quoted})?`
const forms: readonly (readonly [RegExp, was: number | undefined, is: number | undefined, line: number])[] = [
  [new RegExp(`with ${quoted} in the place of ${quoted}${inLine}\\.$`), 1, 2, 3],
  [new RegExp(`with ${quoted} still there\\.$`), 1, undefined, 2],
  [new RegExp(`without ${quoted}${inLine}\\.$`), undefined, 1, 2],
]

const keptChars = 24

/** Two lines without the middle and the end of their common text, each with a sign for the omission. */
export const shortened = (line: string, other: string): string => {
  const from = cutBefore(line, sharedLength(Array.from(line), Array.from(other)))
  const shared = sharedLength(Array.from(line.slice(from)).toReversed(), Array.from(other.slice(from)).toReversed())
  const to = shared > 2 * keptChars ? line.length - shared + keptChars : line.length
  // The first words often name the subject of the line.
  const head = Math.min(from, line.lastIndexOf(' ', keptChars) + 1)
  return `${line.slice(0, head)}${head < from ? '… ' : ''}${line.slice(from, to)}${to < line.length ? ' …' : ''}`
}

const sharedLength = (one: readonly string[], other: readonly string[]) => {
  const differs = one.findIndex((char, at) => char !== other[at])
  return one.slice(0, differs === -1 ? one.length : differs).join('').length
}

/** The beginning of a word before the difference; the whole line stays where little would be left out. */
const cutBefore = (line: string, shared: number) =>
  shared > 2 * keptChars ? line.lastIndexOf(' ', shared - keptChars) + 1 : 0

const saidOf = (kind: string | undefined, reason: string): QuotedChange['said'] | undefined => {
  if (kind === 'part_not_judged' && reason.startsWith('Only the change’s own tests fail')) return 'own'
  if (kind === 'part_not_judged') return reason.startsWith('No test judges what') ? 'words' : undefined
  return kind === 'hunk_not_shown' ? 'change' : kind === 'hunk_not_tried' ? 'untried' : undefined
}

/** The change that a finding of the probes quotes within its sentence; undefined for any other finding. */
export const quotedChange = (kind: string | undefined, reason: string): QuotedChange | undefined => {
  const said = saidOf(kind, reason)
  if (said === undefined) return undefined
  for (const [form, wasAt, isAt, lineAt] of forms) {
    const found = form.exec(reason)
    if (!found) continue
    const part = (at: number | undefined) => (at === undefined ? undefined : found[at])
    const was = part(wasAt)
    const is = part(isAt)
    const line = part(lineAt)
    if (is === undefined || !line?.includes(is)) return { was, is, said }
    return { was: line.replace(is, () => was ?? '…'), is: line, said }
  }
  return undefined
}
