import { createHash } from 'node:crypto'

/** Ids of calls that an endpoint takes. `length` is that of those made here, at most 40. */
interface FittingIds {
  readonly pattern: RegExp
  readonly length: number
}

/**
 * An id of a call as an endpoint takes it: as it is where it fits, and otherwise made from it, the same for a call and
 * its result. Ids of one endpoint go to another when the model of a conversation changes.
 */
export const fittingId = (id: string, { pattern, length }: FittingIds): string =>
  pattern.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, length)
