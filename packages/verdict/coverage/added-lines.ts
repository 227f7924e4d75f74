/** By path, the numbers that the lines which a change adds have after it, in order. */
export type AddedLines = ReadonlyMap<string, readonly number[]>

const hunk = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/

/** Returns the lines that a patch adds, as git writes it; for a cut patch, the lines before the cut. */
export const addedLinesIn = (patch: string): AddedLines => {
  const found = new Map<string, number[]>()
  let lines: number[] | undefined
  // The lines left on both sides of the hunk that is being read, so that no content is taken for a header.
  let before = 0
  let after = 0
  let line = 0
  for (const text of patch.split('\n')) {
    if (before > 0 || after > 0) {
      if (text.startsWith('\\')) continue
      if (!text.startsWith('+')) before -= 1
      if (text.startsWith('-')) continue
      if (text.startsWith('+')) lines?.push(line)
      after -= 1
      line += 1
      continue
    }
    const begins = hunk.exec(text)
    if (begins) {
      before = Number(begins[1] ?? 1)
      line = Number(begins[2])
      after = Number(begins[3] ?? 1)
    } else if (text.startsWith('diff --git ')) lines = undefined
    else if (text.startsWith('+++ ')) {
      const path = pathIn(text.slice(4))
      if (path !== undefined) found.set(path, (lines = []))
    }
  }
  return found
}

const pathIn = (text: string): string | undefined => {
  const path = unquoted(text.replace(/\t$/, ''))
  return path.startsWith('b/') ? path.slice(2) : undefined
}

const letters: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }

/** Git writes a path with bytes beyond ASCII between quotes, and the bytes as octal numbers. */
const unquoted = (text: string): string => {
  if (!/^".*"$/.test(text)) return text
  const parts = text.slice(1, -1).match(/\\[0-7]{3}|\\.|[^\\]+/g) ?? []
  const bytes = parts.map((part) => {
    if (!part.startsWith('\\')) return Buffer.from(part)
    const mark = part.slice(1)
    return Buffer.from([mark.length === 3 ? parseInt(mark, 8) & 0xff : (letters[mark] ?? mark.charCodeAt(0))])
  })
  return Buffer.concat(bytes).toString('utf8')
}
