import { isAdministrator, isInScope, type Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockProject } from '../../code/projects/index.ts'

/** Why the caller may not author agents there; undefined where it may. Holds the project for the transaction. */
export const authorRefusal = async (
  tx: Transaction,
  { role, scopes }: Pick<Caller, 'role' | 'scopes'>,
  projectId: string | null,
) => {
  if (projectId === null) {
    return isAdministrator(role) && isInScope(scopes, 'admin') ? undefined : ('administratorsOnly' as const)
  }
  const project = await lockProject(tx, projectId)
  if (!project) return 'noProject' as const
  return project.archivedAt ? ('archived' as const) : undefined
}
