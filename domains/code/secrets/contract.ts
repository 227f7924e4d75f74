import { Type } from 'typebox'
import { bytes, conflict, contract, keptBase64, operation } from '../../../platform/contract/index.ts'
import { maybe, namedObject, text, Time } from '../../../platform/contract/schema.ts'
import {
  createProjectSecretsConfig,
  deleteProjectSecretsConfig,
  listProjectSecretsConfigs,
  updateProjectSecretsConfig,
} from './contract/configs.ts'
import { noVault, toManagers } from './contract/refusals.ts'
import { listProjectSecretsSyncLogs, testProjectSecrets } from './contract/syncs.ts'

export * from './contract/configs.ts'
export * from './contract/syncs.ts'

const bodyMostBytes = 64 * 2 ** 20

const path = () => text(1, 512, { examples: ['.env'] })
const key = () => text(1, 512, { examples: ['STRIPE_API_KEY'] })

const SecretEntries = namedObject('SecretEntries', {
  entries: Type.Array(
    namedObject('MaskedSecretEntry', {
      key: Type.String(),
      source: Type.String(),
      value: Type.String({ examples: ['••••7f3a'] }),
      shape: Type.Boolean(),
      updatedAt: Time,
    }),
  ),
})

export const UpsertSecretEntries = namedObject('UpsertSecretEntries', {
  entries: Type.Array(
    Type.Object(
      { key: key(), source: path(), value: Type.String({ maxLength: 1_048_576 }) },
      { additionalProperties: false },
    ),
    { maxItems: 10_000 },
  ),
})

const SecretEntriesWritten = namedObject('SecretEntriesWritten', {
  written: Type.Integer(),
  refused: Type.Array(
    namedObject('RefusedSecretEntry', { key: Type.String(), source: Type.String(), reason: Type.String() }),
  ),
})

const SecretEntryDeleted = namedObject('SecretEntryDeleted', { removed: Type.Integer() })

export const ExportSecrets = namedObject('ExportSecrets', {
  format: Type.Optional(text(1, 64, { examples: ['dotenv'] })),
  source: Type.Optional(path()),
})

export const ImportSecretFiles = namedObject('ImportSecretFiles', {
  files: Type.Array(Type.Object({ path: path(), contentBase64: keptBase64() }, { additionalProperties: false }), {
    maxItems: 1_000,
  }),
})

export const SecretFilesImported = namedObject('SecretFilesImported', {
  files: Type.Array(
    namedObject('ImportedSecretFile', {
      path: Type.String(),
      format: maybe(Type.String({ examples: ['dotenv'] })),
      entryCount: Type.Integer(),
    }),
  ),
  skipped: Type.Array(
    namedObject('SkippedSecretFile', {
      path: Type.String(),
      rule: Type.String({ examples: ['unterminated-quote'] }),
      line: Type.Integer({ minimum: 1 }),
    }),
  ),
})

const changed = conflict({
  code: 'secret_file_changed',
  message: 'One of these files was changed at the same time. Nothing was written; try again.',
})
export const listProjectSecretEntries = operation({
  method: 'GET',
  path: '/v1/api/secrets/project/{projectId}/entries',
  summary: 'List the secrets of a project, each value masked to its last four characters',
  reach: 'call',
  access: toManagers,
  replies: { 200: SecretEntries },
  errors: { noVault },
  audit: { refusals: 'secret.list' },
  reads: { secret: 'projectId' },
})

export const upsertProjectSecretEntries = operation({
  method: 'PUT',
  path: '/v1/api/secrets/project/{projectId}/entries',
  summary: 'Set secrets. Only these values change in their file',
  reach: { page: '/projects/{projectId}/environments' },
  access: toManagers,
  body: UpsertSecretEntries,
  bodyLimit: bodyMostBytes,
  effect: 'outside',
  replies: { 200: SecretEntriesWritten },
  errors: { changed, noVault },
  audit: { action: 'secret.update', category: 'update', event: 'secret.updated' },
})

export const deleteProjectSecretEntry = operation({
  method: 'DELETE',
  path: '/v1/api/secrets/project/{projectId}/entries/{key}',
  summary: 'Remove a secret from one file, or from every file that has it',
  reach: { page: '/projects/{projectId}/environments' },
  access: toManagers,
  query: Type.Object({
    source: Type.Optional(
      text(1, 512, {
        description: 'The file to remove it from; by default every file that has it.',
        examples: ['.env'],
      }),
    ),
  }),
  effect: 'outside',
  replies: { 200: SecretEntryDeleted },
  errors: { changed, noVault },
  audit: { action: 'secret.delete', category: 'delete', event: 'secret.deleted' },
})

export const exportProjectSecrets = operation({
  method: 'POST',
  path: '/v1/api/secrets/project/{projectId}/export',
  summary: 'Export a secrets file with clear-text values',
  reach: { page: '/projects/{projectId}/environments' },
  access: { ...toManagers, archived: 'taken' },
  body: ExportSecrets,
  effect: 'outside',
  replay: false,
  replies: { 200: bytes('text/plain') },
  errors: {
    noSource: { status: 404, code: 'secret_source_not_found', message: 'This project has no secrets in such a file.' },
    noVault,
  },
  audit: { action: 'secrets.exported', category: 'export', severity: 'notice' },
})

export const importProjectSecretFiles = operation({
  method: 'PUT',
  path: '/v1/api/secrets/project/{projectId}/files',
  summary: 'Import secrets files. Each replaces the previous file at its path',
  reach: { page: '/projects/{projectId}/environments' },
  access: toManagers,
  body: ImportSecretFiles,
  bodyLimit: bodyMostBytes,
  effect: 'outside',
  replies: { 200: SecretFilesImported },
  errors: { noVault },
  audit: { action: 'secret.import', category: 'update', event: 'secret.imported' },
})

const SecretFileDeleted = namedObject('SecretFileDeleted', {
  files: Type.Integer({ minimum: 0 }),
  entries: Type.Integer({ minimum: 0 }),
})

export const deleteProjectSecretFile = operation({
  method: 'DELETE',
  path: '/v1/api/secrets/project/{projectId}/files',
  summary: 'Remove a protected file and its secrets from a project. Checkouts keep theirs',
  reach: { page: '/projects/{projectId}/environments' },
  access: toManagers,
  query: Type.Object({ path: text(1, 512, { description: 'Where the file lies in a checkout.', examples: ['.env'] }) }),
  replies: { 200: SecretFileDeleted },
  audit: { action: 'secret.delete_file', category: 'delete', event: 'secret.file_deleted' },
})

export const secrets = contract({
  listProjectSecretsConfigs,
  createProjectSecretsConfig,
  updateProjectSecretsConfig,
  deleteProjectSecretsConfig,
  listProjectSecretsSyncLogs,
  testProjectSecrets,
  listProjectSecretEntries,
  upsertProjectSecretEntries,
  deleteProjectSecretEntry,
  exportProjectSecrets,
  importProjectSecretFiles,
  deleteProjectSecretFile,
})
