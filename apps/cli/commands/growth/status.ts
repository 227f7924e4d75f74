import { getGrowthSettings, updateGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import type { Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Settings = Reply<typeof getGrowthSettings>

interface SettingOptions {
  readonly postalAddress?: string
  readonly bookingUrl?: string
  readonly from?: string
  readonly until?: string
}

/** `atelier growth settings`: changes the rules of sending, then shows them as `growth status` does. */
export const changeSettings = async ({ client, output }: Session, options: SettingOptions): Promise<void> => {
  const { postalAddress, bookingUrl, from, until } = options
  const body = {
    ...(postalAddress !== undefined && { senderPostalAddress: postalAddress }),
    ...(bookingUrl !== undefined && { bookingUrl }),
    ...(from !== undefined && { sendingFrom: from }),
    ...(until !== undefined && { sendingUntil: until }),
  }
  if (Object.keys(body).length === 0) throw usage('Name what to change, such as --postal-address.')
  const settings = await (await client()).call(updateGrowthSettings, { body })
  output.document(settings)
  for (const line of settingLines(settings)) output.print(line)
}

/** `atelier growth status`: the spend of this month, and the rules of sending. */
export const growthStatus = async ({ client, output }: Session): Promise<void> => {
  const settings = await (await client()).call(getGrowthSettings, {})
  output.document(settings)
  for (const line of settingLines(settings)) output.print(line)
}

const settingLines = (settings: Settings): readonly string[] => {
  const { month, hardCapUsd, sendApproval, sendingDays, sendingFrom, sendingUntil, leadRetentionDays, refusalDays } =
    settings
  const cap = hardCapUsd === null ? 'no hard cap' : `hard cap ${dollars(hardCapUsd)}`
  const held = month.heldUsd > 0 ? `, ${dollars(month.heldUsd)} reserved` : ''
  const approval = sendApproval === 'always' ? 'a person approves every mail' : 'a play may send without approval'
  return [
    `spent this month  ${dollars(month.spentUsd)}${held}, ${cap}`,
    `sending           ${sendingDays.join(' ')} ${sendingFrom}-${sendingUntil}, ${approval}`,
    `postal address    ${printable(settings.senderPostalAddress ?? 'none: no play sends without one')}`,
    ...(settings.closedCountries.length === 0
      ? []
      : [`never open        ${settings.closedCountries.join(' ')}: no time is open in all of their time zones`]),
    `leads             removed after ${leadRetentionDays} days without contact or consent`,
    `a “no”            counts in every growth project for ${refusalDays} days`,
  ]
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`
