import type { getGrowthSettings, updateGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import type { SendApproval, Weekday } from '../../../../domains/growth/settings/rules.ts'
import { refusalDays, retentionDays } from '../../../../domains/growth/settings/rules.ts'
import type { Input, Reply } from '../../../../platform/client/index.ts'
import { amountOf, textOf } from '../settings/workspace/cap-amount.ts'

/** The settings as fields hold them. */
export interface TypedSettings {
  readonly hardCapUsd: string
  readonly bookingUrl: string
  readonly senderPostalAddress: string
  readonly sendApproval: SendApproval
  readonly sendingDays: readonly Weekday[]
  readonly sendingFrom: string
  readonly sendingUntil: string
  readonly leadRetentionDays: string
  readonly refusalDays: string
}

export const typedOf = (saved: Reply<typeof getGrowthSettings>): TypedSettings => ({
  hardCapUsd: textOf(saved.hardCapUsd),
  bookingUrl: saved.bookingUrl ?? '',
  senderPostalAddress: saved.senderPostalAddress ?? '',
  sendApproval: saved.sendApproval,
  sendingDays: saved.sendingDays,
  sendingFrom: saved.sendingFrom,
  sendingUntil: saved.sendingUntil,
  leadRetentionDays: String(saved.leadRetentionDays),
  refusalDays: String(saved.refusalDays),
})

const daysIn = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : NaN)

/** Fields with an invalid value. */
export const faultsIn = (typed: TypedSettings): readonly (keyof TypedSettings)[] => {
  const isWithin = (text: string, { least, most }: { readonly least: number; readonly most: number }) =>
    daysIn(text) >= least && daysIn(text) <= most
  return [
    ...(amountOf(typed.hardCapUsd) === undefined ? ['hardCapUsd' as const] : []),
    ...(typed.sendingDays.length === 0 ? ['sendingDays' as const] : []),
    ...(isWithin(typed.leadRetentionDays, retentionDays) ? [] : ['leadRetentionDays' as const]),
    ...(isWithin(typed.refusalDays, refusalDays) ? [] : ['refusalDays' as const]),
  ]
}

type Body = Input<typeof updateGrowthSettings>['body']

/** The request's values for changed fields. */
export const bodyOf = ({ hardCapUsd, bookingUrl, senderPostalAddress, ...mine }: Partial<TypedSettings>): Body => {
  const { leadRetentionDays, refusalDays: days, sendingDays, ...same } = mine
  return {
    ...same,
    ...(hardCapUsd !== undefined && { hardCapUsd: amountOf(hardCapUsd) ?? null }),
    ...(bookingUrl !== undefined && { bookingUrl: bookingUrl.trim() || null }),
    ...(senderPostalAddress !== undefined && { senderPostalAddress: senderPostalAddress.trim() || null }),
    ...(sendingDays !== undefined && { sendingDays: [...sendingDays] }),
    ...(days !== undefined && { refusalDays: daysIn(days) }),
    ...(leadRetentionDays !== undefined && { leadRetentionDays: daysIn(leadRetentionDays) }),
  }
}
