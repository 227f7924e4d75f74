import { handle } from '../../../../platform/handler/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { setActiveWorkspace } from '../contract/me.ts'
import { enterWorkspace } from '../enter-workspace.ts'

// The choice first, then its row: after a crash in between the caller chooses again, and the row is written then.
export default ({ database }: { readonly database: Database }) =>
  handle(setActiveWorkspace, async ({ body: { workspaceId }, caller, fail, commitIn }) => {
    if (!(await enterWorkspace(database, caller, workspaceId))) return fail.noPlace()
    return commitIn(workspaceId, async ({ ok }) =>
      ok({ activeWorkspaceId: workspaceId }, { resource: ['session', caller.credentialId] }),
    )
  })
