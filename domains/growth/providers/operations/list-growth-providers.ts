import { handle } from '../../../../platform/handler/index.ts'
import { providers } from '../catalogue.ts'
import { listGrowthProviders } from '../contract.ts'
import type { GrowthTerms } from '../parts.ts'
import { presentProvider } from '../present.ts'
import { stateOf } from '../ready-provider.ts'
import { providerSettings } from '../store-settings.ts'

export default (terms: GrowthTerms) =>
  handle(listGrowthProviders, async ({ tx, ok }) => {
    const settings = await providerSettings(tx)
    return ok(providers.map((facts) => presentProvider(stateOf(facts, settings, terms))))
  })
