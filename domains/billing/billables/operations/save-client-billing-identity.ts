import { handle } from '../../../../platform/handler/index.ts'
import { saveClientBillingIdentity } from '../contract/identities.ts'
import { identifierFaults } from '../identifier-faults.ts'
import { presentClientIdentity } from '../present.ts'
import { findClientBillingIdentity, putClientBillingIdentity } from '../store-identities.ts'

export default handle(saveClientBillingIdentity, async ({ tx, params, caller, body, now, invalid, ok }) => {
  const { clientAccountId } = params
  const wrong = identifierFaults(body.electronic)
  if (wrong.length > 0) invalid(wrong)
  const { electronic = (await findClientBillingIdentity(tx, clientAccountId))?.electronic ?? null } = body
  const saved = await putClientBillingIdentity(tx, { ...body, electronic, clientAccountId, now, userId: caller.userId })
  return ok(presentClientIdentity(saved), {
    resource: ['client_billing_identity', clientAccountId],
    parent: ['client_account', clientAccountId],
  })
})
