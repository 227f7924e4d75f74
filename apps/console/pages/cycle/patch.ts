export interface DiffLine {
  readonly kind: 'add' | 'del' | 'same' | 'hunk'
  readonly text: string
  readonly before?: number
  readonly after?: number
}

export interface FilePatch {
  /** After the change; before it, where the file is removed. */
  readonly path: string
  readonly lines: readonly DiffLine[]
}

const header = /^(---|\+\+\+) (?:[ab]\/)?(.*?)\t?$/
const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The files of a unified diff as git writes it, with the numbers of their lines. */
export const filesIn = (patch: string): FilePatch[] =>
  patch
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => part.split('\n'))
    .map((lines) => ({ path: pathIn(lines), lines: linesIn(lines) }))

const pathIn = (lines: readonly string[]) => {
  const first = lines.findIndex((line) => hunk.test(line))
  const names = lines
    .slice(0, first === -1 ? undefined : first)
    .flatMap((line) => header.exec(line)?.[2] ?? [])
    .filter((name) => name !== '/dev/null')
  return names.at(-1) ?? ''
}

const linesIn = (lines: readonly string[]): DiffLine[] => {
  const found: DiffLine[] = []
  let [before, after] = [0, 0]
  for (const line of lines.slice(lines.findIndex((one) => hunk.test(one)))) {
    const begins = hunk.exec(line)
    if (begins) {
      ;[before, after] = [Number(begins[1]), Number(begins[2])]
      found.push({ kind: 'hunk', text: line })
    } else if (line.startsWith('+')) found.push({ kind: 'add', text: line.slice(1), after: after++ })
    else if (line.startsWith('-')) found.push({ kind: 'del', text: line.slice(1), before: before++ })
    else if (line.startsWith(' ')) found.push({ kind: 'same', text: line.slice(1), before: before++, after: after++ })
  }
  return found
}

/** A file as it is, as lines without a change. */
export const linesOf = (content: string): DiffLine[] =>
  content
    .replace(/\n$/, '')
    .split('\n')
    .map((text, at) => ({ kind: 'same', text, after: at + 1 }))
