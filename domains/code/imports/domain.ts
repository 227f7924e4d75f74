import { domain } from '../../domain.ts'
import { type SweepParts, sweepSessions } from '../uploads/index.ts'
import { imports } from './contract.ts'
import handlers from './handlers.ts'
import { importKind, importSessions, importsOf } from './store.ts'
import { scanKind, scansOf, removeExpiredScans, scansDueIn } from './store-scans.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { removeSoon } from '../../../platform/removals/index.ts'

export default domain({
  name: 'imports',
  contract: imports,
  handlers,
  kinds: { import: importKind, import_scan: scanKind },
  schedules: (parts: SweepParts) => [
    { name: 'imports', everySeconds: 3_600, work: (context) => sweepImports(parts, context) },
  ],
  person: {
    exportIn: async (tx, { userId }) => ({
      imports: await importsOf(tx, { userId }),
      importScans: await scansOf(tx, { userId }),
    }),
    eraseIn: (tx, { userId }) => importSessions.forgetKeys(tx, userId),
  },
})

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
