import type { Repositories } from '../../../../execution/repositories/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isOnCodeHost } from '../../repository-records/rules.ts'
import { primaryRepository } from '../../repository-records/index.ts'
import { exportProjectRevision } from '../contract.ts'
import { revisionOfProject } from '../store.ts'

export default (repositories: Repositories) =>
  handle(exportProjectRevision, async ({ params, read, commit, signal, fail }) => {
    const [repository, revision] = await read((tx) =>
      Promise.all([primaryRepository(tx, params.id), revisionOfProject(tx, params.id, params.revisionId)]),
    )
    if (isOnCodeHost(repository)) return fail.repositoryBacked()
    if (!revision || !(await isStored(repositories, revision))) return fail.noRevision()
    const { id, repositoryId, branch, commitSha, generation } = revision
    const bundle = repositories.commitBundle(repositoryId, { commit: commitSha, branch, signal })
    const metadata = { revisionId: id, generation, commitSha }
    const committed = commit(async ({ ok }) => ok(bundle, { resource: ['project', params.id], metadata }))
    return committed.catch((error: unknown) => {
      bundle.destroy()
      throw error
    })
  })

/** A project that changed its repository may have removed the one that an earlier revision is in. */
const isStored = async (
  repositories: Repositories,
  { repositoryId, commitSha }: { readonly repositoryId: string; readonly commitSha: string },
): Promise<boolean> =>
  (await repositories.exists(repositoryId)) && (await repositories.commitExists(repositoryId, commitSha))
