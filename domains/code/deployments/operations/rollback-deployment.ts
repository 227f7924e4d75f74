import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { beginDeployment } from '../begin.ts'
import { rollbackDeployment } from '../contract.ts'
import type { DeploymentParts } from '../parts.ts'
import { deploymentSubject, presentAccepted } from '../present.ts'
import { rollbackFault } from '../rules.ts'
import { findDeployment, lockDeployment } from '../store.ts'

export default ({ engine, previewSite }: DeploymentParts) =>
  handle(rollbackDeployment, async ({ tx, params, caller, now, fail, absent, accepted }) => {
    if (!previewSite.isOn) return fail.switchedOff()
    const { projectId } = (await findDeployment(tx, params.id)) ?? absent()
    if (!(await lockProject(tx, projectId))) return absent()
    const kept = (await lockDeployment(tx, params.id)) ?? absent()
    const fault = rollbackFault({ status: kept.status, hasBuild: kept.build !== null })
    if (fault === 'serves_already') return fail.serves()
    if (fault === 'not_served_before' || kept.liveAt === null) return fail.neverServed()
    if (fault === 'build_removed') return fail.buildRemoved()
    const { repositoryId, kind, cycleId, commitSha, minInstances } = kept
    const asked = {
      projectId,
      repositoryId,
      kind,
      cycleId,
      commitSha,
      minInstances,
      createdBy: caller.userId,
      now,
      kept,
    }
    const row = await beginDeployment(tx, engine, asked)
    return accepted(presentAccepted(previewSite, row), deploymentSubject(row, { rollbackOf: kept.id }))
  })
