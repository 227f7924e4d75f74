import { roundedQuotient, sumOf, type TaxCategory } from '../../billables/rules.ts'
import { type Booking, amountMostMinor } from './datev.ts'

/** The part of an invoice under one tax class. */
interface PostedClass {
  readonly taxClass: string
  readonly category: TaxCategory
  readonly rateBps: number
  readonly netMinor: bigint
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
  readonly taxTotals: readonly { readonly category: TaxCategory; readonly rateBps: number; readonly taxMinor: number }[]
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

export const consultantBounds = { least: 1_001, most: 9_999_999 } as const
export const clientBounds = { least: 1, most: 99_999 } as const
/** How many digits a ledger account has. */
export const lengths = { least: 4, most: 8 } as const
/** Number of a ledger account; that of a customer has one digit more, and begins with 1 to 6. */
export const ledgerPattern = '^(?!0+$)\\d{4,8}$'
export const debtorPattern = '^[1-6]\\d{4,8}$'
export const taxKeyPattern = '^\\d{1,4}$'

export const isDebtorFor = (account: string, accountLength: number) => account.length === accountLength + 1

type Fault = 'class_twice' | 'other_length'

/** The fault of each account, by its place in the list. */
export const faultsIn = (accounts: readonly TaxAccount[], accountLength: number): { at: number; fault: Fault }[] =>
  accounts.flatMap(({ taxClass, revenueAccount }, at) => {
    const isTwice = accounts.findIndex((one) => one.taxClass === taxClass) !== at
    const fault = isTwice ? 'class_twice' : revenueAccount.length === accountLength ? undefined : 'other_length'
    return fault ? [{ at, fault }] : []
  })

interface Settings {
  readonly consultantNumber: number | null
  readonly clientNumber: number | null
  readonly accountLength: number
  readonly taxAccounts: readonly TaxAccount[]
}

/** The settings that these postings need and that are missing; undefined if none is. */
export const missingSettings = (
  postings: readonly Posting[],
  settings: Settings | undefined,
  debtors: ReadonlyMap<string, string>,
) => {
  const mapped = new Set(settings?.taxAccounts.map(({ taxClass }) => taxClass))
  const classes = new Set(postings.flatMap((one) => one.classes.map(({ taxClass }) => taxClass)))
  const clients = new Set(postings.map(({ clientAccountId }) => clientAccountId))
  const hasDebtor = (id: string) => {
    const account = debtors.get(id)
    return account !== undefined && (!settings || isDebtorFor(account, settings.accountLength))
  }
  const lacks = {
    fields: (['consultantNumber', 'clientNumber'] as const).filter((field) => settings?.[field] == null),
    taxClasses: [...classes].filter((one) => !mapped.has(one)).sort(),
    clientAccountIds: [...clients].filter((id) => !hasDebtor(id)).sort(),
  }
  return Object.values(lacks).some((list) => list.length > 0) ? lacks : undefined
}

/** The numbers of invoices with an amount that the format cannot hold. */
export const tooLargeIn = (postings: readonly Posting[]): string[] =>
  postings
    .filter((one) =>
      grossOf(one).some(({ grossMinor }) => grossMinor > amountMostMinor || -grossMinor > amountMostMinor),
    )
    .map(({ invoiceNumber }) => invoiceNumber)
