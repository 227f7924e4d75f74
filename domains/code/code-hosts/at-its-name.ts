import { CodeHostFailure, findHostedRepository } from '../../../execution/code-hosts/index.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { nameOnCodeHost } from '../repository-records/index.ts'
import type { ConnectedHead } from './connected-head.ts'
import { repositoryNameProblem } from './rules.ts'

type Named = Pick<ConnectedHead, 'link' | 'access' | 'fullName'>

interface NameParts {
  readonly fetcher: Fetcher
  readonly within: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}

/** Does work at a repository; if the host reports a new name, before anything was done, stores it and works again. */
export const atItsName = async <At extends Named, T>(
  parts: NameParts,
  connected: At,
  work: (at: At) => Promise<T>,
): Promise<T> => {
  try {
    return await work(connected)
  } catch (error) {
    if (!(error instanceof CodeHostFailure) || error.reason !== 'moved') throw error
    const fullName = await takeNewName(parts, connected)
    if (fullName === undefined) throw error
    return work({ ...connected, fullName })
  }
}

const takeNewName = async ({ fetcher, within, signal }: NameParts, { access, fullName, link }: Named) => {
  const found = await findHostedRepository(fetcher, access, fullName, signal)
  if (!found || found.fullName === fullName) return undefined
  if (repositoryNameProblem(access.kind, found.fullName) !== undefined) return undefined
  const named = { projectId: link.projectId, id: link.repositoryId, fullName: found.fullName }
  return (await within((tx) => nameOnCodeHost(tx, named))) && found.fullName
}
