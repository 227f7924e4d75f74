import { domain } from '../../domain.ts'
import { assets } from './contract.ts'
import handlers from './handlers.ts'
import { assetRow, assetsOfPerson, clearFileNames, assetsDueIn, endAbandoned, removeOldAssets } from './store.ts'
import type { AssetParts } from './store-asset.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { removeLater } from '../../../platform/removals/index.ts'
import { objectKey } from './rules.ts'

export default domain({
  name: 'assets',
  contract: assets,
  handlers,
  kinds: { ai_asset: async (tx, id) => (await assetRow(tx, { id })) && { projectId: null } },
  schedules: (parts: AssetParts) => [
    { name: 'old-ai-assets', everySeconds: 3_600, work: (context) => removeOld(parts, context) },
  ],
  person: {
    exportIn: async (tx, { userId }) => ({ aiAssets: await assetsOfPerson(tx, { userId }) }),
    eraseIn: (tx, { userId }) => clearFileNames(tx, { userId }),
  },
})

const atOnce = 200

/** Removes assets that are kept no longer, and content that a process left behind when it died. */
export const removeOld = (parts: AssetParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, assetsDueIn, (workspace, { time }) => removeAllIn(parts, workspace, time), context)

const removeAllIn = async ({ database }: AssetParts, workspace: string, time: AbortSignal) => {
  for (let isMore = true; isMore && !time.aborted;)
    isMore = await database.within(workspace, async (tx) => {
      const old = await removeOldAssets(tx, { limit: atOnce })
      const abandoned = await endAbandoned(tx, { limit: atOnce })
      const keys = [...old, ...abandoned].map(({ id }) => objectKey(workspace, id))
      await removeLater(tx, keys)
      return old.length === atOnce || abandoned.length === atOnce
    })
}
