import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import {
  claimPrimaryRepository,
  detachRepository,
  findRepository,
  repositoriesOf,
} from '../../repository-records/index.ts'
import { lockProject } from '../../projects/index.ts'
import { headRevision } from '../../revisions/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { hasActiveWork } from '../active-work.ts'
import { detachProjectRepo } from '../contract.ts'
import { detachObstacle } from '../rules.ts'

export default (everyDomain: Pick<EveryDomain, 'countInProjects'>) =>
  handle(detachProjectRepo, async ({ tx, params, now, fail, absent, ok }) => {
    const { id: projectId, repoId: id } = params
    await claimPrimaryRepository(tx, projectId)
    if (!(await lockProject(tx, projectId))) return absent()
    const repository = (await findRepository(tx, { projectId, id })) ?? absent()
    const [all, head] = await Promise.all([repositoriesOf(tx, [projectId]), headRevision(tx, projectId)])
    const isPrimary = repository.primarySince !== null
    const holdsHead = head?.repositoryId === id
    const hindrance = detachObstacle({ isPrimary, others: all.length - 1, holdsHead })
    if (hindrance) return fail[hindrance]()
    const detached = (await detachRepository(tx, { projectId, id }, now)) ?? absent()
    const isOwn = detached.host === 'native-repos'
    if ((isPrimary || isOwn) && (await hasActiveWork(everyDomain, tx, projectId))) return fail.active()
    return ok(
      { message: isOwn ? purged : `${detached.fullName} is detached, and free for other projects.` },
      auditSubject(detached),
    )
  })

const purged = 'The repository is detached. Its files are purged after 30 days.'
