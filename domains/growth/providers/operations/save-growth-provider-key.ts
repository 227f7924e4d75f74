import { handle } from '../../../../platform/handler/index.ts'
import { providerNamed } from '../catalogue.ts'
import { saveGrowthProviderKey } from '../contract.ts'
import { providerKey } from '../keys.ts'
import type { LookupParts } from '../parts.ts'
import { presentProvider } from '../present.ts'
import { stateOf } from '../ready-provider.ts'
import { saveProviderKey } from '../store-settings.ts'

export default ({ vault, growthTerms }: Pick<LookupParts, 'vault' | 'growthTerms'>) =>
  handle(saveGrowthProviderKey, async ({ tx, workspace, params, body, caller, now, fail, absent, ok }) => {
    const facts = providerNamed(params.provider)
    // Built-in providers have no key.
    if (!facts || facts.isBuiltIn) return absent()
    if (!vault.available) return fail.noVault()
    const { id: provider } = facts
    const secret = await providerKey.seal(tx, vault, provider, body.apiKey)
    const saved = await saveProviderKey(tx, { provider, now, userId: caller.userId }, secret)
    return ok(presentProvider(stateOf(facts, [saved], growthTerms)), {
      resource: ['growth_provider', workspace],
      metadata: { provider },
    })
  })
