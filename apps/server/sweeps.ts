import { stat } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { purgeProjects, sweepWorktrees } from '../../domains/delivery/cycles/index.ts'
import { settleActs } from '../../domains/accounts/people/index.ts'
import { workspaceIds } from '../../domains/accounts/workspaces/index.ts'
import { bundleKey, removeExpired } from '../../domains/code/imports/index.ts'
import { erasePeople, removeOld } from '../../domains/accounts/people/index.ts'
import { nativeRepositoryIds } from '../../domains/code/projects/index.ts'
import { scheduleAudit } from './audit.ts'
import { removeOldAnswers } from '../../platform/idempotency/index.ts'
import { sweep } from '../../platform/retention/index.ts'
import type { Parts } from './parts.ts'
import { inEachWorkspace } from './workspaces.ts'

const hourSeconds = 3_600
const abandonedMs = 6 * hourSeconds * 1_000

/** What has to be looked at now and then, by one process at a time; and at each start, what the last process left. */
export const scheduleSweeps = (parts: Parts, log: FastifyBaseLogger): void => {
  parts.repositories
    .sweep({ olderThanMs: abandonedMs })
    .catch((error: unknown) =>
      log.warn({ err: error }, 'What a dead process left could not be swept; it is tried again'),
    )
  parts.engine.schedule('imports', hourSeconds, () => sweepImports(parts))
  parts.engine.schedule('repositories', hourSeconds, () => parts.repositories.sweep({ olderThanMs: abandonedMs }))
  parts.engine.schedule('orphaned-repositories', hourSeconds, () => sweepOrphans(parts))
  parts.engine.schedule('left-worktrees', hourSeconds, async () =>
    sweepWorktrees(parts, await parts.database.identity(workspaceIds)),
  )
  parts.engine.schedule('deleted-projects', hourSeconds, () =>
    inEachWorkspace(parts.database, (workspace) => purgeProjects(parts, workspace)),
  )
  parts.engine.schedule('model-calls', 300, async () => {
    await parts.gateway.sweep()
  })
  parts.engine.schedule('idempotency-answers', hourSeconds, ({ signal }) => sweepAnswers(parts, signal))
  parts.engine.schedule('erasures', 5, ({ signal }) => erasePeople(parts.database, signal))
  parts.engine.schedule('mail', 5, ({ signal }) => parts.mailer.work({ signal }))
  parts.engine.schedule('retention', hourSeconds, async ({ signal }) => {
    await parts.mailer.sweep({ signal })
    await removeOld(parts.database, await parts.database.identity(workspaceIds), signal)
  })
  // What people did to their accounts, where the process died before it could be recorded.
  parts.engine.schedule('own-acts', 60, ({ signal }) =>
    inEachWorkspace(parts.database, (workspace) => settleActs(parts.database, workspace), signal),
  )
  scheduleAudit(parts)
}

const sweepAnswers = ({ database }: Parts, signal: AbortSignal) =>
  inEachWorkspace(database, (workspace) =>
    sweep((limit) => database.within(workspace, (tx) => removeOldAnswers(tx, limit)), signal),
  )

const sweepImports = ({ database, objects }: Parts) =>
  inEachWorkspace(database, async (workspace) => {
    for (const id of await database.within(workspace, removeExpired)) await objects.remove(bundleKey(id))
  })

/** Repositories that an import admitted and never recorded, because its process died in between. */
const sweepOrphans = async ({ database, repositories }: Parts) => {
  const known = new Set<string>()
  const candidates = await repositories.list()
  await inEachWorkspace(database, async (workspace) => {
    for (const id of await database.within(workspace, nativeRepositoryIds)) known.add(id)
  })
  for (const id of candidates) {
    if (known.has(id)) continue
    const { mtimeMs } = await stat(repositories.gitDirOf(id))
    if (Date.now() - mtimeMs > abandonedMs) await repositories.remove(id)
  }
}
