export interface DiffLine {
  readonly kind: 'add' | 'del' | 'same' | 'hunk'
  readonly text: string
  readonly before?: number
  readonly after?: number
}

export interface FilePatch {
  /** The path after the change; the path before it if the file is removed. */
  readonly path: string
  readonly lines: readonly DiffLine[]
}

const header = /^(?:---|\+\+\+) (.*?)\t?$/
const renamed = /^rename to (.*)$/
const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Whether lines of the file are left out before a piece, by its heading. */
export const hasLinesBefore = (heading: string): boolean => {
  const begins = hunk.exec(heading)
  return !begins || Number(begins[1]) > 1 || Number(begins[2]) > 1
}

/** The files of a unified diff as git writes it, with the numbers of their lines. */
export const filesIn = (patch: string): FilePatch[] =>
  patch
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => {
      const lines = part.split('\n')
      const first = lines.findIndex((line) => hunk.test(line))
      const headEnd = first === -1 ? lines.length : first
      return { path: pathIn(lines.slice(0, headEnd)), lines: linesIn(lines.slice(headEnd)) }
    })

const pathIn = (head: readonly string[]) => {
  const names = head.flatMap((line) => {
    const name = renamed.exec(line)?.[1]
    if (name !== undefined) return [unquoted(name)]
    const sidePath = unquoted(header.exec(line)?.[1] ?? '')
    return /^[ab]\//.test(sidePath) ? [sidePath.slice(2)] : []
  })
  return names.at(-1) ?? ''
}

const letters: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 }
const escaped = /\\([0-7]{3}|.)|([^\\]+)/g

/** Decodes a path that git wrote in quotes, with its bytes as octal numbers; returns any other path unchanged. */
const unquoted = (name: string): string => {
  if (!/^".*"$/.test(name)) return name
  const bytes = [...name.slice(1, -1).matchAll(escaped)].flatMap(([, mark, plain]) => {
    if (mark === undefined) return [...new TextEncoder().encode(plain)]
    return [mark.length === 3 ? Number.parseInt(mark, 8) : (letters[mark] ?? mark.codePointAt(0)!)]
  })
  return new TextDecoder().decode(new Uint8Array(bytes))
}

const linesIn = (lines: readonly string[]): DiffLine[] => {
  const diffLines: DiffLine[] = []
  let before = 0
  let after = 0
  for (const line of lines) {
    const begins = hunk.exec(line)
    if (begins) {
      before = Number(begins[1])
      after = Number(begins[2])
      diffLines.push({ kind: 'hunk', text: line })
    } else if (line.startsWith('+')) diffLines.push({ kind: 'add', text: line.slice(1), after: after++ })
    else if (line.startsWith('-')) diffLines.push({ kind: 'del', text: line.slice(1), before: before++ })
    else if (line.startsWith(' '))
      diffLines.push({ kind: 'same', text: line.slice(1), before: before++, after: after++ })
  }
  return diffLines
}

/** The lines of a file without a change. */
export const linesOf = (content: string): DiffLine[] =>
  content
    .replace(/\n$/, '')
    .split('\n')
    .map((text, at) => ({ kind: 'same', text, after: at + 1 }))
