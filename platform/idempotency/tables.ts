import { table } from '../db/table.ts'

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
