import { finish, Unrecoverable } from '../../../../platform/jobs/index.ts'
import { endAll } from '../end.ts'
import { deploymentRun } from '../graph.ts'
import type { DeploymentWork } from '../parts.ts'
import { recordFailed, recordServed } from '../record-changes.ts'
import { expiryOf } from '../rules.ts'
import { expireServed, findDeployment, lockDeployment, moveToFailed, moveToLive } from '../store.ts'

/**
 * Starts a build and waits until it answers; from then on its host serves it, and what it served before ends. The
 * version before serves until then.
 */
export const serveDeployment = (parts: DeploymentWork) =>
  deploymentRun.step('deploy', {
    effect: async ({ run, read, signal }) => {
      const row = await read((tx) => findDeployment(tx, run.subjectId))
      if (!row) throw new Unrecoverable('The project of this deployment was deleted.')
      if (row.status !== 'deploying') return { outcome: 'ended' } as const
      return parts.previews.deploy(row.label, parts.versions.of(run.workspaceId, row), signal)
    },
    commit: async ({ tx, run, now }, result) => {
      if (result.outcome === 'ended') return finish()
      if (result.outcome === 'failed') {
        const failure = { code: 'start_failed', message: result.sentence } as const
        const failed = await moveToFailed(tx, run.subjectId, failure, now)
        if (failed) recordFailed(tx, failed)
        return finish()
      }
      const row = await lockDeployment(tx, run.subjectId)
      if (row?.status !== 'deploying') return finish()
      await endAll(tx, { cancel: async () => false }, await expireServed(tx, row, now))
      recordServed(tx, (await moveToLive(tx, row.id, expiryOf(row.kind, now), now))!)
      return finish()
    },
  })
