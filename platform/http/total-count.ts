import { countMost } from '../db/page.ts'
import type { ReplyValue } from '../handler/reply.ts'
import type { Run } from './run.ts'

/**
 * Adds `Total-Count` to the first page of a list if the caller sent `Prefer: count` (RFC 7240): the number of its rows, or
 * `1000+` for 1,000 and more. A list that ends with this page is counted by its rows. Runs in the transaction of the read,
 * so that page and count agree.
 */
export const addTotalCount = async (run: Run, { body }: ReplyValue): Promise<void> => {
  const { request, reply } = run
  if (!Array.isArray(body) || !isAsked(request.headers.prefer)) return
  if ((request.query as { readonly cursor?: string }).cursor !== undefined) return
  const isWhole = reply.getHeader('link') === undefined
  const count = isWhole || body.length >= countMost ? body.length : await run.count?.()
  if (count !== undefined) void reply.header('total-count', count >= countMost ? `${countMost}+` : count)
}

const isAsked = (prefer: string | readonly string[] | undefined): boolean =>
  [prefer ?? []]
    .flat()
    .join()
    .split(',')
    .some((one) => one.trim() === 'count')
