import { absent, usage } from './failure.ts'
import { printable } from './terminal/text.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const shortChars = 8
const leastChars = 4
const rowsMost = 5_000

/** The end of an id: its beginning is a time, which ids from the same minute share. */
export const shortId = (id: string): string => id.replaceAll('-', '').slice(-shortChars)

export const isId = (text: string): boolean => uuid.test(text)

/** Whether a text can be a part of an id, for which the rows are worth reading. */
export const isPartOfId = (text: string): boolean =>
  new RegExp(`^[0-9a-f-]{${leastChars},36}$`, 'i').test(text) && !/^-|-$/.test(text)

interface RecordKind<Row> {
  readonly one: string
  /** By default `one` with an s. */
  readonly many?: string
  /** The command that lists them. */
  readonly list: string
  readonly describe: (row: Row) => string
}

/**
 * The id that is named: whole, or by its beginning or end if only one of the newest rows has it. Where several do, they
 * are named, and nothing is chosen.
 */
export const chooseId = async <Row extends { readonly id: string }>(
  named: string,
  rows: AsyncIterable<Row> | Iterable<Row>,
  { one, many = `${one}s`, list, describe }: RecordKind<Row>,
): Promise<string> => {
  if (isId(named)) return named
  const found = isPartOfId(named) ? await rowsLike(named, rows) : []
  const [first, ...more] = found
  if (more.length > 0) {
    const lines = found.slice(0, 10).map((row) => `  ${row.id}  ${printable(describe(row))}`)
    throw usage(
      [`${found.length} ${many} have an id like ${printable(named)}:`, ...lines, 'Give more of it.'].join('\n'),
      'ambiguous_id',
    )
  }
  if (first) return first.id
  throw absent(
    `no_${one}`,
    `There is no ${one} with an id like ${printable(named)}. ${list} lists what there is; ${leastChars} characters of the beginning or end are enough where no other has them.`,
  )
}

const rowsLike = async <Row extends { readonly id: string }>(
  named: string,
  rows: AsyncIterable<Row> | Iterable<Row>,
) => {
  const part = named.replaceAll('-', '').toLowerCase()
  const found: Row[] = []
  let seen = 0
  for await (const row of rows) {
    const whole = row.id.replaceAll('-', '')
    if (whole.startsWith(part) || whole.endsWith(part)) found.push(row)
    seen += 1
    if (seen >= rowsMost) break
  }
  return found
}
