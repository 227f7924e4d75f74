import {
  assembleDraft,
  type AssembledDraft,
  type DraftObstacle,
  obstacleErrors,
} from '../../../../../domains/billing/invoices/rules/draft.ts'
import type { TaxClass } from '../../../../../domains/billing/billables/rules.ts'
import type { Totals } from '../../../../../domains/billing/invoices/rules/issue.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'

/** A rate as a person writes it, in hundredths of a percent; undefined if it is not a rate. */
export const rateOf = (text: string): number | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const rate = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return rate <= 10_000 ? rate : undefined
}

/** A correction of a charge that is not open: it was billed, with a tax that only the draft knows. */
export const correctsInvoicedCharge = ({ correctsId }: Billable, open: readonly Billable[]): boolean =>
  correctsId !== null && !open.some(({ id }) => id === correctsId)

/** The refusal of a draft, as the server would give it. */
export type DraftRefused = (typeof obstacleErrors)[DraftObstacle]

interface DraftSelection {
  readonly open: readonly Billable[]
  readonly ticked: readonly Billable[]
  readonly classes: readonly TaxClass[]
  readonly rates: Readonly<Record<string, number>>
}

/**
 * The totals of a draft of the ticked billables, by the server's rules; or its refusal. The class sets the tax of a
 * correction whose charge was billed, until the draft does.
 */
export const totalsOfTicked = ({ open, ticked, classes, rates }: DraftSelection): AssembledDraft | DraftRefused => {
  const result = assembleDraft(
    ticked.map((one) => {
      const isBilled = correctsInvoicedCharge(one, open)
      const known = classes.find(({ name }) => name === one.taxClass)
      const { category, rateBps, reason } = known ?? { category: 'S', rateBps: rates[one.taxClass] ?? 0, reason: null }
      const chargeTax = isBilled ? { category, rateBps, reason } : null
      return { ...one, isWrittenOff: false, isInvoiced: false, chargeTax }
    }),
    { classes, rates },
  )
  return 'obstacle' in result ? obstacleErrors[result.obstacle] : result
}

/** Totals as an invoice shows them. */
export const shownTotals = ({ netMinor, totalMinor, taxTotals }: Totals) => ({
  netMinor: Number(netMinor),
  totalMinor: Number(totalMinor),
  taxTotals: taxTotals.map((one) => ({
    ...one,
    taxableMinor: Number(one.taxableMinor),
    taxMinor: Number(one.taxMinor),
  })),
})
