import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

/** Objects that are about to be stored go 48 hours later, unless `cancelRemovals` is called for them until then. */
export const announceObjects = statement<{ keys: readonly string[] }>(
  'removed-object.announce',
  `insert into removed_object (key, due_at) select distinct key, now() + interval '48 hours'
   from unnest(:keys::text[]) key order by key
   on conflict (key) do update set due_at = greatest(removed_object.due_at, excluded.due_at)`,
)

const keep = statement<{ keys: readonly string[] }, { key: string }>(
  'removed-object.keep',
  `delete from removed_object where key = any(:keys) and due_at > now()::timestamptz(3) returning key`,
)
/** Announced objects that a row names from now on. An object whose time came is a bug, or took two days to store. */
export const cancelRemovals = async (tx: Transaction, keys: readonly string[]): Promise<void> => {
  const count = (await keep(tx, { keys })).length
  if (count !== keys.length)
    throw new Error(`${keys.length - count} of ${keys.length} objects were stored too long ago`)
}

/** Objects that rows name again, whose keys follow from their content. */
export const retainObjects = statement<{ keys: readonly string[] }>(
  'removed-object.retain',
  'delete from removed_object where key = any(:keys)',
)

const remove = statement<{ keys: readonly string[]; hours: number }>(
  'removed-object.remove',
  `insert into removed_object (key, due_at)
   select distinct key, now() + make_interval(hours => :hours) from unnest(:keys::text[]) key order by key
   on conflict (key) do update set due_at = least(removed_object.due_at, excluded.due_at)`,
)
/**
 * In the transaction after which no row names these objects: they go 48 hours later, so that a failover to a standby
 * without the last transactions, and a backup that is being made, have what their rows name.
 */
export const removeLater = (tx: Transaction, keys: readonly string[]) => remove(tx, { keys, hours: 48 })

/** Removes within a minute objects that must not stay, or that no committed row can name again. */
export const removeSoon = (tx: Transaction, keys: readonly string[]) => remove(tx, { keys, hours: 0 })

/** For the functions above: all objects under a prefix. No object is stored under it afterwards. */
export const allUnder = (prefix: string): string => `${prefix}/`

const due = statement<{ limit: number }, { key: string }>(
  'removed-object.due',
  `select key from removed_object where due_at <= now()::timestamptz(3) order by due_at limit :limit`,
)
export const dueObjects = async (tx: Transaction, limit: number) => (await due(tx, { limit })).map(({ key }) => key)

/** After the objects themselves. */
export const deleteRemovals = statement<{ keys: readonly string[] }>(
  'removed-object.forget',
  'delete from removed_object where key = any(:keys) and due_at <= now()::timestamptz(3)',
)
