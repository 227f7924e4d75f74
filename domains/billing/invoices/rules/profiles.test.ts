import { expect, test } from 'vitest'
import { invoiceRow, lineRows, type LineGiven } from '../../../../testing/billing/invoice-rows.ts'
import type { InvoiceRow } from '../tables.ts'
import { frenchNotes, profileObstacles } from './profiles.ts'

const place = (country: string) => ({
  line1: '1 Harbour Street',
  line2: null,
  postalCode: '20457',
  city: 'Port',
  country,
})
const between = (seller: string, buyer: string): Partial<InvoiceRow> => ({
  sellerPostalAddress: place(seller),
  buyerPostalAddress: place(buyer),
})

const belgian = {
  endpoint: { scheme: '0208', value: '0403170701' },
  legalId: { scheme: '0208', value: '0403170701' },
} as const
const french = {
  endpoint: { scheme: '0225', value: '732829320' },
  legalId: { scheme: '0002', value: '732829320' },
} as const
const notes = frenchNotes.map((code) => ({ code, text: code }))
const inPeppol: Partial<InvoiceRow> = {
  sellerElectronic: { ...belgian, notes: [] },
  buyerElectronic: { ...belgian, orderReference: null, profile: 'peppol' },
}
const inFrance: Partial<InvoiceRow> = {
  ...between('FR', 'FR'),
  sellerElectronic: { ...french, notes },
  buyerElectronic: { ...french, orderReference: null, profile: 'franceCtc' },
}
const french20: readonly LineGiven[] = [{ rateBps: 2_000 }]

const obstacles = (
  profile: Parameters<typeof profileObstacles>[0],
  change: Partial<InvoiceRow>,
  given: readonly LineGiven[] = [{}],
) => {
  const lines = lineRows(given)
  const row = invoiceRow(lines, change)
  return profileObstacles(profile, { ...row, invoiceNumber: row.invoiceNumber! }, lines)
}

test('EN 16931 asks for the country of both parties and a number of the seller', () => {
  expect(obstacles('en16931', {})).toEqual([])
  const missing = { sellerPostalAddress: null, buyerPostalAddress: null, sellerVatId: null, sellerTaxNumber: null }
  expect(obstacles('en16931', missing)).toEqual(['sellerPostalAddress', 'buyerPostalAddress', 'sellerVatId'])
  expect(obstacles('en16931', { currency: 'KWD' })).toEqual(['currency'])
})

test('Peppol asks for addresses in the network and a reference, and its countries for more', () => {
  expect(obstacles('peppol', {})).toEqual(['sellerElectronic.endpoint', 'buyerElectronic.endpoint'])
  expect(obstacles('peppol', inPeppol)).toEqual([])
  expect(obstacles('peppol', { ...inPeppol, buyerReference: null })).toEqual(['buyerReference'])
  const ordered = { ...belgian, orderReference: 'PO-1', profile: 'peppol' as const }
  expect(obstacles('peppol', { ...inPeppol, buyerReference: null, buyerElectronic: ordered })).toEqual([])
  const byMail = { ...belgian, endpoint: { scheme: 'EM' as const, value: 'a@b.example' }, notes: [] }
  expect(obstacles('peppol', { ...inPeppol, sellerElectronic: byMail })).toEqual(['sellerElectronic.endpoint'])
  const poor = { sellerContact: null, sellerBankAccount: null }
  expect(obstacles('peppol', { ...inPeppol, ...between('DE', 'DE'), ...poor })).toEqual([
    'sellerContact.name',
    'sellerContact.email',
    'sellerContact.phone',
    'sellerBankAccount',
  ])
  expect(obstacles('peppol', { ...inPeppol, ...between('BE', 'DE'), ...poor })).toEqual([])
  expect(obstacles('peppol', { ...inPeppol, ...between('NL', 'NL') })).toEqual([
    'sellerElectronic.legalId',
    'buyerElectronic.legalId',
  ])
  expect(obstacles('peppol', { ...inPeppol, ...between('DK', 'BE') })).toEqual(['sellerElectronic.legalId'])
  expect(obstacles('peppol', { ...inPeppol, ...between('IT', 'BE') })).toEqual(['sellerPostalAddress.country'])
})

test('XRechnung takes e-mail addresses, and asks for a contact, an account, a reference and the days of the service', () => {
  expect(obstacles('xrechnung', { serviceFrom: '2026-01-15', serviceTo: '2026-01-15' })).toEqual([])
  const poor = { sellerContact: null, sellerBankAccount: null, buyerReference: null, buyerBillingEmail: null }
  expect(obstacles('xrechnung', poor)).toEqual([
    'sellerElectronic.endpoint',
    'buyerElectronic.endpoint',
    'buyerReference',
    'sellerContact.name',
    'sellerContact.email',
    'sellerContact.phone',
    'sellerBankAccount',
    'serviceFrom',
  ])
})

test.each([
  ['Net 30 days, see #1', true],
  ['#SKONTO#TAGE=14#PROZENT=2.00#', true],
  ['2 % within 14 days:\n#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=100.00#\nelse 30 days', true],
  ['#SKONTO#TAGE=14#PROZENT=2.00#\r\n #SKONTO#TAGE=7#PROZENT=3.00#\n', true],
  ['#1 Rechnung, zahlbar sofort', false],
  ['#SKONTO#TAGE=14#PROZENT=2#', false],
  ['#SKONTO#TAGE=14#PROZENT=2.00# netto', false],
  ['#SKONTO#TAGE=14#PROZENT=2.00#\nsee #a# there', false],
])('XRechnung, and Peppol within Germany, take the payment terms %j: %s', (paymentTerms, isTaken) => {
  const serviceFrom = '2026-01-15'
  const wanted = isTaken ? [] : ['paymentTerms']
  expect(obstacles('xrechnung', { paymentTerms, serviceFrom, serviceTo: serviceFrom })).toEqual(wanted)
  expect(obstacles('peppol', { ...inPeppol, ...between('DE', 'DE'), paymentTerms })).toEqual(wanted)
  expect(obstacles('peppol', { ...inPeppol, ...between('BE', 'BE'), paymentTerms })).toEqual([])
})

test('France asks for its numbers of both parties, three notes, euros, its rates and four decimals', () => {
  expect(obstacles('franceCtc', inFrance, french20)).toEqual([])
  expect(
    obstacles('franceCtc', { ...inFrance, currency: 'USD', invoiceNumber: 'A.1' }, [{ quantity: '0.33333' }]),
  ).toEqual(['currency', 'lines.quantity', 'taxTotals.rateBps', 'invoiceNumber'])
  expect(obstacles('franceCtc', { ...inPeppol, ...between('BE', 'FR') })).toEqual([
    'sellerElectronic.legalId',
    'buyerElectronic.legalId',
    'sellerElectronic.endpoint',
    'buyerElectronic.endpoint',
    'sellerElectronic.notes',
  ])
  const twice = { ...french, notes: [...notes, notes[0]!] }
  expect(obstacles('franceCtc', { ...inFrance, sellerElectronic: twice }, french20)).toEqual(['sellerElectronic.notes'])
})
