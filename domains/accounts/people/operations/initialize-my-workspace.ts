import { v7 as uuidv7 } from 'uuid'
import { revoke } from '../../../../platform/access/index.ts'
import { openLedger } from '../../../../platform/audit/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { initializeMyWorkspace } from '../contract/me.ts'
import { workspaceNameOf } from '../rules/me.ts'
import { chooseWorkspace, ownWorkspace, sessionDetailsOf } from '../store-me.ts'

// The workspace first, then its ledger and row: after a crash in between the repeat finds it, and writes both.
export default ({ database }: { readonly database: Database }) =>
  handle(initializeMyWorkspace, async ({ caller, fail, commitIn }) => {
    const { userId, credentialId, person } = caller
    if (!person!.isVerified) return fail.emailNotVerified()
    const membership = await database.identity(async (tx) => {
      const own = await ownWorkspace(tx, userId, { id: uuidv7(), name: workspaceNameOf(person!.name) })
      const { activeWorkspaceId } = await sessionDetailsOf(tx, credentialId, userId)
      if (activeWorkspaceId === null) await chooseWorkspace(tx, credentialId, userId, own.id)
      revoke(tx, { userIds: [userId] })
      return own
    })
    return commitIn(membership.id, async ({ tx, ok }) => {
      const isFirst = await openLedger(tx, membership.id)
      return ok(membership, { resource: ['workspace', membership.id], ...(!isFirst && { repeated: true }) })
    })
  })
