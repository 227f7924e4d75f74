import { createHash } from 'node:crypto'

/** Ids of calls that an endpoint takes. `length` is that of those made here, at most 40. */
interface FittingIds {
  readonly pattern: RegExp
  readonly length: number
}

/**
 * An id of a call as an endpoint takes it: unchanged if it fits, and otherwise derived from it, equal for a call and
 * its result. Ids from an endpoint go to another when the model of a conversation changes.
 */
export const fittingId = (id: string, { pattern, length }: FittingIds): string =>
  pattern.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, length)
