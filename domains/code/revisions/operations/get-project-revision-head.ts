import { handle } from '../../../../platform/handler/index.ts'
import { isOnCodeHost } from '../../repository-records/rules.ts'
import { primaryRepository } from '../../repository-records/index.ts'
import { getProjectRevisionHead } from '../contract.ts'
import { headRevision, manifestOfRevision } from '../store.ts'

export default handle(getProjectRevisionHead, async ({ tx, params, fail, ok }) => {
  const [repository, head] = await Promise.all([primaryRepository(tx, params.id), headRevision(tx, params.id)])
  if (isOnCodeHost(repository)) return fail.repositoryBacked()
  const { id, projectId, generation, commitSha, branch, manifestSha256, source, createdAt } = head ?? fail.noHead()
  return ok({
    revisionId: id,
    projectId,
    generation,
    commitSha,
    branch,
    manifest: await manifestOfRevision(tx, id),
    manifestSha256,
    source,
    createdAt,
  })
})
