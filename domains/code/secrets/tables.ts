import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Provider, SyncOutcome, SyncTarget } from './rules/configs.ts'

export const dataKey = table(
  'data_key',
  {
    projectId: 'uuid',
    version: 'int4',
    rootKeyId: 'text',
    wrapped: 'bytea',
  },
  { workspaceId: 'uuid', createdAt: 'timestamptz' },
)
export type DataKeyRow = RowOf<typeof dataKey>

export const workspaceDataKey = table(
  'workspace_data_key',
  {
    version: 'int4',
    rootKeyId: 'text',
    wrapped: 'bytea',
  },
  { workspaceId: 'uuid', createdAt: 'timestamptz' },
)
export type WorkspaceDataKeyRow = RowOf<typeof workspaceDataKey>

export const protectedFile = table('protected_file', {
  workspaceId: 'uuid',
  projectId: 'uuid',
  path: 'text',
  mode: 'text',
  sizeBytes: 'int8',
  sha256: 'text',
  keyVersion: 'int4',
  ciphertext: 'bytea',
  updatedAt: 'timestamptz',
})

export const secretEntry = table('secret_entry', {
  workspaceId: 'uuid',
  projectId: 'uuid',
  source: 'text',
  key: 'text',
  keyVersion: 'int4',
  ciphertext: 'bytea',
  updatedAt: 'timestamptz',
})

export type ProtectedFileRow = RowOf<typeof protectedFile>
export type SecretEntryRow = RowOf<typeof secretEntry>

export const secretsConfig = table('secrets_config', {
  id: 'uuid',
  workspaceId: 'uuid',
  projectId: 'uuid',
  provider: 'text',
  label: 'text',
  envFilter: 'text?',
  isActive: 'bool',
  keyVersion: 'int4',
  ciphertext: 'bytea',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})
export type ConfigRow = RowOf<typeof secretsConfig, { provider: Provider }>

export const secretsSync = table('secrets_sync', {
  id: 'uuid',
  workspaceId: 'uuid',
  projectId: 'uuid',
  target: 'text',
  taskId: 'uuid?',
  secretCount: 'int4',
  outcome: 'text',
  error: 'text?',
  createdAt: 'timestamptz',
})
export type SyncRow = RowOf<typeof secretsSync, { target: SyncTarget; outcome: SyncOutcome }>
