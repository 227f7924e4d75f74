import { handle } from '../../../../platform/handler/index.ts'
import { getPortalIdentity } from '../contract/portals.ts'
import { openPortal } from '../open-portal.ts'
import { presentIdentity } from '../portal.ts'

export default handle(getPortalIdentity, async ({ tx, absent, ok }) =>
  ok(presentIdentity((await openPortal(tx)) ?? absent())),
)
