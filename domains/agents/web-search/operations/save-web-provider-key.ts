import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { saveWebProviderKey } from '../contract.ts'
import { webProviderKey } from '../keys.ts'
import { presentProvider } from '../present.ts'
import { isProvider } from '../sources.ts'
import { saveProviderKey } from '../store.ts'

export default (vault: Vault) =>
  handle(saveWebProviderKey, async ({ tx, workspace, caller, params, body, now, fail, absent, ok }) => {
    const { provider } = params
    if (!isProvider(provider)) return absent()
    if (!vault.available) return fail.noVault()
    const secret = await webProviderKey.seal(tx, vault, provider, body.apiKey)
    const row = await saveProviderKey(tx, { provider, now, userId: caller.userId }, secret)
    return ok(presentProvider(provider, row), { resource: ['web_provider', workspace], metadata: { provider } })
  })
