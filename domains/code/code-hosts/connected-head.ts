import { CodeHostFailure, findHostedRepository, type CodeHostAccess } from '../../../execution/code-hosts/index.ts'
import { openIfKeyed, type Vault } from '../../../platform/crypto/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import { nameOnCodeHost, primaryRepository } from '../repository-records/index.ts'
import { headRevision, type RevisionRow } from '../revisions/index.ts'
import { repositoryNameProblem } from './rules.ts'
import { findCodeHost } from './store.ts'
import { findLink } from './store-links.ts'
import type { CodeHostLinkRow, CodeHostRow } from './tables.ts'
import { openedAccess } from './token.ts'

/** A connected project, and how its code host is spoken to. */
export interface ConnectedHead {
  readonly link: CodeHostLinkRow
  readonly host: CodeHostRow
  readonly head: RevisionRow
  readonly fullName: string
  readonly access: CodeHostAccess
}

export const keyMissing = 'The token of the code host cannot be opened on this server.'

/** The head of a project; undefined if it is not connected any more; a sentence if the token cannot be opened. */
export const findConnectedHead = async (
  tx: Transaction,
  vault: Vault,
  projectId: string,
): Promise<ConnectedHead | string | undefined> => {
  const link = await findLink(tx, { projectId })
  const host = link && (await findCodeHost(tx, link.codeHostId))
  const head = link && (await headRevision(tx, projectId))
  const repository = link && (await primaryRepository(tx, projectId))
  if (!host || !head || !repository?.fullName || repository.id !== link.repositoryId) return undefined
  if (head.repositoryId !== link.repositoryId) return undefined
  const access = await openIfKeyed(() => openedAccess(tx, vault, host))
  return access ? { link, host, head, fullName: repository.fullName, access } : keyMissing
}

type Named = Pick<ConnectedHead, 'link' | 'access' | 'fullName'>

interface NameParts {
  readonly fetcher: Fetcher
  readonly within: InTransaction
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
    const fullName = await storeNewName(parts, connected)
    if (fullName === undefined) throw error
    return work({ ...connected, fullName })
  }
}

const storeNewName = async ({ fetcher, within, signal }: NameParts, { access, fullName, link }: Named) => {
  const found = await findHostedRepository(fetcher, access, fullName, signal)
  if (!found || found.fullName === fullName) return undefined
  if (repositoryNameProblem(access.kind, found.fullName) !== undefined) return undefined
  const named = { projectId: link.projectId, id: link.repositoryId, fullName: found.fullName }
  return (await within((tx) => nameOnCodeHost(tx, named))) && found.fullName
}
