import { handle } from '../../../../platform/handler/index.ts'
import { getBillingIdentity } from '../contract/identities.ts'
import { presentIdentity } from '../present.ts'
import { findBillingIdentity } from '../store-identities.ts'

export default handle(getBillingIdentity, async ({ tx, ok }) => ok(presentIdentity(await findBillingIdentity(tx))))
