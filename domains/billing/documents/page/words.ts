import type { Language } from '../../billables/contract/identities.ts'
import { type Unit } from '../../billables/rules.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import type { InvoiceRow } from '../../invoices/index.ts'
import { decimalText, opposite } from '../../../../packages/einvoice/index.ts'

const en = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  number: 'Number',
  issued: 'Date of issue',
  due: 'Due',
  serviceDay: 'Date of service',
  servicePeriod: 'Service period',
  reference: 'Your reference',
  replaces: 'Replaces',
  corrects: 'Corrects',
  from: 'From',
  billTo: 'Bill to',
  vatId: 'VAT number',
  taxNumber: 'Tax number',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  tax: 'Tax',
  amount: 'Amount',
  net: 'Net total',
  total: 'Total',
  received: 'Paid',
  rest: 'Due',
  taxes: 'Tax by category',
  category: 'Category',
  rate: 'Rate',
  taxable: 'Taxable',
  payment: 'Payment',
  holder: 'Account holder',
  paymentReference: 'Reference',
  scan: 'Scan with your banking app',
  toPay: (amount: string, day: string) => `${amount} due ${day}`,
  toCredit: (amount: string) => `${amount} credited`,
  paid: (day: string) => `Paid on ${day}. Nothing is left to pay.`,
  void: (day: string, reason: string | null) => `Void since ${day}${reason === null ? '' : `: ${reason}`}`,
}

const de: typeof en = {
  invoice: 'Rechnung',
  creditNote: 'Rechnungskorrektur',
  number: 'Nummer',
  issued: 'Rechnungsdatum',
  due: 'Fällig am',
  serviceDay: 'Leistungsdatum',
  servicePeriod: 'Leistungszeitraum',
  reference: 'Ihre Referenz',
  replaces: 'Ersetzt',
  corrects: 'Berichtigt',
  from: 'Von',
  billTo: 'Rechnung an',
  vatId: 'USt-IdNr.',
  taxNumber: 'Steuernummer',
  description: 'Leistung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  tax: 'USt.',
  amount: 'Betrag',
  net: 'Nettobetrag',
  total: 'Gesamtbetrag',
  received: 'Bezahlt',
  rest: 'Noch offen',
  taxes: 'Steuer nach Kategorie',
  category: 'Kategorie',
  rate: 'Satz',
  taxable: 'Nettobetrag',
  payment: 'Zahlung',
  holder: 'Kontoinhaber',
  paymentReference: 'Verwendungszweck',
  scan: 'Mit der Banking-App scannen',
  toPay: (amount, day) => `${amount}, fällig am ${day}`,
  toCredit: (amount) => `Gutschrift von ${amount}`,
  paid: (day) => `Bezahlt am ${day}. Es ist nichts mehr offen.`,
  void: (day, reason) => `Storniert am ${day}${reason === null ? '' : `: ${reason}`}`,
}

export const words: Readonly<Record<Language, typeof en>> = { en, de }

const unitWords: Readonly<Record<Language, Readonly<Record<Unit, readonly [one: string, many: string]>>>> = {
  en: {
    piece: ['piece', 'pieces'],
    hour: ['hour', 'hours'],
    day: ['day', 'days'],
    week: ['week', 'weeks'],
    month: ['month', 'months'],
    year: ['year', 'years'],
    flat: ['flat', 'flat'],
  },
  de: {
    piece: ['Stück', 'Stück'],
    hour: ['Stunde', 'Stunden'],
    day: ['Tag', 'Tage'],
    week: ['Woche', 'Wochen'],
    month: ['Monat', 'Monate'],
    year: ['Jahr', 'Jahre'],
    flat: ['pauschal', 'pauschal'],
  },
}

const marks = { en: { thousands: ',', point: '.' }, de: { thousands: '.', point: ',' } } as const

/** A decimal as people of the language read it: `1,234.50`, `1.234,50`; a minus is the sign of its own. */
export const decimalIn = (language: Language, decimal: string): string => {
  const { thousands, point } = marks[language]
  const [whole, fraction] = decimal.replace('-', '').split('.') as [string, string?]
  const grouped = whole.replaceAll(/\B(?=(\d{3}){1,9}$)/g, thousands)
  return `${decimal.startsWith('-') ? '−' : ''}${grouped}${fraction === undefined ? '' : `${point}${fraction}`}`
}

export const quantityIn = (language: Language, quantity: string, unit: Unit): string => {
  const [one, many] = unitWords[language][unit]
  return `${decimalIn(language, quantity)} ${quantity === '1' ? one : many}`
}

const months = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
}

/** A day such as `2026-03-04` in words: `4 March 2026`, `4. März 2026`. */
export const dayInWords = (language: Language, day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${date}${language === 'de' ? '.' : ''} ${months[language][month! - 1]} ${year}`
}

const categoryWords = {
  en: {
    S: 'Standard',
    Z: 'Zero-rated',
    E: 'Exempt',
    AE: 'Reverse charge',
    K: 'Intra-community supply',
    G: 'Export',
    O: 'Not subject to tax',
  },
  de: {
    S: 'Steuerpflichtig',
    Z: 'Nullsatz',
    E: 'Steuerbefreit',
    AE: 'Steuerschuldnerschaft des Leistungsempfängers',
    K: 'Innergemeinschaftliche Lieferung',
    G: 'Ausfuhr',
    O: 'Nicht steuerbar',
  },
} as const

export const categoryIn = (language: Language, category: keyof (typeof categoryWords)['en']): string =>
  categoryWords[language][category]

type PageAmounts = Pick<InvoiceRow, 'type' | 'currency' | 'language'>

/** Formats amounts of an invoice in its language; credit notes have positive amounts. */
export const amountsIn = ({ type, currency, language }: PageAmounts): ((minor: number) => string) => {
  const decimals = decimalsOf(currency)
  return (minor) => {
    const decimal = decimalText(minor, decimals)
    return decimalIn(language ?? 'en', type === '381' ? opposite(decimal) : decimal)
  }
}

/** The amount that is due, with its currency; undefined if it is the total, or nothing. */
export const restIn = (row: PageAmounts & Pick<InvoiceRow, 'totalMinor' | 'balance'>): string | undefined => {
  const { dueCents } = row.balance
  return dueCents === 0 || dueCents === row.totalMinor ? undefined : `${row.currency} ${amountsIn(row)(dueCents)}`
}

/** The total with its currency: `EUR 119.00`. */
export const totalIn = (row: PageAmounts & Pick<InvoiceRow, 'totalMinor'>): string =>
  `${row.currency} ${amountsIn(row)(row.totalMinor)}`
