import { table } from '../db/table.ts'

/** Answers that are stored under idempotency keys, and claims of keys whose request is at work. */
export const idempotencyAnswer = table('idempotency_answer', {
  workspaceId: 'uuid',
  principal: 'text',
  operation: 'text',
  key: 'text',
  payloadSha256: 'bytea',
  status: 'int2?',
  body: 'text?',
  claimId: 'uuid?',
  claimedUntil: 'timestamptz?',
  createdAt: 'timestamptz',
})
