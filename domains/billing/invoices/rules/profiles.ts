import { type ProfileName } from '../../billables/rules.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import type { InvoiceRow, LineRow } from '../tables.ts'

type Draft = Omit<InvoiceRow, 'invoiceNumber'> & {
  /** The number; a draft has one of the form that it would get. */
  readonly invoiceNumber: string
}

interface Subject {
  readonly row: Draft
  readonly lines: readonly Pick<LineRow, 'quantity' | 'rateBps'>[]
}

/** A demand of a profile on an invoice: a field, by its name in the API, and whether an invoice meets it. */
type Ask = readonly [field: string, isMet: (subject: Subject) => boolean]

export interface Profile {
  /** BT-24. */
  readonly guideline: string
  /** BT-23. */
  readonly process: string | null
  /** True if addresses come in parts from the billing identities, even if the invoice shows others. */
  readonly addressByParts: boolean
  /** Whether the e-mail address of a party counts as its electronic address if it has no other one. */
  readonly mailAsEndpoint: boolean
  /** Whether also a Dutch invoice on which nothing is to be paid names a means of payment: BR-DE-1 against NL-R-008. */
  readonly alwaysMeans: boolean
  /** Whether it reads discounts from lines of the payment terms, each of which has a line end (BR-DE-18, DE-R-018). */
  readonly discountLines: boolean
  /** Whether the notes of the seller are in it. */
  readonly notes: boolean
  readonly asks: readonly Ask[]
}

const en16931 = 'urn:cen.eu:en16931:2017'
const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** The countries of seller and buyer; undefined if one has no address in parts. */
const countriesOf = ({ row: { sellerPostalAddress: seller, buyerPostalAddress: buyer } }: Subject) =>
  seller && buyer ? ([seller.country, buyer.country] as const) : undefined

const isBetween = (subject: Subject, country: string) => countriesOf(subject)?.every((one) => one === country) === true
const isSoldFrom = (subject: Subject, country: string) => subject.row.sellerPostalAddress?.country === country

const contactHas =
  (field: 'name' | 'email' | 'phone'): Ask[1] =>
  ({ row }) =>
    (row.sellerContact?.[field] ?? null) !== null

const contactAsks: readonly Ask[] = [
  ['sellerContact.name', contactHas('name')],
  ['sellerContact.email', contactHas('email')],
  ['sellerContact.phone', contactHas('phone')],
]

const sellerHasRegistration =
  (...schemes: readonly string[]): Ask[1] =>
  ({ row }) =>
    schemes.includes(row.sellerElectronic?.legalId?.scheme ?? '')

const hasBank: Ask[1] = ({ row }) => row.type === '381' || row.totalMinor === 0 || row.sellerBankAccount !== null

const hasBuyerReference: Ask[1] = ({ row }) => row.buyerReference !== null

const within =
  (isSubject: (subject: Subject) => boolean) =>
  ([field, isMet]: Ask): Ask => [field, (subject) => !isSubject(subject) || isMet(subject)]

const discount = /^#SKONTO#TAGE=\d{1,9}#PROZENT=\d{1,9}\.\d\d(?:#BASISBETRAG=-?\d{1,12}\.\d\d)?#$/

/**
 * True if the terms of payment are as BR-DE-18 and DE-R-018 want them: a line that begins with `#` is a discount of
 * XRechnung, and no other line after them has two of these signs.
 */
const hasGermanTerms: Ask[1] = ({ row }) => {
  const lines = (row.paymentTerms ?? '').split(/\r?\n/).map((line) => line.trim())
  const marked = lines.filter((line) => line.startsWith('#'))
  const last = lines.findLast((line) => line.lastIndexOf('#') > line.indexOf('#') + 1)
  return marked.length === 0 || (marked.every((line) => discount.test(line)) && last?.endsWith('#') === true)
}

/** Rules of Germany for invoices within it, in XRechnung and in Peppol. */
const germanAsks: readonly Ask[] = [
  ['buyerReference', hasBuyerReference],
  ...contactAsks,
  ['sellerBankAccount', hasBank],
  ['paymentTerms', hasGermanTerms],
]

// Their national rules require parts that this version does not have.
const sellersWithOwnRules = ['GR', 'IS', 'IT', 'NO', 'SE']

const isInNetwork = (endpoint: { readonly scheme: string } | null | undefined) =>
  endpoint !== null && endpoint !== undefined && endpoint.scheme !== 'EM'

const mostDecimals = (quantity: string) => (quantity.split('.')[1] ?? '').replace(/0{1,9}$/, '').length

// BR-FR-16.
const frenchRatesBps = [0, 90, 105, 175, 210, 550, 700, 850, 920, 960, 1_000, 1_300, 1_960, 2_000, 2_060]
/** Notes that French law asks for: recovery costs, late penalties, and a discount or none. */
export const frenchNotes = ['PMT', 'PMD', 'AAB'] as const

const hasSiren =
  (side: 'seller' | 'buyer'): Ask[1] =>
  ({ row }) =>
    row[`${side}Electronic`]?.legalId?.scheme === '0002'

const hasFrenchAddress =
  (side: 'seller' | 'buyer'): Ask[1] =>
  ({ row }) => {
    const { endpoint, legalId } = row[`${side}Electronic`] ?? {}
    return endpoint?.scheme === '0225' && endpoint.value.startsWith(legalId?.value ?? '-')
  }

const peppolAsks: readonly Ask[] = [
  ['sellerElectronic.endpoint', ({ row }) => isInNetwork(row.sellerElectronic?.endpoint)],
  ['buyerElectronic.endpoint', ({ row }) => isInNetwork(row.buyerElectronic?.endpoint)],
  [
    'buyerReference',
    ({ row }) => row.buyerReference !== null || (row.buyerElectronic?.orderReference ?? null) !== null,
  ],
  ['sellerPostalAddress.country', (subject) => !sellersWithOwnRules.some((country) => isSoldFrom(subject, country))],
  ...germanAsks.map(within((subject) => isBetween(subject, 'DE'))),
  within((subject) => isSoldFrom(subject, 'DK'))(['sellerElectronic.legalId', sellerHasRegistration('0184')]),
  within((subject) => isSoldFrom(subject, 'NL'))(['sellerElectronic.legalId', sellerHasRegistration('0106', '0190')]),
  within((subject) => isSoldFrom(subject, 'NL'))(['sellerBankAccount', hasBank]),
  within((subject) => isBetween(subject, 'NL'))([
    'buyerElectronic.legalId',
    ({ row }) => ['0106', '0190'].includes(row.buyerElectronic?.legalId?.scheme ?? ''),
  ]),
]

const mailOf = ({ row }: Subject, side: 'seller' | 'buyer') =>
  side === 'seller' ? row.sellerContact?.email : (row.buyerBillingEmail ?? row.buyerContact?.email)

const hasEndpoint =
  (side: 'seller' | 'buyer'): Ask[1] =>
  (subject) =>
    Boolean(subject.row[`${side}Electronic`]?.endpoint ?? mailOf(subject, side))

/**
 * The profiles (national rules of electronic invoices) as data: the writers of documents know none of them by name.
 * Sources: EN 16931-1:2017, Peppol BIS Billing of May 2026, XRechnung 3.0.2, and the rules BR-FR 1.3.1 and 1.4.0.03 of
 * France.
 */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  en16931: {
    guideline: en16931,
    process: null,
    addressByParts: false,
    mailAsEndpoint: true,
    alwaysMeans: false,
    discountLines: false,
    notes: false,
    asks: [],
  },
  peppol: {
    guideline: `${en16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: billing,
    addressByParts: true,
    mailAsEndpoint: false,
    alwaysMeans: false,
    discountLines: true,
    notes: false,
    asks: peppolAsks,
  },
  xrechnung: {
    guideline: `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process: billing,
    addressByParts: true,
    mailAsEndpoint: true,
    alwaysMeans: true,
    discountLines: true,
    notes: false,
    asks: [
      ['sellerElectronic.endpoint', hasEndpoint('seller')],
      ['buyerElectronic.endpoint', hasEndpoint('buyer')],
      ...germanAsks,
      ['serviceFrom', ({ row }) => row.serviceFrom !== null],
    ],
  },
  franceCtc: {
    guideline: en16931,
    // Services that are not paid yet: an invoice is issued before it is paid.
    process: 'S1',
    addressByParts: true,
    mailAsEndpoint: false,
    alwaysMeans: false,
    discountLines: false,
    notes: true,
    asks: [
      ['sellerElectronic.legalId', hasSiren('seller')],
      ['buyerElectronic.legalId', hasSiren('buyer')],
      ['sellerElectronic.endpoint', hasFrenchAddress('seller')],
      ['buyerElectronic.endpoint', hasFrenchAddress('buyer')],
      [
        'sellerElectronic.notes',
        ({ row }) =>
          frenchNotes.every((code) => row.sellerElectronic?.notes.filter((note) => note.code === code).length === 1),
      ],
      ['currency', ({ row }) => row.currency === 'EUR'],
      ['lines.quantity', ({ lines }) => lines.every(({ quantity }) => mostDecimals(quantity) <= 4)],
      [
        'taxTotals.rateBps',
        (subject) =>
          !isSoldFrom(subject, 'FR') || subject.lines.every(({ rateBps }) => frenchRatesBps.includes(rateBps)),
      ],
      ['invoiceNumber', ({ row }) => /^[A-Za-z0-9+_/-]{1,35}$/.test(row.invoiceNumber)],
    ],
  },
}

/** The fields, each once, that keep an invoice from a profile; a draft has the seller's fields of this moment. */
export const profileObstacles = (name: ProfileName, row: Draft, lines: Subject['lines']): readonly string[] => {
  const unsupported = unsupportedReason(row)
  const found = [
    ...(unsupported ? [unsupported === 'thousandths' ? 'currency' : 'taxTotals.category'] : []),
    ...missingFields(row),
    ...profiles[name].asks.flatMap(([field, isMet]) => (isMet({ row, lines }) ? [] : [field])),
  ]
  return [...new Set(found)]
}

const decimalsMost = 2

/** Why an issued invoice can have no electronic form, with any billing identities. */
export type UnsupportedInvoice = 'thousandths' | 'deliveryUnknown' | 'mixedWithUntaxed'

export const unsupportedReason = ({
  currency,
  taxTotals,
}: Pick<InvoiceRow, 'currency' | 'taxTotals'>): UnsupportedInvoice | undefined => {
  // BR-DEC-23 and others: no amount has more than two decimals.
  if (decimalsOf(currency) > decimalsMost) return 'thousandths'
  const categories = taxTotals.map(({ category }) => category)
  // BR-IC-11 and BR-IC-12: goods that go to another member state name the day and the place of their delivery.
  if (categories.includes('K')) return 'deliveryUnknown'
  // BR-O-11 to BR-O-14.
  return categories.includes('O') && categories.length > 1 ? 'mixedWithUntaxed' : undefined
}

type Parties = Pick<
  InvoiceRow,
  | 'sellerLegalName'
  | 'sellerPostalAddress'
  | 'sellerVatId'
  | 'sellerTaxNumber'
  | 'buyerPostalAddress'
  | 'buyerVatId'
  | 'taxTotals'
>

/** Fields of the invoice that EN 16931 asks for, and that were missing when it was issued. */
const missingFields = (row: Parties): readonly string[] => {
  const has = (...categories: readonly string[]) => row.taxTotals.some(({ category }) => categories.includes(category))
  const needed = [
    ['sellerLegalName', row.sellerLegalName !== null],
    // BR-09 and BR-11 ask for the country, which only an address in parts has.
    ['sellerPostalAddress', row.sellerPostalAddress !== null],
    ['buyerPostalAddress', row.buyerPostalAddress !== null],
    // BR-CO-26 and BR-S-02: one of the two; BR-G-02 wants the VAT number.
    ['sellerVatId', row.sellerVatId !== null || (row.sellerTaxNumber !== null && !has('G'))],
    // BR-AE-02.
    ['buyerVatId', row.buyerVatId !== null || !has('AE')],
  ] as const
  return needed.flatMap(([field, isThere]) => (isThere ? [] : [field]))
}
