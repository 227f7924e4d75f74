import { handle } from '../../../../platform/handler/index.ts'
import { updateGrowthSettings } from '../contract.ts'
import { presentSettings } from '../present.ts'
import { faultsOf, inOrder, type GrowthRules } from '../rules.ts'
import { spendOfMonth } from '../spend.ts'
import { lockRules, saveRules } from '../store.ts'

export default handle(updateGrowthSettings, async ({ tx, workspace, body, caller, now, invalid, ok }) => {
  const { hardCapUsd, ...change } = body
  const before = await lockRules(tx, now, caller.userId)
  const merged: GrowthRules = { ...before, ...change }
  const rules: GrowthRules = {
    ...merged,
    sendingDays: inOrder(merged.sendingDays),
    ...(hardCapUsd !== undefined && { hardCapMicros: hardCapUsd === null ? null : Math.round(hardCapUsd * 1_000_000) }),
  }
  const faults = faultsOf(rules)
  if (faults.length > 0) return invalid(faults)
  const saved = await saveRules(tx, rules, now, caller.userId)
  return ok(presentSettings(saved, await spendOfMonth(tx, now), now), {
    resource: ['growth_settings', workspace],
    metadata: { ...body },
  })
})
