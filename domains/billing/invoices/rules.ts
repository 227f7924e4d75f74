export { invoiceTypes, type InvoiceType } from './rules/totals.ts'

export const invoiceStatuses = ['draft', 'final', 'void', 'paid'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

interface Move {
  readonly from: readonly InvoiceStatus[]
  readonly to: InvoiceStatus
}

export const invoiceMoves = {
  issue: { from: ['draft'], to: 'final' },
  settle: { from: ['final'], to: 'paid' },
  void: { from: ['draft', 'final'], to: 'void' },
} as const satisfies Record<string, Move>
export type InvoiceMove = keyof typeof invoiceMoves

/** The status of an invoice after this move; undefined if it cannot be made. */
export const statusAfter = (status: InvoiceStatus, name: InvoiceMove): InvoiceStatus | undefined => {
  const move: Move = invoiceMoves[name]
  return move.from.includes(status) ? move.to : undefined
}

interface Replaced {
  readonly status: InvoiceStatus
  readonly clientAccountId: string
}

/** Why an invoice cannot be replaced by a draft for this client account; undefined if it can. */
export const obstacleToReplacing = (
  { status, clientAccountId }: Replaced,
  accountId: string,
): 'replacedNotVoid' | 'replacedOfAnother' | undefined => {
  if (status !== 'void') return 'replacedNotVoid'
  return clientAccountId === accountId ? undefined : 'replacedOfAnother'
}

interface AddressParts {
  readonly line1: string
  readonly line2: string | null
  readonly postalCode: string
  readonly city: string
  readonly country: string
}

/** An address as an invoice has it, line by line. */
export const addressText = ({ line1, line2, postalCode, city, country }: AddressParts): string =>
  [line1, line2, `${postalCode} ${city}`, country].filter((line) => line !== null).join('\n')

/** The same with the country by its name in a language, as people write it. */
export const namedAddressText = (address: AddressParts, language: string): string => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  return addressText({ ...address, country: names.of(address.country) ?? address.country })
}
