import {
  CodeHostFailure,
  findHostedRepository,
  listHostedRepositories,
  type CodeHostAccess,
} from '../../../../execution/code-hosts/index.ts'
import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listCodeHostRepositories } from '../contract.ts'
import type { CodeHostParts } from '../parts.ts'
import { repositoryNameProblem } from '../rules.ts'
import { findCodeHost } from '../store.ts'
import { openedAccess } from '../token.ts'

export default ({ vault, fetcher }: Pick<CodeHostParts, 'vault' | 'fetcher'>) =>
  handle(listCodeHostRepositories, async ({ params, query, caller, signal, read, ok, fail, absent }) => {
    const host = (await read((tx) => findCodeHost(tx, params.id))) ?? absent()
    // A key that names projects sees those alone.
    if (caller.projectIds) return ok({ repositories: [], hasMore: false })
    if (!vault.available) return fail.noVault()
    const access = await read((tx) => openedAccess(tx, vault, host))
    const search = query.search?.trim() ?? ''
    try {
      const found = await listHostedRepositories(fetcher, { host: access, search, signal })
      const { repositories, hasMore } =
        found.repositories.length > 0 ? found : await named(fetcher, access, search, signal)
      return ok({
        repositories: repositories.map(({ changedAt = null, ...row }) => ({ ...row, changedAt })),
        hasMore,
      })
    } catch (error) {
      if (error instanceof CodeHostFailure) return fail.hostFailed({ error: error.message })
      throw error
    }
  })

/** The repository of exactly this name, which may be beyond those that were looked at. */
const named = async (fetcher: Fetcher, host: CodeHostAccess, fullName: string, signal: AbortSignal) => {
  const isName = repositoryNameProblem(host.kind, fullName) === undefined
  const found = isName ? await findHostedRepository(fetcher, host, fullName, signal) : undefined
  return { repositories: found ? [{ ...found, changedAt: undefined }] : [], hasMore: false }
}
