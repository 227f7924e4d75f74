import { isAdministrator, isInScope, type Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockProject } from '../../code/projects/index.ts'

/** Why the caller may not author agents there; undefined if it may. Holds the project for the transaction. */
export const authorRefusal = async (
  tx: Transaction,
  { role, scopes, projectIds }: Pick<Caller, 'role' | 'scopes' | 'projectIds'>,
  projectId: string | null,
) => {
  if (projectId === null) {
    const isOfWorkspace = isAdministrator(role) && isInScope(scopes, 'admin') && projectIds === undefined
    return isOfWorkspace ? undefined : ('administratorsOnly' as const)
  }
  // A key that names projects moves and forks agents within them; any other project is absent for it.
  if (projectIds && !projectIds.includes(projectId)) return 'noProject' as const
  const project = await lockProject(tx, projectId)
  if (!project) return 'noProject' as const
  return project.archivedAt ? ('archived' as const) : undefined
}
