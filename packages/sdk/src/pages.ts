import { jsonOf, send, type Connection, type UntypedInput } from './request.ts'
import type { CallOptions } from './shapes.ts'
import type { Entry } from './table.ts'

/** Every row of a list, page by page; a page is requested when the previous page is used up. */
export async function* everyRow(
  connection: Connection,
  entry: Entry,
  input: UntypedInput = {},
  options: CallOptions = {},
): AsyncGenerator {
  let query = input.query ?? {}
  for (;;) {
    const page = await send(connection, entry, { input: { ...input, query }, options }, async (answer) =>
      pageIn(entry, await jsonOf(entry, answer), answer.headers.get('link')),
    )
    yield* page.rows
    if (!page.next) return
    query = { ...query, ...page.next }
  }
}

const pageIn = (entry: Entry, body: unknown, link: string | null) => {
  const by = entry.rows!
  if (by === 'link') {
    const cursor = cursorIn(link)
    return { rows: body as unknown[], next: cursor === undefined ? undefined : { cursor } }
  }
  if (by === 'after') {
    const rows = body as readonly { readonly number: number }[]
    const last = rows.at(-1)
    return { rows, next: last && { after: last.number } }
  }
  const record = body as Readonly<Record<string, unknown>>
  const cursor = record.nextCursor
  return {
    rows: record[by.slice('in:'.length)] as unknown[],
    next: typeof cursor === 'string' ? { cursor } : undefined,
  }
}

/** The cursor in `Link: <…?cursor=…>; rel="next"`, or in that of a list that is oldest first and leads back. */
const cursorIn = (link: string | null): string | undefined => {
  const linked = /<([^<>]*)>;\s*rel="?(?:next|prev)"?/.exec(link ?? '')?.[1]
  return linked === undefined ? undefined : (new URL(linked, 'http://link').searchParams.get('cursor') ?? undefined)
}
