import { reaches } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { lockProject } from '../../projects/index.ts'
import { primaryRepository, repositoriesOf, type RepositoryRow } from '../../repository-records/index.ts'
import { beginDeployment } from '../begin.ts'
import { redeployProjectPreview } from '../contract.ts'
import type { DeploymentParts } from '../parts.ts'
import { deploymentSubject, presentAccepted } from '../present.ts'
import { levelFor, repositoryMeant } from '../rules.ts'

export default ({ engine, previewSite }: DeploymentParts) =>
  handle(redeployProjectPreview, async ({ tx, body, caller, level, now, fail, absent, accepted }) => {
    const { projectId, kind = 'project', minInstances = 0, repoId } = body
    if (!level || !reaches(level, levelFor(body))) return fail.needsManage()
    const project = (await lockProject(tx, projectId)) ?? absent()
    const listed = await repositoriesOf(tx, [projectId])
    const own = await ownHistory(tx, projectId, listed)
    const choices = own ? [own, ...listed] : listed
    const named = repoId === undefined ? undefined : (choices.find(({ id }) => id === repoId.toLowerCase()) ?? absent())
    if (!previewSite.isOn) return fail.switchedOff()
    if (project.archivedAt) return fail.archived()
    const meant = named ?? repositoryMeant(listed, own) ?? absent()
    if (meant === 'ambiguous') return fail.ambiguous({ repos: choices.map(choice) })
    const row = await beginDeployment(tx, engine, {
      projectId,
      repositoryId: meant.id,
      kind,
      cycleId: null,
      commitSha: null,
      minInstances,
      createdBy: caller.userId,
      now,
    })
    return accepted(presentAccepted(previewSite, row), deploymentSubject(row, { minInstances, repoId: meant.id }))
  })

/** The history that the project began with, where it is the primary one and on no list. */
const ownHistory = async (tx: Transaction, projectId: string, listed: readonly RepositoryRow[]) => {
  const primary = await primaryRepository(tx, projectId)
  return listed.some(({ id }) => id === primary?.id) ? undefined : primary
}

const choice = ({ id, fullName, label }: RepositoryRow) => ({
  id,
  fullName,
  // The history that a project began with has neither, and is on no list.
  label: label ?? (fullName === null ? 'The project’s own history' : null),
})
