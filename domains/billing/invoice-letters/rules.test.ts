import { expect, test } from 'vitest'
import { invoiceStatuses } from '../invoices/rules.ts'
import { isStillTrue, obstacleToSending, stateOf } from './rules.ts'

test('a letter has the state of its mail; a withdrawn one that failed was not refused', () => {
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

test('a letter about an invoice that was paid or voided since is not true any more', () => {
  expect(invoiceStatuses.filter((status) => isStillTrue('final', status))).toEqual(['final'])
  expect(invoiceStatuses.filter((status) => isStillTrue('paid', status))).toEqual(['paid'])
})
