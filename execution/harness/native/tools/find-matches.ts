/** Where a text was found: character positions, and the text that goes there. */
interface TextMatch {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface FoundMatches {
  readonly places: readonly TextMatch[]
  /** The assumption behind the match; undefined if every character is equal. */
  readonly assumed?: string | undefined
}

/**
 * The places of `find` in a text, with the result of `replace` there: by the first of these ways that finds any.
 * Exactly; with the file's line ends; without line numbers at the front; with another indentation; with other white
 * space at the ends of lines; with other white space anywhere; with escapes undone.
 */
export const findMatches = (text: string, find: string, replace: string): FoundMatches => {
  for (const way of ways) {
    const places = way.find(text, find, replace)
    if (places.length > 0) return { places, assumed: way.assumed }
  }
  return { places: [] }
}

type Finder = (text: string, find: string, replace: string) => TextMatch[]

const exactly: Finder = (text, find, replace) => {
  const places: TextMatch[] = []
  if (find === '') return places
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + 1))
    places.push({ start: at, end: at + find.length, text: replace })
  return places
}

const withLineEnds: Finder = (text, find, replace) => {
  if (!text.includes('\r\n')) return []
  return exactly(text, crlf(find), crlf(replace))
}

const crlf = (text: string) => text.replaceAll(/\r?\n/g, '\r\n')

const numberedLine = /^ *\d+(\t|: | \| ?|\| )/

const withoutNumbers: Finder = (text, find, replace) => {
  const bare = bareOf(find)
  if (bare === undefined) return []
  const bareReplacement = bareOf(replace) ?? replace
  const places = exactly(text, bare, bareReplacement)
  return places.length > 0 ? places : withLineEnds(text, bare, bareReplacement)
}

const bareOf = (text: string) => {
  const lines = text.split('\n')
  if (!lines.every((line, at) => numberedLine.test(line) || (line === '' && at === lines.length - 1))) return undefined
  return lines.map((line) => line.replace(numberedLine, '')).join('\n')
}

/** Whole lines that are equal once `plain` has been applied to both; new lines are indented as those were. */
const byLines =
  (plain: (line: string) => string): Finder =>
  (text, find, replace) => {
    const wanted = linesOf(find)
    if (wanted.every((line) => line.trim() === '')) return []
    const lines = text.split('\n')
    const plainLines = lines.map(plain)
    const plainWanted = wanted.map(plain)
    const places: TextMatch[] = []
    let start = 0
    for (let at = 0; at + wanted.length <= lines.length; at += 1) {
      if (plainWanted.every((line, offset) => line === plainLines[at + offset])) {
        const there = lines.slice(at, at + wanted.length)
        const end = start + there.join('\n').length
        places.push({ start, end, text: fitted(replace, wanted, there, find.endsWith('\n')) })
      }
      start += lines[at]!.length + 1
    }
    return places
  }

const linesOf = (text: string) => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0]

/** The new text with the indentation of the old one in the file, and its line ends. */
const fitted = (replace: string, wanted: readonly string[], there: readonly string[], wasWhole: boolean) => {
  const first = wanted.findIndex((line) => line.trim() !== '')
  const from = indentOf(wanted[first]!)
  const to = indentOf(there[first]!)
  const text = wasWhole && replace.endsWith('\n') ? replace.slice(0, -1) : replace
  const lines = text
    .split('\n')
    .map((line) => (line.trim() !== '' && line.startsWith(from) ? to + line.slice(from.length) : line))
  const isCrlf = there.some((line) => line.endsWith('\r'))
  const joined = lines.map((line) => line.replace(/\r$/, '')).join(isCrlf ? '\r\n' : '\n')
  return there.at(-1)!.endsWith('\r') ? `${joined}\r` : joined
}

/** Equal apart from one indentation that all lines have in common. */
const withIndentation: Finder = (text, find, replace) => {
  const wanted = undented(linesOf(find))
  return byLines((line) => line.trim())(text, find, replace).filter(({ start, end }) => {
    const there = undented(text.slice(start, end).split('\n'))
    return there.every((line, at) => line.trimEnd() === wanted[at]!.trimEnd())
  })
}

const undented = (lines: readonly string[]) => {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => indentOf(line).length)
  const least = Math.min(...indents)
  return lines.map((line) => line.slice(least))
}

const unescaped: Finder = (text, find, replace) => {
  if (!/\\[nt"'\\`]/.test(find)) return []
  return exactly(text, undo(find), undo(replace))
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }
const undo = (text: string) => text.replaceAll(/\\([nt"'\\`])/g, (_, one: string) => escapes[one] ?? one)

const ways: readonly { readonly find: Finder; readonly assumed?: string }[] = [
  { find: exactly },
  { find: withLineEnds },
  { find: withoutNumbers, assumed: 'the line numbers at the front are not part of the text' },
  { find: withIndentation, assumed: 'the indentation is the one of the file' },
  { find: byLines((line) => line.trim()), assumed: 'white space at the ends of lines does not matter' },
  {
    find: byLines((line) => line.trim().replaceAll(/\s+/g, ' ')),
    assumed: 'the amount of white space does not matter',
  },
  { find: unescaped, assumed: 'escapes such as \\n stand for the characters' },
]
