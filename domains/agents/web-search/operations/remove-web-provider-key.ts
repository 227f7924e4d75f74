import { handle } from '../../../../platform/handler/index.ts'
import { removeWebProviderKey } from '../contract.ts'
import { presentProvider } from '../present.ts'
import { isProvider } from '../sources.ts'
import { removeProviderKey } from '../store.ts'

export default handle(removeWebProviderKey, async ({ tx, workspace, params, absent, ok }) => {
  const { provider } = params
  if (!isProvider(provider)) return absent()
  await removeProviderKey(tx, provider)
  return ok(presentProvider(provider, undefined), { resource: ['web_provider', workspace], metadata: { provider } })
})
