import type { Static } from '../../../platform/contract/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import * as contract from './contract.ts'
import { microsAfter, microsToUsd } from '../../code/projects/rules/caps.ts'
import { faultsOf, inOrder, type GrowthRules, rulesByDefault, type MonthSpend } from './rules.ts'
import { closedCountries } from './sending-window.ts'
import { spendOfMonth } from './spend.ts'
import { findSettings, lockRules, saveRules } from './store.ts'

const presentSettings = (
  row: (GrowthRules & { readonly updatedAt: Date }) | undefined,
  { from, spentMicros, heldMicros }: MonthSpend & { readonly from: Date },
  now: Date,
): Static<typeof contract.GrowthSettings> => {
  const { hardCapMicros, ...rules } = row ?? { ...rulesByDefault, updatedAt: null }
  return {
    ...rules,
    sendingDays: [...rules.sendingDays],
    closedCountries: [...closedCountries(now, rules)],
    hardCapUsd: hardCapMicros === null ? null : microsToUsd(hardCapMicros),
    month: {
      from,
      spentUsd: microsToUsd(spentMicros),
      heldUsd: microsToUsd(heldMicros),
      remainingUsd: hardCapMicros === null ? null : microsToUsd(Math.max(0, hardCapMicros - spentMicros - heldMicros)),
    },
  }
}

const getGrowthSettings = handle(contract.getGrowthSettings, async ({ tx, now, ok }) =>
  ok(presentSettings(await findSettings(tx), await spendOfMonth(tx, now), now)),
)

const updateGrowthSettings = handle(
  contract.updateGrowthSettings,
  async ({ tx, workspace, body, caller, now, invalid, ok }) => {
    const before = await lockRules(tx, now, caller.userId)
    const { hardCapUsd, sendingDays = before.sendingDays, ...change } = body
    const hardCapMicros = microsAfter(before.hardCapMicros, hardCapUsd)
    const rules: GrowthRules = { ...before, ...change, sendingDays: inOrder(sendingDays), hardCapMicros }
    const faults = faultsOf(rules)
    if (faults.length > 0) return invalid(faults)
    const saved = await saveRules(tx, rules, now, caller.userId)
    return ok(presentSettings(saved, await spendOfMonth(tx, now), now), {
      resource: ['growth_settings', workspace],
      metadata: { ...body },
    })
  },
)

export default () => ({ getGrowthSettings, updateGrowthSettings })
