import { refuse, type Context, type Operation } from '../../platform/contract/index.ts'
import { placeOf } from './rules.ts'

type Asking = Pick<Context<Operation>, 'caller' | 'invalid'>

/** A key that names projects is none for what belongs to the whole workspace. */
export const refuseProjectKeys = ({ caller }: Pick<Asking, 'caller'>): void => {
  if (caller.projectIds) refuse('forbidden')
}

/** Where the page that was asked for begins, and its length; a cursor of other lists ends the request in 400. */
export const pageAsked = (
  { cursor, limit = 50 }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  { invalid }: Pick<Asking, 'invalid'>,
) => {
  const after = placeOf(cursor)
  if (!after) return invalid([{ path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }])
  return { after, limit }
}
