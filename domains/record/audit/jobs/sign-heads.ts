import { grownChains, repeatsDueIn, settleRepeats, type Checkpoints } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, inWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { workspaceIds } from '../../../accounts/workspaces/index.ts'

export interface SigningParts {
  readonly database: Database
  readonly checkpoints: Checkpoints
}

/** Signs the heads of the chains that have grown. */
export const signHeads = ({ database, checkpoints }: SigningParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(database, grownChains, (workspace) => checkpoints.sign(workspace), context)

/** Looks at every head: a head that was rewritten without growing is found here, and logged. */
export const checkHeads = async ({ database, checkpoints }: SigningParts, context: ScheduledContext): Promise<void> =>
  inWorkspaces(await database.identity(workspaceIds), (workspace) => checkpoints.sign(workspace), context)

/** Writes the repeats that processes which died had counted. */
export const settleAllRepeats = ({ database }: SigningParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(database, repeatsDueIn, (workspace) => settleRepeats(database, workspace), context)
