import type { Repositories } from '../../../../execution/repositories/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isOnCodeHost, primaryRepository } from '../../projects/index.ts'
import { hasBranchHead } from '../bundle-head.ts'
import { downloadProjectRevisionBundle } from '../contract.ts'
import { headRevision } from '../store.ts'

export default (repositories: Repositories) =>
  handle(downloadProjectRevisionBundle, async ({ params, read, commit, signal, fail }) => {
    const [repository, head] = await read((tx) =>
      Promise.all([primaryRepository(tx, params.id), headRevision(tx, params.id)]),
    )
    if (isOnCodeHost(repository)) return fail.repositoryBacked()
    if (head?.id !== params.revisionId) return fail.notHead()
    const bundle = repositories.bundle(head.repositoryId, { signal })
    if (!(await hasBranchHead(bundle, head.branch, head.commitSha))) {
      bundle.destroy()
      return fail.moving()
    }
    const metadata = { revisionId: head.id, commitSha: head.commitSha }
    const committed = commit(async ({ ok }) => ok(bundle, { resource: ['project', params.id], metadata }))
    return committed.catch((error: unknown) => {
      bundle.destroy()
      throw error
    })
  })
