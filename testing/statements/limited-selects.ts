const changesOrLocks = /\b(?:update|delete|for (?:no key )?update|for (?:key )?share)\b/i
const isComputedOnce = /(?:\barray|\bas materialized|[=<>])\s*$/i

/**
 * The selects with a limit inside a statement that changes or locks rows, where PostgreSQL may run the select again for
 * each row: a second run can give other rows, with a lock and without, and the statement takes more than the limit.
 * PostgreSQL runs `array(select …)`, a materialized query and a single value that is compared only once.
 */
export const repeatableLimits = (text: string): string[] =>
  changesOrLocks.test(text)
    ? bracketsOf(text)
        .filter(({ own }) => /^\s*select\b/i.test(own) && /\b(?:limit|fetch)\b/i.test(own))
        .filter(({ before }) => !isComputedOnce.test(before))
        .map(({ before, own }) => `${before.trim().split(/\s+/).at(-1)} (${own.trim().replace(/\s+/g, ' ')})`)
    : []

interface Bracket {
  /** The text of the statement before the opening bracket. */
  readonly before: string
  /** The text in the bracket, without the text in further brackets within it. */
  own: string
}

const bracketsOf = (text: string): Bracket[] => {
  const closed: Bracket[] = []
  const open: Bracket[] = []
  let position = 0
  for (const part of text.split(/('(?:[^']|'')*'|[()])/)) {
    if (part === '(') open.push({ before: text.slice(0, position), own: '' })
    else if (part === ')') closed.push(...open.splice(-1))
    else for (const bracket of open.slice(-1)) bracket.own += part
    position += part.length
  }
  return closed
}
