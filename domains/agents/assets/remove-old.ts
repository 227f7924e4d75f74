import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { removeLater } from '../../../platform/removals/index.ts'
import { objectKey } from './rules.ts'
import { assetsDueIn, endAbandoned, removeOldAssets } from './store.ts'
import type { AssetParts } from './store-asset.ts'

const atOnce = 200

/** Removes assets that are kept no longer, and content that a process left behind when it died. */
export const removeOld = (parts: AssetParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, assetsDueIn, (workspace, { time }) => removeAllIn(parts, workspace, time), context)

const removeAllIn = async ({ database }: AssetParts, workspace: string, time: AbortSignal) => {
  for (let isMore = true; isMore && !time.aborted;)
    isMore = await database.within(workspace, async (tx) => {
      const old = await removeOldAssets(tx, atOnce)
      const abandoned = await endAbandoned(tx, atOnce)
      await removeLater(
        tx,
        [...old, ...abandoned].map((id) => objectKey(workspace, id)),
      )
      return old.length === atOnce || abandoned.length === atOnce
    })
}
