import type { Database } from '../db/database.ts'
import type { ObjectRemover } from '../storage/index.ts'
import { dueObjects, deleteRemovals, removeSoon } from './store.ts'

const batch = 100

/** Carries out the rows that list objects to remove. Only it removes an object that a row named. See decisions/0335. */
export type Removals = ReturnType<typeof openRemovals>

interface Parts {
  readonly database: Pick<Database, 'instance'>
  readonly objects: ObjectRemover
}

/** Opens the removal of objects that rows have listed. */
export const openRemovals = ({ database, objects }: Parts) => {
  // First the objects, then their rows: a death in between removes them again.
  const remove = async (keys: readonly string[]) => {
    for (const key of keys) await (key.endsWith('/') ? objects.removeUnder(key.slice(0, -1)) : objects.remove(key))
    await database.instance((tx) => deleteRemovals(tx, { keys }))
  }
  return {
    /** Removes objects at once, in own transactions: objects that no committed row names, and objects of an erasure. */
    now: async (keys: readonly string[]) => {
      if (keys.length === 0) return
      await database.instance((tx) => removeSoon(tx, keys))
      await remove(keys)
    },
    /** Removes the objects whose time has come. */
    carryOut: async ({ signal }: { readonly signal: AbortSignal }) => {
      for (let keys: readonly string[] = []; !signal.aborted;) {
        keys = await database.instance((tx) => dueObjects(tx, batch))
        await remove(keys)
        if (keys.length < batch) return
      }
    },
  }
}
