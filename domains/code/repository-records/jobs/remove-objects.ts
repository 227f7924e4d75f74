import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { dueObjects, forgetObjects, removalDueIn } from '../store-packs.ts'

const batch = 100

interface Parts {
  readonly database: Database
  readonly objects: Pick<ObjectStore, 'remove'>
}

/** Removes objects whose time has come, and then what says so: a death in between removes them once more. */
export const removeObjects = ({ database, objects }: Parts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(database, removalDueIn, (workspace) => removeIn({ database, objects }, workspace, context), context)

const removeIn = async ({ database, objects }: Parts, workspace: string, { signal }: ScheduledContext) => {
  for (let keys: readonly string[] = []; !signal.aborted;) {
    keys = await database.reading(workspace, (tx) => dueObjects(tx, batch))
    for (const key of keys) await objects.remove(key)
    await database.within(workspace, (tx) => forgetObjects(tx, keys))
    if (keys.length < batch) return
  }
}
