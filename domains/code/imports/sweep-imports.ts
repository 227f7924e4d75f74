import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { removeSoon } from '../../../platform/removals/index.ts'
import { sweepSessions, type SweepParts } from '../uploads/index.ts'
import { importSessions } from './store.ts'
import { removeExpiredScans, scansDueIn } from './store-scans.ts'

// A session and its data last two days; an older bundle was left by a process that died.
const abandonedMs = 4 * 24 * 60 * 60_000

/** Removes imports and scans that ran out, and bundles that nothing needs any more. */
export const sweepImports = async (parts: SweepParts, context: ScheduledContext): Promise<void> => {
  await sweepSessions(parts, importSessions, context)
  const removeScans = (workspace: string) =>
    parts.database.within(workspace, async (tx) =>
      removeSoon(tx, (await removeExpiredScans(tx)).map(importSessions.bundleKey)),
    )
  await inDueWorkspaces(parts.database, scansDueIn, removeScans, context)
  await parts.objects.removeOld('imports', abandonedMs)
}
