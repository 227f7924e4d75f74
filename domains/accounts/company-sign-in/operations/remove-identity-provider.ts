import { handle } from '../../../../platform/handler/index.ts'
import { removeIdentityProvider } from '../contract.ts'
import { findProvider, forgetIdentities, lockProvider, removeProvider } from '../store.ts'

export default handle(removeIdentityProvider, async ({ tx, fail, ok }) => {
  await lockProvider(tx)
  const provider = (await findProvider(tx)) ?? fail.noProvider()
  if (provider.requiredAt) return fail.required()
  await forgetIdentities(tx)
  await removeProvider(tx)
  return ok({ deleted: true }, { resource: ['identity_provider', provider.id], metadata: { issuer: provider.issuer } })
})
