import { expect, test } from 'vitest'
import { transferCodeOf } from './transfer-code.ts'

const bank = { iban: 'DE02120300000000202051', bic: 'BYLADEM1001', holder: 'Northwind GmbH' }
const invoice = { currency: 'EUR', dueCents: 113_050, invoiceNumber: '2026-0002', bank }

test('the code names the account, the amount and the number, a line each', () =>
  expect(transferCodeOf(invoice)).toBe(
    'BCD\n002\n1\nSCT\nBYLADEM1001\nNorthwind GmbH\nDE02120300000000202051\nEUR1130.50\n\n\n2026-0002',
  ))

test('the lines stay eleven without a BIC, and with a long holder of two lines', () => {
  const holder = `Northwind\n${'Studio'.repeat(20)}`
  const lines = transferCodeOf({ ...invoice, bank: { ...bank, bic: null, holder } })!.split('\n')
  expect(lines).toHaveLength(11)
  expect([lines[4], lines[5]?.length]).toEqual(['', 70])
})

test.each([
  ['another currency', { currency: 'CHF' }],
  ['an amount that the code has no room for', { dueCents: 100_000_000_000 }],
  ['nothing to pay', { dueCents: 0 }],
  ['a holder without a name', { bank: { ...bank, holder: '' } }],
])('%s has no code', (_, changed) => expect(transferCodeOf({ ...invoice, ...changed })).toBeNull())
