import type { Database } from '../../../../platform/db/database.ts'
import { sweep } from '../../../../platform/retention/index.ts'
import { removeOldInvitations } from '../../workspaces/index.ts'
import { removeOldPortalInvitations } from '../../clients/index.ts'
import { removeOldSessions, removeOldVerifications, removeUnverified } from '../own-data/store-retention.ts'

/** Removes what is about people and has had its time: docs/retention.md. */
export const removeOld = async (database: Database, workspaces: readonly string[], signal: AbortSignal) => {
  for (const remove of [removeOldSessions, removeOldVerifications, removeUnverified])
    await sweep((limit) => database.identity((tx) => remove(tx, limit)), signal)
  for (const workspace of workspaces) {
    for (const remove of [removeOldInvitations, removeOldPortalInvitations])
      await sweep((limit) => database.within(workspace, (tx) => remove(tx, limit)), signal)
  }
}
