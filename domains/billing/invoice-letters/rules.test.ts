import { expect, test } from 'vitest'
import { invoiceStatuses, type InvoiceStatus } from '../invoices/rules.ts'
import { isStillTrue, obstacleToSending, stateOf } from './rules.ts'

test('a letter has the state of its mail; a withdrawn letter that failed was not refused', () => {
  const states = (isWithdrawn: boolean) =>
    (['queued', 'sent', 'outbox', 'failed'] as const).map((state) => stateOf({ state }, isWithdrawn))
  expect(states(false)).toEqual(['waiting', 'sent', 'outbox', 'refused'])
  expect(states(true)).toEqual(['waiting', 'sent', 'outbox', 'withdrawn'])
  expect([stateOf(undefined, false), stateOf(undefined, true)]).toEqual(['removed', 'removed'])
})

test('an issued invoice that is not void is sent, if there is an address', () => {
  const obstacles = (invoice: object) =>
    invoiceStatuses.map((status) =>
      obstacleToSending({
        invoiceNumber: '2026-0001',
        buyerBillingEmail: 'billing@globex.example',
        status,
        ...invoice,
      }),
    )
  expect(obstacles({})).toEqual([undefined, undefined, 'isVoid', undefined])
  expect(obstacles({ buyerBillingEmail: null })).toEqual(['noAddress', 'noAddress', 'isVoid', 'noAddress'])
  expect(new Set(obstacles({ invoiceNumber: null }))).toEqual(new Set(['notIssued']))
})

test('a letter about an invoice that was paid or voided since is not true, nor a reminder of another amount', () => {
  const createdAt = new Date(1_000)
  const trueFor = (kind: 'invoice' | 'reminder', invoiceStatus: InvoiceStatus, moved: number | null = null) =>
    invoiceStatuses.filter((status) =>
      isStillTrue({ kind, invoiceStatus, createdAt }, { status, movedAt: moved === null ? null : new Date(moved) }),
    )
  for (const kind of ['invoice', 'reminder'] as const)
    for (const status of ['final', 'paid'] as const)
      expect([trueFor(kind, status), trueFor(kind, status, 999)]).toEqual([[status], [status]])
  expect([trueFor('invoice', 'final', 1_001), trueFor('reminder', 'final', 1_001)]).toEqual([['final'], []])
})
