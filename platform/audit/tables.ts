import { table } from '../db/table.ts'

/** Signed checkpoints of the audit chains. */
export const auditCheckpoint = table('audit_checkpoint', {
  workspaceId: 'uuid',
  size: 'int8',
  note: 'text',
  createdAt: 'timestamptz',
})

export const auditRepeat = table('audit_repeat', {
  workspaceId: 'uuid',
  fingerprint: 'bytea',
  entry: 'jsonb',
  repeats: 'int4',
  firstAt: 'timestamptz',
  lastAt: 'timestamptz',
  endsAt: 'timestamptz',
})

export const ledger = table('ledger', {
  workspaceId: 'uuid',
  auditPosition: 'int8',
  auditHash: 'bytea',
  eventPosition: 'int8',
  eventAt: 'timestamptz?',
})

export const auditTree = table('audit_tree', {
  workspaceId: 'uuid',
  level: 'int4',
  tile: 'int8',
  hashes: 'bytea',
})
