import { refuseFields } from '../../../platform/refusal/refuse.ts'
import { decimalOf, isRepresentable, lineAmountOf, type LinePrice } from './rules/amounts.ts'

/** The amount of a line in minor units; ends the request in 400 where it is none that can be billed. */
export const amountFor = (priced: LinePrice, sign: 'positive' | 'any'): number => {
  const { coefficient } = decimalOf(priced.quantity)
  const wrong = (message: string) => refuseFields([{ path: 'quantity', message, rule: 'amount' }])
  if (coefficient === 0n) return wrong('is not zero')
  if (sign === 'positive' && coefficient < 0n) return wrong('is above zero; a correction takes back')
  const amount = lineAmountOf(priced)
  return isRepresentable(amount) ? Number(amount) : wrong('times the price is more than an invoice can represent')
}
