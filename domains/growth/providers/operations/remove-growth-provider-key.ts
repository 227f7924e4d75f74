import { handle } from '../../../../platform/handler/index.ts'
import { providerNamed } from '../catalogue.ts'
import { removeGrowthProviderKey } from '../contract.ts'
import type { GrowthTerms } from '../parts.ts'
import { presentProvider } from '../present.ts'
import { stateOf } from '../ready-provider.ts'
import { removeProviderKey } from '../store-settings.ts'

export default (terms: GrowthTerms) =>
  handle(removeGrowthProviderKey, async ({ tx, workspace, params, caller, now, absent, ok }) => {
    const facts = providerNamed(params.provider)
    if (!facts || facts.isBuiltIn) return absent()
    const { id: provider } = facts
    const saved = await removeProviderKey(tx, { provider, now, userId: caller.userId })
    return ok(presentProvider(stateOf(facts, saved ? [saved] : [], terms)), {
      resource: ['growth_provider', workspace],
      metadata: { provider },
    })
  })
