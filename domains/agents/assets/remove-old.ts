import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { objectKey } from './rules.ts'
import { abandonedContent, assetsDueIn, endArrival, removeOldAssets } from './store.ts'
import type { AssetParts } from './store-asset.ts'

const atOnce = 200

/** Removes assets that are kept no longer, and content that a process left behind when it died. */
export const removeOld = (parts: AssetParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, assetsDueIn, (workspace) => removeIn(parts, workspace), context)

const removeIn = async ({ database, objects }: AssetParts, workspace: string) => {
  await database.within(workspace, (tx) => removeOldAssets(tx, atOnce))
  for (const id of await database.reading(workspace, (tx) => abandonedContent(tx, atOnce))) {
    await objects.remove(objectKey(workspace, id))
    await database.within(workspace, (tx) => endArrival(tx, id))
  }
}
