import type { Operation } from '../../../platform/contract/index.ts'
import type { Context } from '../../../platform/handler/index.ts'
import { parseCursor } from './rules.ts'

/** Where the page that was asked for begins, and its length; a cursor of other lists ends the request in 400. */
export const readPageQuery = (
  { cursor, limit = 50 }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  { invalid }: Pick<Context<Operation>, 'invalid'>,
) => {
  const after = parseCursor(cursor)
  if (!after) return invalid([{ path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }])
  return { after, limit }
}
