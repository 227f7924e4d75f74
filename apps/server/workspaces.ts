import { workspaceIds } from '../../domains/accounts/workspaces/index.ts'
import type { Database } from '../../platform/db/database.ts'

/** Does something in each workspace, one after the other; a `signal` that aborts leaves the rest for the next time. */
export const inEachWorkspace = async (
  database: Database,
  work: (workspace: string) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> => {
  for (const workspace of await database.identity(workspaceIds)) {
    if (signal?.aborted) return
    await work(workspace)
  }
}
