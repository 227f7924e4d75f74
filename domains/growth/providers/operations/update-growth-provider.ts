import { handle } from '../../../../platform/handler/index.ts'
import { providerNamed } from '../catalogue.ts'
import { updateGrowthProvider } from '../contract.ts'
import type { GrowthTerms } from '../parts.ts'
import { presentProvider } from '../present.ts'
import { stateOf } from '../ready-provider.ts'
import { lockProvider, providerSettings, saveProvider } from '../store-settings.ts'

export default (terms: GrowthTerms) =>
  handle(updateGrowthProvider, async ({ tx, workspace, params, body, caller, now, fail, absent, ok }) => {
    const facts = providerNamed(params.provider) ?? absent()
    const before = stateOf(facts, await providerSettings(tx), terms)
    const { id: provider, isBuiltIn } = facts
    const change = { provider, now, userId: caller.userId }
    const locked = stateOf(facts, [await lockProvider(tx, change, before.enabled)], terms)
    const { hasApiKey, hasInstanceKey, setting } = locked
    if (body.enabled === true && !isBuiltIn && !hasApiKey && !hasInstanceKey) return fail.noKey()
    const { enabled = locked.enabled, callPriceUsd } = body
    const price = callPriceUsd == null ? null : Math.round(callPriceUsd * 1_000_000)
    const callPriceMicros = callPriceUsd === undefined ? (setting?.callPriceMicros ?? null) : price
    const saved = await saveProvider(tx, { ...change, enabled, callPriceMicros })
    return ok(presentProvider(stateOf(facts, [saved], terms)), {
      resource: ['growth_provider', workspace],
      metadata: { provider, ...body },
    })
  })
