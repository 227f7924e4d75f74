import type { Caller } from '../../../platform/access/index.ts'
import type { InvalidField } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { visibleProjects } from '../../code/projects/index.ts'

/** The projects of a filter that are none of the workspace. */
export const unknownProjects = async (
  tx: Transaction,
  projectIds: readonly string[] | null | undefined,
  caller: Caller,
): Promise<InvalidField[]> => {
  if (!projectIds || projectIds.length === 0) return []
  const visible = await visibleProjects(tx, projectIds, caller)
  return projectIds.flatMap((id, at) =>
    visible.has(id) ? [] : [{ path: `projectIds[${at}]`, message: 'is no project that you see', rule: 'project' }],
  )
}
