import { asOwner } from '../database-state.ts'
import { scheduledContext } from '../jobs/scheduled.ts'
import type { TestServer } from '../server.ts'

/** The keys, among these, of objects that are removed later. */
export const removedLater = async (server: TestServer, ...keys: readonly string[]): Promise<string[]> => {
  const rows = await asOwner(server, 'select key from removed_object where key = any($1)', [keys])
  return rows.map(({ key }) => String(key))
}

/** Removes what is removed within 48 hours, as if they had passed. */
export const passRemovals = async (server: TestServer): Promise<void> => {
  await asOwner(server, `update removed_object set due_at = due_at - interval '48 hours'`)
  await server.parts.removals.carryOut(scheduledContext)
}
