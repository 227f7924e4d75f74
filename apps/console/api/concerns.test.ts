import { expect, test } from 'vitest'
import { concernsOf, isConcerned } from './concerns.ts'

const merged = { eventType: 'task.merged', entityId: 't1', projectId: 'p1', cycleId: 'c1', taskId: 't1' }
const isStale = (key: readonly unknown[], happening = merged) =>
  concernsOf(happening).some((concern) => isConcerned(concern, key))

test('an event concerns what was read of its own cycle, task and project, and the lists', () => {
  expect(isStale(['getCycle', { params: { id: 'c1' } }])).toBe(true)
  expect(isStale(['getCycle', { params: { id: 'c2' } }])).toBe(false)
  expect(isStale(['getTaskReviewEvidence', { params: { id: 't1' } }])).toBe(true)
  expect(isStale(['getTaskReviewEvidence', { params: { id: 't2' } }])).toBe(false)
  expect(isStale(['listCycles', { query: { projectId: 'p2' } }])).toBe(true)
  expect(isStale(['listDeliverables', {}])).toBe(false)
})

test('what a client decides on concerns what was read of it', () => {
  const decided = { ...merged, eventType: 'deliverable_approval.decided', entityId: 'd1' }
  expect(isStale(['getDeliverable', { params: { cycleId: 'c1' } }, 'w1'], decided)).toBe(true)
  expect(isStale(['getDeliverable', { params: { cycleId: 'c2' } }, 'w1'], decided)).toBe(false)
  const answered = { ...merged, eventType: 'pending_request.resolved', entityId: 'r1' }
  expect(isStale(['getPendingRequest', { params: { id: 'r1' } }, 'w1'], answered)).toBe(true)
  expect(isStale(['getPendingRequest', { params: { id: 'r2' } }, 'w1'], answered)).toBe(false)
})

test('what becomes of an invoice concerns what was read of it, by the agency and by its client', () => {
  const paid = { eventType: 'client_invoice.paid', entityId: 'i1', projectId: null, cycleId: null, taskId: null }
  expect(isStale(['getPortalInvoice', { params: { id: 'i1' } }, 'w1'], paid as never)).toBe(true)
  expect(isStale(['getPortalInvoice', { params: { id: 'i2' } }, 'w1'], paid as never)).toBe(false)
  expect(isStale(['listPortalInvoices', {}, 'w1'], paid as never)).toBe(true)
  expect(isStale(['getAgingReport', {}], paid as never)).toBe(true)
})

test('an event that names no thing concerns all reads of its kind; one that pages show nothing of, the record alone', () => {
  const record = [{ operation: 'listEvents' }, { operation: 'listAuditLog' }]
  const warned = { ...merged, eventType: 'budget.warned', projectId: null }
  expect(isStale(['getProjectBudget', { params: { id: 'p2' } }], warned as never)).toBe(true)
  expect(concernsOf({ ...merged, eventType: 'webhook.created' })).toContainEqual({ operation: 'listWebhooks' })
  expect(concernsOf({ ...merged, eventType: 'nothing.shown' })).toEqual(record)
})
