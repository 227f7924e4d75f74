import { once } from 'node:events'
import type { Repositories } from '../../../../execution/repositories/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { branchesAndTags, primaryRepository } from '../../repository-records/index.ts'
import { isOnCodeHost } from '../../repository-records/rules.ts'
import { downloadProjectRevisionBundle } from '../contract.ts'
import { headRevision } from '../store.ts'

export default (repositories: Repositories) =>
  handle(downloadProjectRevisionBundle, async ({ params, read, commit, signal, fail }) => {
    const { repository, head, refs } = await read(async (tx) => {
      const newest = await headRevision(tx, params.id)
      return {
        repository: await primaryRepository(tx, params.id),
        head: newest,
        refs: newest ? await branchesAndTags(tx, newest.repositoryId) : [],
      }
    })
    if (isOnCodeHost(repository)) return fail.repositoryBacked()
    if (head?.id !== params.revisionId) return fail.notHead()
    // The branch may have moved since the head was read: the bundle is that of the head.
    const name = `refs/heads/${head.branch}`
    const others = refs.filter((ref) => ref.name !== name)
    const bundle = repositories.bundle(head.repositoryId, {
      refs: [{ name: 'HEAD', sha: head.commitSha }, { name, sha: head.commitSha }, ...others],
      signal,
    })
    // Before git has begun, its failure is an answer.
    await once(bundle, 'readable')
    const metadata = { revisionId: head.id, commitSha: head.commitSha }
    const committed = commit(async ({ ok }) => ok(bundle, { resource: ['project', params.id], metadata }))
    return committed.catch((error: unknown) => {
      bundle.destroy()
      throw error
    })
  })
