import { validate } from 'uuid'
import { reaches } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import {
  findRepository,
  lockProject,
  primaryRepository,
  repositoriesOf,
  type RepositoryRow,
} from '../../projects/index.ts'
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
    const repositories = await repositoriesOf(tx, [projectId])
    const named = repoId === undefined ? undefined : ((await find(tx, projectId, repoId)) ?? absent())
    if (!previewSite.isOn) return fail.switchedOff()
    if (project.archivedAt) return fail.archived()
    const meant = named ?? (await primaryRepository(tx, projectId)) ?? repositoryMeant(repositories) ?? absent()
    if (meant === 'ambiguous') return fail.ambiguous({ repos: repositories.map(choice) })
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

const find = async (tx: Transaction, projectId: string, id: string) =>
  validate(id) ? findRepository(tx, { projectId, id }) : undefined

const choice = ({ id, fullName, label }: RepositoryRow) => ({ id, fullName, label })
