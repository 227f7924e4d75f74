import { roundedQuotient, sumOf } from '../../billables/rules/amounts.ts'
import type { TaxCategory } from '../../billables/rules/tax.ts'
import type { Booking } from './datev.ts'

/** The part of an invoice under one tax class. */
interface PostedClass {
  readonly taxClass: string
  readonly category: TaxCategory
  readonly rateBps: number
  readonly netMinor: bigint
}
interface PostedTax {
  readonly category: TaxCategory
  readonly rateBps: number
  readonly taxMinor: number
}

/** An invoice on the day on which it was issued or voided. Days as `YYYY-MM-DD`, in the workspace's time zone. */
export interface Posting {
  readonly move: 'issue' | 'void'
  readonly type: '380' | '381'
  readonly day: string
  readonly dueDay: string
  readonly invoiceNumber: string
  readonly clientAccountId: string
  readonly buyerLegalName: string
  readonly buyerVatId: string | null
  readonly taxTotals: readonly PostedTax[]
  readonly classes: readonly PostedClass[]
}

export interface TaxAccount {
  readonly taxClass: string
  readonly revenueAccount: string
  readonly taxKey: string | null
}

/** Which account is whose. */
export interface Accounts {
  readonly taxAccounts: readonly TaxAccount[]
  /** By the id of the client account. */
  readonly debtors: ReadonlyMap<string, string>
}

interface Gross extends PostedClass {
  readonly grossMinor: bigint
}

/**
 * The gross amount of each class. Tax is rounded once for each category and rate; if classes share a rate, each has the
 * tax of its own net amount, and the largest takes the rounding difference, so that the sum stays the invoice's.
 */
export const grossOf = ({ classes, taxTotals }: Pick<Posting, 'classes' | 'taxTotals'>): readonly Gross[] =>
  taxTotals.flatMap(({ category, rateBps, taxMinor }) => {
    const sharing = classes.filter((one) => one.category === category && one.rateBps === rateBps)
    const taxes = sharing.map(({ netMinor }) => roundedQuotient(netMinor * BigInt(rateBps), 10_000n))
    const left = BigInt(taxMinor) - sumOf(taxes)
    const largest = sharing.reduce(
      (most, { netMinor }, at) => (size(netMinor) > size(sharing[most]!.netMinor) ? at : most),
      0,
    )
    return sharing.map((one, at) => ({
      ...one,
      grossMinor: one.netMinor + taxes[at]! + (at === largest ? left : 0n),
    }))
  })

const size = (minor: bigint) => (minor < 0n ? -minor : minor)

const titles = { '380': 'Rechnung', '381': 'Gutschrift' } as const

/**
 * The postings of an invoice: one for each of its tax classes that comes to something, from the customer's account to
 * that of the revenue. Voiding it posts the same on the other side.
 */
export const bookingsOf = (posting: Posting, { taxAccounts, debtors }: Accounts): readonly Booking[] =>
  grossOf(posting)
    .filter(({ grossMinor }) => grossMinor !== 0n)
    .map(({ taxClass, category, grossMinor }) => {
      const { move, type, day, dueDay, invoiceNumber, clientAccountId, buyerLegalName, buyerVatId } = posting
      const { revenueAccount, taxKey } = taxAccounts.find((one) => one.taxClass === taxClass)!
      return {
        amountMinor: size(grossMinor),
        side: grossMinor > 0n === (move === 'issue') ? 'S' : 'H',
        account: debtors.get(clientAccountId)!,
        contraAccount: revenueAccount,
        taxKey: taxKey?.padStart(4, '0') ?? null,
        day,
        document: documentOf(invoiceNumber),
        text: `${move === 'void' ? 'Storno' : titles[type]} ${invoiceNumber} ${buyerLegalName}`,
        dueDay: move === 'issue' ? dueDay : null,
        euVatId: euVatIdOf(category, buyerVatId),
      }
    })

/** The field takes no point; the end of a number, its sequence, has none, so that numbers stay apart. */
const documentOf = (invoiceNumber: string) => invoiceNumber.replaceAll('.', '-')

/** The other members of the European Union by the prefixes of their VAT numbers, and Northern Ireland. */
const members = new Set('AT BE BG CY CZ DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '))

const euVatIdOf = (category: TaxCategory, vatId: string | null) =>
  (category === 'AE' || category === 'K') && vatId !== null && members.has(vatId.slice(0, 2)) ? vatId : null

/** The first day of a day's fiscal year. */
export const yearStartOf = (day: string, startMonth: number): string => {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  return `${month < startMonth ? year - 1 : year}-${String(startMonth).padStart(2, '0')}-01`
}
