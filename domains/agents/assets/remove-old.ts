import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { removeLater } from '../../../platform/removals/index.ts'
import { objectKey } from './rules.ts'
import { assetsDueIn, endAbandoned, removeOldAssets } from './store.ts'
import type { AssetParts } from './store-asset.ts'

const atOnce = 200

/** Removes assets that are kept no longer, and content that a process left behind when it died. */
export const removeOld = (parts: AssetParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, assetsDueIn, (workspace) => removeIn(parts, workspace), context)

const removeIn = ({ database }: AssetParts, workspace: string) =>
  database.within(workspace, async (tx) => {
    const ids = [...(await removeOldAssets(tx, atOnce)), ...(await endAbandoned(tx, atOnce))]
    await removeLater(
      tx,
      ids.map((id) => objectKey(workspace, id)),
    )
  })
