import { statement } from '../db/statement.ts'
import { workspacesDue } from '../db/workspaces-due.ts'
import { retention } from './kinds.ts'
import type { Expiry } from './sweep.ts'

type Kinds = typeof retention
/** Kinds that end after a number of days. */
type TimedKind = { [Kind in keyof Kinds]: Kinds[Kind]['days'] extends number ? Kind : never }[keyof Kinds]

/** Expires rows older than the days of their kind: `since` is SQL of a row's time, `condition` selects the rows. */
export const rowExpiry = (
  kind: TimedKind,
  { name }: { readonly name: string },
  since: string,
  condition = 'true',
): Required<Expiry> => {
  const isOld = `${condition} and ${since} < now() - make_interval(days => ${retention[kind].days})`
  const removal = statement<{ limit: number }>(
    `${name}.remove-old-rows`,
    `delete from ${name} where workspace_id = :workspace and id = any(array(
       select id from ${name} where workspace_id = :workspace and ${isOld} limit :limit)) returning 1`,
  )
  return {
    kind,
    dueIn: workspacesDue(`old-rows-of-${name}`, `${name} where ${isOld}`),
    remove: async (tx, limit) => (await removal(tx, { limit })).length,
  }
}
