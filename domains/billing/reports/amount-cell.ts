import type { Decimal } from '../../../platform/csv/index.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import { writtenMinor } from '../billables/rules/written-amounts.ts'

/** An amount in minor units as its currency writes it, with a point. */
export const amountCell = (minor: number | bigint, currency: string): Decimal => ({
  decimal: writtenMinor(minor, decimalsOf(currency)),
})
