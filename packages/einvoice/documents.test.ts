import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { expect, test } from 'vitest'
import { ciiOf } from './cii.ts'
import type { ElectronicInvoice } from './invoice.ts'
import { ublOf } from './ubl.ts'

const party = {
  id: null,
  legalId: { scheme: '0208', value: '0403170701' },
  vatId: 'BE0403170701',
  taxNumber: null,
  address: { lines: ['1 Harbour Street'], city: 'Port', postalCode: '20457', country: 'BE' },
  contact: null,
  endpoint: null,
}

const invoice: ElectronicInvoice = {
  guideline: 'urn:cen.eu:en16931:2017',
  process: null,
  notes: [{ code: 'PMT', text: 'A & B' }],
  type: '380',
  number: '2026-0002',
  issuedOn: '2026-12-10',
  dueOn: '2027-01-09',
  period: { from: '2026-12-01', to: '2026-12-09' },
  deliveredOn: '2026-12-09',
  currency: 'EUR',
  buyerReference: null,
  orderReference: 'PO-7',
  preceding: [{ number: '2026-0001', issuedOn: '2026-11-10' }],
  seller: { ...party, name: 'Northwind' },
  buyer: { ...party, name: 'Contoso <Ltd>' },
  payment: { meansCode: '58', account: { iban: 'DE89370400440532013000', bic: null, holder: 'Northwind' } },
  terms: '30 days',
  lines: [
    {
      id: '1',
      name: 'Opening hours',
      description: null,
      quantity: '1.5',
      unitCode: 'HUR',
      price: '100.00',
      amount: '150.00',
      category: 'S',
      percent: '21',
    },
  ],
  taxes: [{ category: 'S', percent: '21', taxable: '150.00', tax: '31.50', reason: null, reasonCode: null }],
  net: '150.00',
  tax: '31.50',
  total: '181.50',
}

/** The texts of all elements, by their name without its prefix. */
const textsIn = (xml: string): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  const read = (element: XmlElement) => {
    const name = element.name.replace(/^\w+:/, '')
    const inner = element.children.filter((child) => child instanceof XmlElement)
    if (inner.length === 0) found.set(name, [...(found.get(name) ?? []), element.text])
    for (const child of inner) read(child)
  }
  read(parseXml(xml).root!)
  return found
}

test('UBL has the fields under its names', () => {
  const texts = textsIn(ublOf(invoice))
  expect(texts.get('ID')).toEqual(expect.arrayContaining(['2026-0002', 'PO-7', '2026-0001']))
  expect(texts.get('InvoiceTypeCode')).toEqual(['380'])
  expect(texts.get('DueDate')).toEqual(['2027-01-09'])
  expect(texts.get('Note')).toEqual(['#PMT#A & B', '30 days'])
  expect(texts.get('RegistrationName')).toEqual(['Northwind', 'Contoso <Ltd>'])
  expect(texts.get('PayableAmount')).toEqual(['181.50'])
  expect(texts.get('InvoicedQuantity')).toEqual(['1.5'])
})

test('a credit note of UBL has names of its own, and its due date with the means of payment', () => {
  const xml = ublOf({ ...invoice, type: '381' })
  const texts = textsIn(xml)
  expect(parseXml(xml).root!.name).toBe('CreditNote')
  expect(texts.get('CreditNoteTypeCode')).toEqual(['381'])
  expect(texts.get('CreditedQuantity')).toEqual(['1.5'])
  expect(texts.get('PaymentDueDate')).toEqual(['2027-01-09'])
  expect(texts.has('DueDate')).toBe(false)
})

test('CII has the same values, with dates in its format', () => {
  const texts = textsIn(ciiOf(invoice))
  expect(texts.get('TypeCode')).toEqual(expect.arrayContaining(['380', '58', 'VAT']))
  expect(texts.get('Content')).toEqual(['A & B'])
  expect(texts.get('DateTimeString')).toEqual(
    expect.arrayContaining(['20261210', '20270109', '20261201', '20261209', '20261110']),
  )
  expect(texts.get('GrandTotalAmount')).toEqual(['181.50'])
  expect(texts.get('IBANID')).toEqual(['DE89370400440532013000'])
})

test('a line that is not subject to the tax has no rate in both, and its breakdown has one', () => {
  const untaxed: ElectronicInvoice = {
    ...invoice,
    lines: invoice.lines.map((line) => ({ ...line, category: 'O', percent: '0' })),
    taxes: invoice.taxes.map((tax) => ({ ...tax, category: 'O', percent: '0' })),
  }
  expect(textsIn(ublOf(untaxed)).get('Percent')).toEqual(['0'])
  expect(textsIn(ciiOf(untaxed)).get('RateApplicablePercent')).toEqual(['0'])
})
