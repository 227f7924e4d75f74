import { finish, goTo, Unrecoverable } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../projects/index.ts'
import { endAll, failDeployment, recordServed } from '../record-changes.ts'
import { deploymentRun } from '../graph.ts'
import type { DeploymentWork } from '../parts.ts'
import { endPictured } from '../deploy-cycle.ts'
import { expiryOf } from '../rules.ts'
import { shotsOf } from '../rules-pictures.ts'
import { awaitPictures } from '../store-pictures.ts'
import { expireServed, findDeployment, lockDeployment, moveToLive } from '../store.ts'

/** Starts a build and waits until it answers; only then its host serves it, and the previous version ends. */
export const serveDeployment = (parts: DeploymentWork) =>
  deploymentRun.step('deploy', {
    effect: async ({ run, read, signal }) => {
      const row = await read((tx) => findDeployment(tx, { id: run.subjectId }))
      if (!row) throw new Unrecoverable('The project of this deployment was deleted.')
      if (row.status !== 'deploying') return { outcome: 'ended' } as const
      return parts.previews.deploy(row.label, parts.versions.of(run.workspaceId, row), signal)
    },
    commit: async ({ tx, run, now }, result) => {
      if (result.outcome === 'ended') return finish()
      if (result.outcome === 'failed') {
        await failDeployment(tx, run.subjectId, { code: 'start_failed', message: result.sentence }, now)
        return finish()
      }
      const row = await lockDeployment(tx, { id: run.subjectId })
      if (row?.status !== 'deploying') return finish()
      await endAll(tx, await expireServed(tx, row, now))
      recordServed(tx, (await moveToLive(tx, row.id, expiryOf(row.kind, now), now))!)
      const project = await findProject(tx, row.projectId)
      const isPictured = parts.takePictures && shotsOf(project?.runtime.previews?.picturePaths).length > 0
      if (isPictured && (await awaitPictures(tx, row.id))) return goTo(deploymentRun.at.picture)
      await endPictured(tx, row.id, now)
      return finish()
    },
  })
