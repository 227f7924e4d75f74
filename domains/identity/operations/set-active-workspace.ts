import { revoke } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/contract/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { setActiveWorkspace } from '../contract.ts'
import { chooseWorkspace } from '../store-me.ts'

// The choice first, then its row: after a crash in between the caller chooses again, and the row is written then.
export default ({ database }: { readonly database: Database }) =>
  handle(setActiveWorkspace, async ({ body: { workspaceId }, caller, fail, commitIn }) => {
    const { userId, credentialId } = caller
    const isChosen = await database.identity(async (tx) => {
      const chosen = await chooseWorkspace(tx, credentialId, userId, workspaceId)
      if (chosen) revoke(tx, { userIds: [userId] })
      return chosen
    })
    if (!isChosen) return fail.noPlace()
    return commitIn(workspaceId, async ({ ok }) =>
      ok({ activeWorkspaceId: workspaceId }, { resource: ['session', credentialId] }),
    )
  })
