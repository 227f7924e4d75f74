import type { Static } from '../../../platform/contract/index.ts'
import type { GrowthSettings } from './contract.ts'
import { closedCountries } from './sending-window.ts'
import { rulesByDefault, type GrowthRules, type MonthSpend } from './rules.ts'

const dollars = (micros: number) => micros / 1_000_000

export const presentSettings = (
  row: (GrowthRules & { readonly updatedAt: Date }) | undefined,
  { from, spentMicros, heldMicros }: MonthSpend & { readonly from: Date },
  now: Date,
): Static<typeof GrowthSettings> => {
  const { hardCapMicros, ...rules } = row ?? { ...rulesByDefault, updatedAt: null }
  return {
    ...rules,
    sendingDays: [...rules.sendingDays],
    closedCountries: [...closedCountries(now, rules)],
    hardCapUsd: hardCapMicros === null ? null : dollars(hardCapMicros),
    month: {
      from,
      spentUsd: dollars(spentMicros),
      heldUsd: dollars(heldMicros),
      remainingUsd: hardCapMicros === null ? null : dollars(Math.max(0, hardCapMicros - spentMicros - heldMicros)),
    },
  }
}
