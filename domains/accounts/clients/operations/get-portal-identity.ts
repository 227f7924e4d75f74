import { handle } from '../../../../platform/handler/index.ts'
import { getPortalIdentity } from '../contract/portals.ts'
import { openPortal } from '../portals/open-portal.ts'
import { presentIdentity } from '../portals/portal.ts'

export default handle(getPortalIdentity, async ({ tx, absent, ok }) =>
  ok(presentIdentity((await openPortal(tx)) ?? absent())),
)
