/** A match of a pattern in one view of a file, without the blanks around it. */
export type Hit = ReturnType<typeof hitsIn>[number]

/** Returns every match of a global expression, with its line, counted from 1. */
export const hitsIn = (view: string, pattern: RegExp) => {
  const hits: { readonly index: number; readonly line: number; readonly found: string }[] = []
  let line = 1
  let counted = 0
  for (const match of view.matchAll(pattern)) {
    const index = match.index + (match[0].length - match[0].trimStart().length)
    for (let at = view.indexOf('\n', counted); at !== -1 && at < index; at = view.indexOf('\n', counted)) {
      line += 1
      counted = at + 1
    }
    hits.push({ index, line, found: match[0].trim() })
  }
  return hits
}

/** The patterns of a table, each with its kind. */
export const patternsIn = <Table extends object>(table: Table | undefined) =>
  Object.entries(table ?? {}) as [keyof Table, RegExp][]

/** The line of a place, counted from 1; the first line for -1. */
export const lineAt = (text: string, index: number): number => text.slice(0, Math.max(0, index)).split('\n').length

const lineMostChars = 200

/** The rest of a line from this place, with single spaces. */
export const lineText = (view: string, index: number): string =>
  (/^[^\n]*/.exec(view.slice(index, index + lineMostChars))?.[0] ?? '').replace(/\s+/g, ' ').trim()

/** The whole line around this place, with single spaces. */
export const wholeLine = (view: string, index: number): string => lineText(view, view.lastIndexOf('\n', index) + 1)

/** Like `lineText`, alike for every kind of quotes: a formatter's change is no change. */
export const keyText = (view: string, index: number): string => lineText(view, index).replace(/['`]/g, '"')

/** The hits that `after` has more of than `before`, by key. */
export const addedHits = <T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): T[] => {
  const left = new Map<string, number>()
  for (const one of before) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return after.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0
    if (count > 0) left.set(keyOf(one), count - 1)
    return count === 0
  })
}
