import type { CodeHostAccess } from '../../../execution/code-hosts/index.ts'
import { openIfKeyed, type Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { primaryRepository } from '../repository-records/index.ts'
import { headRevision, type RevisionRow } from '../revisions/index.ts'
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
