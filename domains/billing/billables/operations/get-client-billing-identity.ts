import { handle } from '../../../../platform/handler/index.ts'
import { getClientBillingIdentity } from '../contract/identities.ts'
import { presentClientIdentity } from '../present.ts'
import { findClientBillingIdentity } from '../store-identities.ts'

export default handle(getClientBillingIdentity, async ({ tx, params, ok }) =>
  ok(presentClientIdentity(await findClientBillingIdentity(tx, params.clientAccountId))),
)
