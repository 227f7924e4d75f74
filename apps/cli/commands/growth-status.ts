import { getGrowthSettings } from '../../../domains/growth/settings/contract.ts'
import type { Reply } from '../client/client.ts'
import type { Session } from '../session.ts'

type Settings = Reply<typeof getGrowthSettings>

/** `atelier growth status`: the spend of this month, and the rules of sending. */
export const growthStatus = async ({ client, output }: Session): Promise<void> => {
  const settings = await (await client()).call(getGrowthSettings, {})
  output.document(settings)
  for (const line of settingLines(settings)) output.print(line)
}

const settingLines = (settings: Settings): readonly string[] => {
  const { month, hardCapUsd, sendApproval, sendingDays, sendingFrom, sendingUntil, leadRetentionDays } = settings
  const cap = hardCapUsd === null ? 'no hard cap' : `hard cap ${dollars(hardCapUsd)}`
  const held = month.heldUsd > 0 ? `, ${dollars(month.heldUsd)} reserved` : ''
  const approval = sendApproval === 'always' ? 'a person approves every mail' : 'a play may send without approval'
  return [
    `spent this month  ${dollars(month.spentUsd)}${held}, ${cap}`,
    `sending           ${sendingDays.join(' ')} ${sendingFrom}-${sendingUntil}, ${approval}`,
    `leads             removed after ${leadRetentionDays} days without contact or consent`,
  ]
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`
