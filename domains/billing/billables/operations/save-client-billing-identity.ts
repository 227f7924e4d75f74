import { handle } from '../../../../platform/handler/index.ts'
import { saveClientBillingIdentity } from '../contract/identities.ts'
import { presentClientIdentity } from '../present.ts'
import { putClientBillingIdentity } from '../store-identities.ts'

export default handle(saveClientBillingIdentity, async ({ tx, params: { clientAccountId }, caller, body, now, ok }) => {
  const saved = await putClientBillingIdentity(tx, { ...body, clientAccountId, now, userId: caller.userId })
  return ok(presentClientIdentity(saved), {
    resource: ['client_billing_identity', clientAccountId],
    parent: ['client_account', clientAccountId],
  })
})
