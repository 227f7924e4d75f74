import { table, type RowOf } from '../../../platform/db/table.ts'

export const budgetTable = table('budget', {
  scopeKind: 'text',
  scopeId: 'uuid',
  capMicros: 'int8?',
  spentMicros: 'int8',
  reservedMicros: 'int8',
  warnedPercent: 'int2',
})

export const budgetWarning = table(
  'budget_warning',
  {
    id: 'uuid',
    scopeKind: 'text',
    scopeId: 'uuid',
    level: 'int4',
    capMicros: 'int8',
    spentMicros: 'int8',
    refusedMicros: 'int8?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)

export const modelCallTable = table(
  'model_call',
  {
    workspaceId: 'uuid',
    id: 'uuid',
    projectId: 'uuid?',
    cycleId: 'uuid?',
    taskId: 'uuid?',
    runId: 'uuid?',
    calledBy: 'uuid?',
    step: 'text',
    endpointId: 'uuid?',
    insteadOf: 'uuid?',
    nth: 'int4',
    provider: 'text',
    model: 'text',
    isPriced: 'bool',
    status: 'text',
    reservedMicros: 'int8',
    costMicros: 'int8?',
    inputTokens: 'int8?',
    outputTokens: 'int8?',
    cacheReadTokens: 'int8?',
    cacheWriteTokens: 'int8?',
    reasoningTokens: 'int8?',
    isEstimate: 'bool',
    failure: 'jsonb?',
    sentAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { requestHash: 'bytea', response: 'bytea?', expiresAt: 'timestamptz' },
)

/** A stored call, without the answer. */
export type ModelCall = RowOf<
  typeof modelCallTable,
  { status: 'open' | 'finished' | 'failed' | 'abandoned'; failure: { code: string; message: string } | null }
>
