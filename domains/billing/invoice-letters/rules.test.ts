import { expect, test } from 'vitest'
import { invoiceStatuses } from '../invoices/rules.ts'
import { isStillTrue, obstacleToSending, stateOf } from './rules.ts'

test('a letter is what its mail is; one that failed because it was withdrawn was refused by nobody', () => {
  const states = (isWithdrawn: boolean) =>
    (['queued', 'sent', 'outbox', 'failed'] as const).map((state) => stateOf({ state }, isWithdrawn))
  expect(states(false)).toEqual(['waiting', 'sent', 'outbox', 'refused'])
  expect(states(true)).toEqual(['waiting', 'sent', 'outbox', 'withdrawn'])
  expect([stateOf(undefined, false), stateOf(undefined, true)]).toEqual(['removed', 'removed'])
})

test('what was issued and is not void is sent, where there is an address', () => {
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
