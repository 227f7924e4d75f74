import { expect, test } from 'vitest'
import { invoiceRow, lineRows } from '../../../../testing/billing/invoice-rows.ts'
import { profiles } from '../../invoices/rules/profiles.ts'
import { electronicOf } from './invoice.ts'

const lines = lineRows([{ quantity: '-1' }])
const place = { line1: '1 Harbour Street', line2: null, postalCode: '1012', city: 'Port', country: 'NL' }
const credit = invoiceRow(lines, { invoiceNumber: '2026-0001', issuedAt: new Date(), sellerPostalAddress: place })

test('a Dutch credit note names a means of payment in XRechnung, and in no other profile', () => {
  expect(credit.type).toBe('381')
  const means = Object.entries(profiles).map(([name, profile]) => [
    name,
    electronicOf(credit, lines, [], profile).payment?.meansCode,
  ])
  expect(Object.fromEntries(means)).toEqual({ xrechnung: '1' })
})

test('a discount at the end of the payment terms ends its line, and other terms stay as they are', () => {
  const termsOf = (paymentTerms: string | null, profile = profiles.xrechnung) =>
    electronicOf({ ...credit, paymentTerms }, lines, [], profile).terms
  expect(termsOf('#SKONTO#TAGE=14#PROZENT=2.00#')).toBe('#SKONTO#TAGE=14#PROZENT=2.00#\n')
  expect(termsOf('#SKONTO#TAGE=14#PROZENT=2.00#\nNet')).toBe('#SKONTO#TAGE=14#PROZENT=2.00#\nNet')
  expect(termsOf('#SKONTO#TAGE=14#PROZENT=2.00#', profiles.en16931)).toBe('#SKONTO#TAGE=14#PROZENT=2.00#')
  expect(termsOf('Net 30 days')).toBe('Net 30 days')
  expect(termsOf(null)).toBeNull()
})
