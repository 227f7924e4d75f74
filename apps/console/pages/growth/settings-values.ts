import type { getGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { textOf } from '../settings/workspace/cap-amount.ts'

/** The settings as fields hold them. */
export type TypedSettings = ReturnType<typeof typedOf>

export const typedOf = (saved: Reply<typeof getGrowthSettings>) => ({
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

/** Reads a number of days within bounds. */
export const readDays =
  ({ least, most }: { readonly least: number; readonly most: number }) =>
  (typed: string): number | undefined => {
    const days = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : NaN
    return days >= least && days <= most ? days : undefined
  }
