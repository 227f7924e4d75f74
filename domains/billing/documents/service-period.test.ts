import { expect, test } from 'vitest'
import { invoiceRow, lineRows } from '../../../testing/billing/invoice-rows.ts'
import { profiles } from '../invoices/rules/profiles.ts'
import { ciiOf, ublOf } from '../../../packages/einvoice/index.ts'
import { electronicOf } from './electronic/invoice.ts'
import { pageOf } from './page/page-of.ts'

const january = { serviceFrom: '2026-01-15', serviceTo: '2026-02-14' }

test('the electronic invoice has the period of the service and its last day, in both syntaxes', () => {
  const lines = lineRows([{}])
  const invoice = electronicOf(invoiceRow(lines, january), lines, [], profiles.en16931)
  expect(ublOf(invoice)).toContain(
    '<cac:InvoicePeriod><cbc:StartDate>2026-01-15</cbc:StartDate><cbc:EndDate>2026-02-14</cbc:EndDate></cac:InvoicePeriod>',
  )
  expect(ublOf(invoice)).toContain(
    '<cac:Delivery><cbc:ActualDeliveryDate>2026-02-14</cbc:ActualDeliveryDate></cac:Delivery>',
  )
  expect(ciiOf(invoice)).toMatch(
    /<ram:BillingSpecifiedPeriod><ram:StartDateTime>.*20260115.*<ram:EndDateTime>.*20260214/,
  )
  expect(ciiOf(invoice)).toMatch(/<ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>.*20260214/)
  const without = electronicOf(invoiceRow(lines), lines, [], profiles.en16931)
  expect(ublOf(without)).not.toMatch(/InvoicePeriod|Delivery/)
  expect(ciiOf(without)).toContain('<ram:ApplicableHeaderTradeDelivery></ram:ApplicableHeaderTradeDelivery>')
})

test('the page shows a period or one day, in the language of the client', () => {
  const lines = lineRows([{}])
  const factsOf = (change: object) => pageOf(invoiceRow(lines, change), lines, []).facts
  expect(factsOf({ ...january, language: 'en' })).toContainEqual([
    'Service period',
    '15 January 2026 – 14 February 2026',
  ])
  const day = { serviceFrom: '2026-01-15', serviceTo: '2026-01-15', language: 'de' }
  expect(factsOf(day)).toContainEqual(['Leistungsdatum', '15. Januar 2026'])
})

test('a credit note and a void invoice have no due date and no heading about a payment', () => {
  const terms = { paymentTerms: 'Net 30 days', language: 'en' } as const
  const page = (quantity: string, change: object = {}) => {
    const lines = lineRows([{ quantity }])
    return pageOf(invoiceRow(lines, { ...terms, ...change }), lines, [])
  }
  const labelsOf = ({ facts }: ReturnType<typeof page>) => facts.map(([label]) => label)
  for (const one of [page('-1'), page('1', { status: 'void', voidedAt: new Date(0), voidReason: 'Twice' })]) {
    expect(one.payment).toBeNull()
    expect(labelsOf(one)).not.toContain('Due')
  }
  expect(page('1').payment).toMatchObject({ title: 'Payment', terms: 'Net 30 days' })
  expect(labelsOf(page('1'))).toContain('Due')
})
