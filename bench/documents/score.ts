/** A piece of a document in the order of reading: text, rows of a table, or fields of a form with their values. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'item'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'fields'; readonly fields: readonly (readonly [label: string, value: string])[] }

export interface Score {
  /** Edits that turn what was read into the text of the document, per character of that text. */
  readonly errorRate: number
  /** Share of cells and form fields found in their row; undefined for a document without them. */
  readonly cells: number | undefined
  /** Share of words in reading order, of those that were found. */
  readonly order: number
}

/** Compares the text that a reader wrote, as Markdown or as plain text, with the blocks of the document. */
export const scoreOf = (blocks: readonly Block[], output: string): Score => {
  const expected = plainText(blocks.flatMap(linesOfBlock).join('\n'))
  const found = plainText(output)
  return {
    errorRate: editDistance(expected, found) / Math.max(1, expected.length),
    cells: cellShare(blocks, output),
    order: orderShare(expected, found),
  }
}

const linesOfBlock = (block: Block): readonly string[] => {
  if (block.kind === 'table') return block.rows.map((row) => row.join(' '))
  return block.kind === 'fields' ? block.fields.map((field) => field.join(' ')) : [block.text]
}

const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]`
const spaceBesideCjk = new RegExp(String.raw`(?<=${cjk}) | (?=${cjk})`, 'gu')

/** Text without marks of Markdown, marks of lists, rules of forms, direction marks and line breaks. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/<!--.*?-->/g, ' ')
    .replaceAll(/^\|?(?:\s*:?-{3,}:?\s*\|)+\s*$/gm, ' ')
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+•●◦▪·])\s+/gm, '')
    .replaceAll(/\[\^[^\]]*\]:?/g, '')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(?<!\\)\|/g, ' ')
    .replaceAll(String.raw`\|`, '|')
    .replaceAll(/_{2,}|\.{4,}/g, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(spaceBesideCjk, '')
    .normalize('NFKC')
    .trim()

/** Insertions, deletions and replacements of characters between two texts (Levenshtein). */
export const editDistance = (a: string, b: string): number => {
  const from = Array.from(a)
  const to = Array.from(b)
  let row = Uint32Array.from({ length: to.length + 1 }, (_none, at) => at)
  for (const [at, char] of from.entries()) {
    const next = new Uint32Array(to.length + 1)
    next[0] = at + 1
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = row[column - 1]! + (to[column - 1] === char ? 0 : 1)
      next[column] = Math.min(replaced, row[column]! + 1, next[column - 1]! + 1)
    }
    row = next
  }
  return row[to.length]!
}

const cellShare = (blocks: readonly Block[], output: string): number | undefined => {
  const lines = output.split(/[\n\f]/)
  const grid = lines.map(cellsOfLine)
  const counts = blocks.map((block) => {
    if (block.kind === 'table') return cellsFound(block.rows, grid)
    return block.kind === 'fields' ? fieldsFound(block.fields, lines.map(plainText)) : { found: 0, all: 0 }
  })
  const all = counts.reduce((sum, count) => sum + count.all, 0)
  return all === 0 ? undefined : counts.reduce((sum, count) => sum + count.found, 0) / all
}

/** Cells of a line: of a table of Markdown, or what wide gaps part in plain text. */
const cellsOfLine = (line: string): readonly string[] =>
  (line.trimStart().startsWith('|') ? line.split(/(?<!\\)\|/) : line.split(/\s{2,}|\t/))
    .map(plainText)
    .filter((cell) => cell !== '')

const cellsFound = (rows: readonly (readonly string[])[], grid: readonly (readonly string[])[]) => {
  const unused = new Set(grid)
  let found = 0
  let all = 0
  for (const row of rows) {
    const cells = row.map(plainText).filter((cell) => cell !== '')
    all += cells.length
    let best: { readonly line: readonly string[]; readonly count: number } | undefined
    for (const line of unused) {
      const count = cells.filter((cell) => line.some((other) => isAlmost(cell, other))).length
      if (count > (best?.count ?? 0)) best = { line, count }
    }
    if (!best) continue
    unused.delete(best.line)
    found += best.count
  }
  return { found, all }
}

/** A field is found where one line has its label and, after it, its value. */
const fieldsFound = (fields: readonly (readonly [string, string])[], lines: readonly string[]) => {
  const isFound = ([label, value]: readonly [string, string]) =>
    lines.some((line) => {
      const start = line.indexOf(plainText(label))
      const end = line.lastIndexOf(plainText(value))
      return start >= 0 && end > start
    })
  return { found: fields.filter(isFound).length, all: fields.length }
}

// A wrong character in a cell counts in the error rate, and not here as well.
const isAlmost = (cell: string, other: string) =>
  cell === other ||
  (Math.abs(cell.length - other.length) <= cell.length * 0.2 && editDistance(cell, other) <= cell.length * 0.2)

/** The longest run of words, found once on both sides, that have the same order on both. */
const orderShare = (expected: string, found: string): number => {
  const places = positionsOfUnique(found)
  const order = [...positionsOfUnique(expected).keys()].flatMap((word) => places.get(word) ?? [])
  if (order.length === 0) return 0
  // The last place of the best rising sequence of each length (patience sorting).
  const tails: number[] = []
  for (const place of order) {
    const at = tails.findIndex((tail) => tail >= place)
    tails[at < 0 ? tails.length : at] = place
  }
  return tails.length / order.length
}

/** Words, or pairs of characters where a script has no spaces, that occur once, with their places. */
const positionsOfUnique = (text: string): ReadonlyMap<string, number> => {
  const words = text.split(' ').flatMap((word) => (new RegExp(cjk, 'u').test(word) ? pairsOf(word) : [word]))
  const counts = Map.groupBy(words.entries(), ([, word]) => word)
  return new Map([...counts].flatMap(([word, uses]) => (uses.length === 1 ? [[word, uses[0]![0]] as const] : [])))
}

const pairsOf = (word: string) => Array.from(word, (char, at) => char + (Array.from(word)[at + 1] ?? ''))
