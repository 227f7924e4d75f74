import { Type } from 'typebox'
import { bytes, contract, operation, to } from '../../../platform/contract/index.ts'
import {
  anyObject,
  clamped,
  Id,
  ignoredIfBad,
  maybe,
  oneOf,
  namedObject,
  Sha256,
  Time,
} from '../../../platform/contract/schema.ts'

const actorTypes = ['user', 'api_key', 'agent', 'system'] as const
const categories = ['create', 'read', 'update', 'delete', 'execute', 'auth', 'export'] as const
const outcomes = ['success', 'failure', 'denied'] as const
const severities = ['info', 'notice', 'warning', 'critical'] as const
const sources = ['web', 'api', 'cli', 'chat', 'tracker', 'codehost', 'webhook', 'internal', 'system'] as const

const entryFields = {
  id: Id,
  position: Type.Integer({ description: 'Its place in the chain of the workspace, from 1, in commit order' }),
  occurredAt: Time,
  actorType: oneOf(actorTypes),
  actorId: maybe(Type.String()),
  action: Type.String({ examples: ['project.create'] }),
  category: oneOf(categories),
  resourceType: maybe(Type.String({ examples: ['project'] })),
  resourceId: maybe(Type.String()),
  parentType: maybe(Type.String()),
  parentId: maybe(Type.String()),
  outcome: oneOf(outcomes),
  severity: oneOf(severities),
  source: oneOf(sources),
  requestId: maybe(Type.String()),
  traceId: maybe(Type.String()),
  metadata: maybe(anyObject({ description: 'What changed; null once it was erased' })),
  erasedAt: maybe(Time),
}
export const AuditEntry = namedObject('AuditEntry', entryFields)

export const AuditPage = namedObject('AuditPage', {
  rows: Type.Array(AuditEntry),
  nextCursor: maybe(Type.String({ description: 'Send it as cursor for the next page; null on the last one' })),
})

const TraceEvent = namedObject('AuditTraceEvent', {
  id: Id,
  eventType: Type.String({ examples: ['task.merged'] }),
  entityType: Type.String(),
  entityId: Type.String(),
  payload: anyObject(),
  occurredAt: Time,
})

const TraceRun = namedObject('AuditTraceRun', {
  id: Id,
  kind: Type.String({ examples: ['cycle'] }),
  subjectId: Id,
  number: Type.Integer(),
  status: oneOf(['active', 'cancelling', 'finished', 'failed', 'cancelled']),
  startedAt: Time,
  endedAt: maybe(Time),
})

const TraceLog = namedObject('AuditTraceLog', {
  source: oneOf(['step', 'check']),
  runId: Id,
  taskId: maybe(Id),
  name: Type.String({ description: 'The step or the check that wrote it' }),
  at: Time,
  text: Type.String({ description: 'The end of it, at most 4,000 characters' }),
})

const AuditEntryDetail = namedObject('AuditEntryDetail', {
  ...entryFields,
  hash: Sha256,
  detailsHash: Sha256,
  events: Type.Array(TraceEvent, { description: 'Of the same trace, oldest first, at most 200' }),
  runs: Type.Array(TraceRun, { description: 'That requests of the same trace started, oldest first, at most 20' }),
  logs: Type.Array(TraceLog, { description: 'Step errors and check logs of those runs, at most 100' }),
})

const breakReasons = [
  'row_changed',
  'row_missing',
  'row_inserted',
  'rows_reordered',
  'details_changed',
  'erasure_unexplained',
  'cut_off',
  'head_differs',
  'checkpoint_differs',
  'signature_wrong',
] as const

const AuditChainVerification = namedObject('AuditChainVerification', {
  ok: Type.Boolean(),
  rows: Type.Integer({ description: 'Rows that hold, from the first' }),
  checkpoints: Type.Integer({ description: 'Signed checkpoints that hold' }),
  erased: Type.Integer({ description: 'Rows whose details were erased; their rows hold' }),
  signed: Type.Integer({ description: 'Rows that a signed checkpoint vouches for; those behind may yet be rewritten' }),
  head: namedObject('AuditChainHead', { position: Type.Integer(), hash: Sha256 }),
  broken: maybe(
    namedObject('AuditChainBreak', {
      position: Type.Integer({ description: 'The first altered row, from 1' }),
      reason: oneOf(breakReasons),
      message: Type.String(),
    }),
  ),
})

const AuditCheckpoints = namedObject('AuditCheckpoints', {
  origin: Type.String({ description: 'The name of the chain, and of its keys' }),
  publicKeys: Type.Array(Type.String(), {
    description:
      'Keys whose signatures this server trusts, as verifier keys of C2SP signed-note, the signing one first',
  }),
  checkpoints: Type.Array(
    namedObject('AuditCheckpoint', {
      size: Type.Integer({ description: 'Rows that it is of' }),
      note: Type.String({ description: 'C2SP tlog-checkpoint; keep one, and no later rewriting goes unseen' }),
      createdAt: Time,
    }),
  ),
  nextCursor: maybe(Type.String()),
})

const page = { limit: clamped(1, 200, 50), cursor: Type.Optional(Type.String({ maxLength: 200 })) }
const action = Type.Optional(
  Type.String({ description: 'An exact name, such as project.create; an unknown one is ignored' }),
)
const bound = (which: string) =>
  ignoredIfBad(
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\d',
      description: `${which} ISO 8601 moment or day, in UTC, inclusive`,
    }),
  )
const text = Type.Optional(Type.String())

export const listAuditLog = operation({
  method: 'GET',
  path: '/v1/api/audit-log',
  summary: 'Read the audit log of the workspace, newest first',
  reach: 'call',
  access: to('administrator'),
  query: Type.Object({
    ...page,
    actorType: Type.Optional(oneOf(actorTypes)),
    actorId: text,
    action,
    category: Type.Optional(oneOf(categories)),
    resourceType: text,
    resourceId: text,
    outcome: Type.Optional(oneOf(outcomes)),
    severity: Type.Optional(oneOf(severities)),
    source: Type.Optional(oneOf(sources)),
    requestId: text,
    traceId: text,
    from: bound('Earliest'),
    to: bound('Latest'),
  }),
  replies: { 200: AuditPage },
  audit: { refusals: 'audit_log.list' },
  reads: 'all',
})

export const getAuditEntry = operation({
  method: 'GET',
  path: '/v1/api/audit-log/{id}',
  summary: 'Read one audit row with the events, runs and logs of its trace',
  reach: 'call',
  access: to('administrator'),
  replies: { 200: AuditEntryDetail },
  audit: { refusals: 'audit_log.get' },
})

export const listProjectAuditLog = operation({
  method: 'GET',
  path: '/v1/api/audit-log/projects/{projectId}',
  summary: 'List the audit rows of a project, newest first, also after it is deleted',
  reach: 'call',
  access: { who: 'administrator', on: { kind: 'recorded_project', id: 'params.projectId', needs: 'manage' } },
  query: Type.Object({ ...page, action, actorType: Type.Optional(oneOf(actorTypes)) }),
  replies: { 200: AuditPage },
  audit: { refusals: 'audit_log.list_project' },
})

export const verifyAuditChain = operation({
  method: 'GET',
  path: '/v1/api/audit-log/verify',
  summary:
    'Verify the audit chain and its checkpoints. `ok` is false when the chain is broken, with the first broken position',
  reach: 'call',
  access: to('administrator'),
  heavy: true,
  effect: 'outside',
  replies: { 200: AuditChainVerification },
  audit: { refusals: 'audit_log.verify' },
})

export const listAuditCheckpoints = operation({
  method: 'GET',
  path: '/v1/api/audit-log/checkpoints',
  summary: 'List the signed checkpoints of the audit chain and the keys to verify them, newest first',
  reach: 'call',
  access: to('administrator'),
  query: Type.Object(page),
  replies: { 200: AuditCheckpoints },
  audit: { refusals: 'audit_log.list_checkpoints' },
})

export const exportAuditLog = operation({
  method: 'GET',
  path: '/v1/api/audit-log/export',
  summary: 'Download the audit log as JSON lines, which can be verified without a server',
  reach: 'transfer',
  access: to('administrator'),
  heavy: true,
  effect: 'outside',
  replay: false,
  replies: { 200: bytes('application/x-ndjson') },
  audit: { action: 'audit_log.export', category: 'export', severity: 'notice' },
})

export const audit = contract({
  listAuditLog,
  getAuditEntry,
  listProjectAuditLog,
  verifyAuditChain,
  listAuditCheckpoints,
  exportAuditLog,
})
