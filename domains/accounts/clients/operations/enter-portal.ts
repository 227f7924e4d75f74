import { handle } from '../../../../platform/handler/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { enterWorkspace } from '../../people/index.ts'
import { enterPortal } from '../contract/portals.ts'
import { openPortal } from '../open-portal.ts'
import { clientAccessOf, presentIdentity, presentPortal } from '../portal.ts'

export default (database: Database) =>
  handle(enterPortal, async ({ commit, workspace, caller, fail, absent }) => {
    const done = await commit(async ({ tx, ok }) => {
      const identity = (await openPortal(tx)) ?? absent()
      if (!caller.person?.isVerified) return fail.emailNotVerified()
      const access = (await clientAccessOf(tx, caller.userId)) ?? fail.noPlace()
      return ok(
        { portal: presentPortal(workspace, identity, access), identity: presentIdentity(identity) },
        { resource: ['workspace', workspace], metadata: { userId: caller.userId } },
      )
    })
    // Sessions are another role's: after a crash in between the session is as it was, and entering again moves it.
    await enterWorkspace(database, caller, workspace)
    return done
  })
