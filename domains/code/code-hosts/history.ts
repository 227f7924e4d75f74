import type { Transaction } from '../../../platform/db/transaction.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { primaryRepository } from '../repository-records/index.ts'
import { hasActiveWork } from '../repositories/index.ts'
import { headRevision, manifestSizesOf } from '../revisions/index.ts'
import { connectObstacle } from './rules.ts'
import { findLink } from './store-links.ts'

/** The history of a project to push, and the obstacle to connecting it. */
export const historyOf = async (
  tx: Transaction,
  everyDomain: Pick<EveryDomain, 'countInProjects'>,
  projectId: string,
) => {
  const link = await findLink(tx, projectId)
  const repository = await primaryRepository(tx, projectId)
  const head = await headRevision(tx, projectId)
  const isOwn = repository?.host === 'native-repos' && head?.repositoryId === repository.id
  const sizes = head && isOwn ? await manifestSizesOf(tx, head.id) : { files: 0, findings: 0 }
  const obstacle = connectObstacle({
    isConnected: link !== undefined,
    hasOwnHistory: isOwn,
    findings: sizes.findings,
    isActive: await hasActiveWork(everyDomain, tx, projectId),
  })
  return { link, repository, head: isOwn ? head : undefined, ...sizes, obstacle }
}
