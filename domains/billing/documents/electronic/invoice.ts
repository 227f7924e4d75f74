import { dayIn } from '../../../accounts/workspaces/index.ts'
import { dueDayOf } from '../../invoices/index.ts'
import type { Address } from '../../billables/index.ts'
import { languages } from '../../billables/contract/identities.ts'
import { type Unit, type TaxCategory } from '../../billables/rules.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { addressText, namedAddressText } from '../../invoices/rules.ts'
import type { InvoiceRow, LineRow } from '../../invoices/index.ts'
import type { Profile } from '../../invoices/rules/profiles.ts'
import {
  decimalText,
  type ElectronicAddress,
  type ElectronicInvoice,
  type ElectronicLine,
  type Identifier,
  opposite,
  type Party,
  type Payment,
  percentText,
} from '../../../../packages/einvoice/index.ts'

/** A preceding invoice: the voided one that the invoice replaces, or the one that billed the corrected charge. */
export interface Preceding {
  readonly isReplaced: boolean
  readonly number: string
  /** `2026-12-10`, in the workspace's time zone. */
  readonly issuedOn: string
}

// UN/ECE recommendation 20.
const unitCodes: Readonly<Record<Unit, string>> = {
  piece: 'C62',
  hour: 'HUR',
  day: 'DAY',
  week: 'WEE',
  month: 'MON',
  year: 'ANN',
  flat: 'LS',
}

// VATEX of the CEF code lists; other categories have a reason only in words.
const reasonCodes: Partial<Record<TaxCategory, string>> = {
  AE: 'VATEX-EU-AE',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

const itemOf = (description: string): Pick<ElectronicLine, 'name' | 'description'> => {
  const [name = '', ...more] = description.trim().split('\n')
  const rest = more.join('\n').trim()
  return { name: name.trim(), description: rest === '' ? null : rest }
}

/** An issued invoice in which `profileObstacles` found nothing missing for this profile. See decisions/0091. */
export const electronicOf = (
  row: InvoiceRow,
  lines: readonly LineRow[],
  preceding: readonly Preceding[],
  profile: Profile,
): ElectronicInvoice => {
  const isCredit = row.type === '381'
  const sign = (decimal: string) => (isCredit ? opposite(decimal) : decimal)
  const amount = (minor: number) => sign(decimalText(minor, decimalsOf(row.currency)))
  return {
    guideline: profile.guideline,
    process: profile.process,
    notes: profile.notes ? (row.sellerElectronic?.notes ?? []) : [],
    type: row.type,
    number: row.invoiceNumber!,
    issuedOn: dayIn(row.timeZone, row.issuedAt!),
    dueOn: dueDayOf(row.timeZone, row.dueAt),
    period: row.serviceFrom === null ? null : { from: row.serviceFrom, to: row.serviceTo! },
    deliveredOn: row.serviceTo,
    currency: row.currency,
    buyerReference: row.buyerReference,
    orderReference: row.buyerElectronic?.orderReference ?? null,
    terms: termsOf(row, profile),
    preceding: preceding.map(({ number, issuedOn }) => ({ number, issuedOn })),
    seller: sellerOf(row, profile),
    buyer: buyerOf(row, profile),
    payment: paymentOf(row, profile),
    lines: lines.map((line) => ({
      id: String(line.position),
      ...itemOf(line.description),
      quantity: sign(line.quantity),
      unitCode: unitCodes[line.unit],
      price: decimalText(line.unitPriceMinor, decimalsOf(row.currency)),
      amount: amount(line.amountMinor),
      category: line.category,
      percent: percentText(line.rateBps),
    })),
    taxes: row.taxTotals.map(({ category, rateBps, taxableMinor, taxMinor, reason }) => ({
      category,
      percent: percentText(rateBps),
      taxable: amount(taxableMinor),
      tax: amount(taxMinor),
      reason,
      reasonCode: reasonCodes[category] ?? null,
    })),
    net: amount(row.netMinor),
    tax: amount(row.taxMinor),
    total: amount(row.totalMinor),
  }
}

// BR-O-02: a seller who is not subject to the tax names no VAT number, and needs another identifier (BR-CO-26).
const sellerOf = (row: InvoiceRow, profile: Profile): Party => {
  const { sellerVatId, sellerTaxNumber, sellerContact: contact, sellerElectronic: electronic } = row
  const vatId = isUntaxed(row) ? null : sellerVatId
  const legalId = electronic?.legalId ?? null
  return {
    name: row.sellerLegalName!,
    vatId,
    legalId,
    taxNumber: sellerTaxNumber,
    contact,
    endpoint: endpointOf(electronic?.endpoint, contact?.email, profile),
    id: vatId === null && legalId === null ? (sellerTaxNumber ?? sellerVatId) : null,
    address: addressOf(row.sellerAddress, row.sellerPostalAddress!, profile),
  }
}

const buyerOf = (row: InvoiceRow, profile: Profile): Party => ({
  name: row.buyerLegalName,
  id: null,
  legalId: row.buyerElectronic?.legalId ?? null,
  vatId: isUntaxed(row) ? null : row.buyerVatId,
  taxNumber: null,
  contact: row.buyerContact,
  endpoint: endpointOf(row.buyerElectronic?.endpoint, row.buyerBillingEmail ?? row.buyerContact?.email, profile),
  address: addressOf(row.buyerAddress, row.buyerPostalAddress!, profile),
})

const endpointOf = (
  known: Identifier | null | undefined,
  email: string | null | undefined,
  { mailAsEndpoint }: Profile,
): Identifier | null => known ?? (mailAsEndpoint && email ? { scheme: 'EM', value: email } : null)

const isUntaxed = ({ taxTotals }: InvoiceRow) => taxTotals.some(({ category }) => category === 'O')

const linesMost = 3

/** The address from the invoice; by its parts if the profile wants them or the invoice has them, else line by line. */
const addressOf = (text: string | null, parts: Address, { addressByParts }: Profile): ElectronicAddress => {
  const { line1, line2, postalCode, city, country } = parts
  const asParts = [addressText(parts), ...languages.map((language) => namedAddressText(parts, language))]
  if (addressByParts || text === null || asParts.includes(text))
    return { lines: line2 === null ? [line1] : [line1, line2], city, postalCode, country }
  const all = text.split('\n').flatMap((line) => line.trim() || [])
  const lines = all.length <= linesMost ? all : [...all.slice(0, linesMost - 1), all.slice(linesMost - 1).join(', ')]
  return { lines, city: null, postalCode: null, country }
}

/** A discount is a line of its own, also at the end. */
const termsOf = ({ paymentTerms: terms }: InvoiceRow, { discountLines }: Profile) =>
  discountLines && terms?.split('\n').at(-1)?.trim().startsWith('#') ? `${terms}\n` : terms

const byAnyMeans = { meansCode: '1', account: null }

/**
 * Where nothing is to be paid, by any means: XRechnung wants the group on each invoice (BR-DE-1). Dutch invoices do not
 * know this code (NL-R-008).
 */
const paymentOf = (row: InvoiceRow, { alwaysMeans }: Profile): Payment | null => {
  const { type, totalMinor, sellerBankAccount, sellerLegalName, currency } = row
  if (type === '381' || totalMinor === 0)
    return row.sellerPostalAddress?.country === 'NL' && !alwaysMeans ? null : byAnyMeans
  return (
    sellerBankAccount && {
      // A SEPA credit transfer, or any.
      meansCode: currency === 'EUR' ? '58' : '30',
      account: { ...sellerBankAccount, holder: sellerBankAccount.holder ?? sellerLegalName! },
    }
  )
}
