import { handle } from '../../../../platform/handler/index.ts'
import { listPortalAccounts } from '../contract/portals.ts'
import { openPortal } from '../open-portal.ts'
import { clientAccessOf, presentAccounts } from '../portal.ts'

export default handle(listPortalAccounts, async ({ tx, caller, fail, absent, ok }) => {
  if (!(await openPortal(tx))) return absent()
  if (!caller.person?.isVerified) return fail.emailNotVerified()
  return ok(presentAccounts((await clientAccessOf(tx, caller.userId)) ?? fail.noPlace()))
})
