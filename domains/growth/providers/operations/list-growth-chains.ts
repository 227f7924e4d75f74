import { handle } from '../../../../platform/handler/index.ts'
import { providers } from '../catalogue.ts'
import { listGrowthChains } from '../contract.ts'
import type { GrowthTerms } from '../parts.ts'
import { presentChain } from '../present.ts'
import { stateOf } from '../ready-provider.ts'
import { capabilities } from '../rules.ts'
import { statsSince } from '../store-calls.ts'
import { chainOrders, providerSettings } from '../store-settings.ts'

const windowMs = 7 * 86_400_000

export default (terms: GrowthTerms) =>
  handle(listGrowthChains, async ({ tx, now, ok }) => {
    const settings = await providerSettings(tx)
    const orders = await chainOrders(tx)
    const stats = await statsSince(tx, new Date(now.getTime() - windowMs))
    const states = providers.map((facts) => stateOf(facts, settings, terms))
    return ok(capabilities.map((one) => presentChain(one, orders.get(one)?.providerOrder ?? null, states, stats)))
  })
