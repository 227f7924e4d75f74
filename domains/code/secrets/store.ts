import type { SchemaReader } from '../../../platform/db/migrate.ts'
import { matchStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  secretEntry,
  protectedFile,
  dataKey,
  type DataKeyRow,
  type ProtectedFileRow,
  type SecretEntryRow,
  workspaceDataKey,
  type WorkspaceDataKeyRow,
} from './tables.ts'
import { hasWords } from '../../../platform/db/fragments.ts'
import type { FoundName, SoughtName } from '../../domain.ts'
import { isLive, projectName } from '../projects/index.ts'

export const newestDataKey = rowStatement<{ projectId: string }, DataKeyRow>(
  'secret.newest-key',
  `select ${dataKey.columns} from data_key where project_id = :projectId order by version desc limit 1`,
)

export const insertDataKey = statement<{ projectId: string; version: number; rootKeyId: string; wrapped: Buffer }>(
  'secret.insert-key',
  insertInto(dataKey, ['projectId', 'version', 'rootKeyId', 'wrapped'], {
    workspaceId: ':workspace',
    createdAt: 'now()',
  }),
)

export const putProtectedFile = statement<SealedFile & { projectId: string }>(
  'secret.put-file',
  insertInto(
    protectedFile,
    ['projectId', 'path', 'mode', 'sizeBytes', 'sha256', 'keyVersion', 'ciphertext'],
    { workspaceId: ':workspace', updatedAt: 'now()' },
    `on conflict (project_id, path) do update set mode = excluded.mode, size_bytes = excluded.size_bytes,
     sha256 = excluded.sha256, key_version = excluded.key_version, ciphertext = excluded.ciphertext,
     updated_at = excluded.updated_at`,
  ),
)
type SealedFile = Pick<ProtectedFileRow, 'path' | 'mode' | 'sizeBytes' | 'sha256' | 'keyVersion' | 'ciphertext'>

const putEntries = statement<EntryColumns & { projectId: string; keyVersion: number }>(
  'secret.put-entries',
  `insert into secret_entry (workspace_id, project_id, source, key, key_version, ciphertext, updated_at)
   select :workspace, :projectId, source, key, :keyVersion, ciphertext, now()
   from unnest(:sources::text[], :keys::text[], :ciphertexts::bytea[]) as sealed (source, key, ciphertext)
   on conflict (project_id, source, key) do update set key_version = excluded.key_version,
     ciphertext = excluded.ciphertext, updated_at = excluded.updated_at`,
)
interface EntryColumns {
  readonly sources: readonly string[]
  readonly keys: readonly string[]
  readonly ciphertexts: readonly Buffer[]
}
/** Stores all entries in one statement; each key of a source once. */
export const putSecretEntries = (
  tx: Transaction,
  projectId: string,
  keyVersion: number,
  entries: readonly { readonly source: string; readonly key: string; readonly ciphertext: Buffer }[],
) =>
  putEntries(tx, {
    projectId,
    keyVersion,
    sources: entries.map(({ source }) => source),
    keys: entries.map(({ key }) => key),
    ciphertexts: entries.map(({ ciphertext }) => ciphertext),
  })

export const dataKeysOf = statement<{ projectId: string }, DataKeyRow>(
  'secret.keys',
  `select ${dataKey.columns} from data_key where project_id = :projectId order by version`,
)

export const secretEntriesOf = statement<{ projectId: string }, SecretEntryRow>(
  'secret.entries',
  `select ${secretEntry.columns} from secret_entry where project_id = :projectId order by source, key`,
)

export const secretEntriesNamed = statement<{ projectId: string; keys: readonly string[] }, SecretEntryRow>(
  'secret.entries-named',
  `select ${secretEntry.columns} from secret_entry where project_id = :projectId and key = any(:keys)`,
)

const paths = statement<{ projectId: string }, { path: string }>(
  'secret.paths',
  `select path from protected_file where project_id = :projectId
   union select source from secret_entry where project_id = :projectId`,
)
/** Every path at which the project keeps a file or entries. */
export const secretPathsOf = async (tx: Transaction, projectId: string) =>
  (await paths(tx, { projectId })).map(({ path }) => path)

export const protectedFilesAt = statement<{ projectId: string; paths: readonly string[] }, ProtectedFileRow>(
  'secret.files-at',
  `select ${protectedFile.columns} from protected_file where project_id = :projectId and path = any(:paths)`,
)

export const removeEntriesOf = statement<{ projectId: string; source: string }>(
  'secret.drop-source',
  'delete from secret_entry where project_id = :projectId and source = :source',
)

export const removeSecretEntry = statement<{ projectId: string; source: string; key: string }>(
  'secret.drop-entry',
  'delete from secret_entry where project_id = :projectId and source = :source and key = :key',
)

/** The paths among these that have entries, with the hash of the file there. */
export const secretSourcesAt = statement<{ projectId: string; paths: readonly string[] }, SourceAt>(
  'secret.sources-at',
  `select distinct secret_entry.source as path, protected_file.sha256 from secret_entry
   left join protected_file
     on protected_file.project_id = secret_entry.project_id and protected_file.path = secret_entry.source
   where secret_entry.project_id = :projectId and secret_entry.source = any(:paths)`,
)
interface SourceAt {
  readonly path: string
  /** Hash of the file that the entries were read from; null if they have none. */
  readonly sha256: string | null
}

const removeFilesAt = statement<{ projectId: string; paths: readonly string[] }, { path: string }>(
  'secret.drop-files-at',
  'delete from protected_file where project_id = :projectId and path = any(:paths) returning path',
)
const removeEntriesAt = statement<{ projectId: string; paths: readonly string[] }, { key: string }>(
  'secret.drop-entries-at',
  'delete from secret_entry where project_id = :projectId and source = any(:paths) returning key',
)
/** Removes the files and the entries that a project keeps at these paths. */
export const removeSecretsAt = async (tx: Transaction, projectId: string, at: readonly string[]) => {
  const files = await removeFilesAt(tx, { projectId, paths: at })
  const entries = await removeEntriesAt(tx, { projectId, paths: at })
  return { files: files.length, entries: entries.length }
}

export const protectedFilesOf = statement<{ projectId: string }, ProtectedFileRow>(
  'secret.files',
  `select ${protectedFile.columns} from protected_file where project_id = :projectId order by path`,
)

const removals = ['protected_file', 'secret_entry', 'secrets_config', 'secrets_sync', 'data_key'].map((name) =>
  statement<{ projectId: string }>(`secret.remove-${name}`, `delete from ${name} where project_id = :projectId`),
)
/** Deletes the sealed values of a project, and at last the key that could open a copy of them. */
export const removeSecrets = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of removals) await remove(tx, { projectId })
}

/** Ids of root keys that data keys of any workspace are wrapped with, but for `knownIds`; read as the tables' owner. */
export const keysSealedWithOthers = async (database: SchemaReader, knownIds: readonly string[]): Promise<string[]> => {
  const { rows } = await database.query<{ id: string }>(
    'select root_key_id as id from data_key union select root_key_id from workspace_data_key order by 1',
  )
  return rows.map(({ id }) => id).filter((id) => !knownIds.includes(id))
}

/** Keys of secrets by any part of them; a secret is stored once for each file that has it. */
export const foundSecrets = statement<SoughtName, FoundName>(
  'secret.found',
  `select distinct secret_entry.project_id::text || ' ' || secret_entry.key as id, secret_entry.key as name,
     ${projectName('secret_entry.project_id')} as also, secret_entry.project_id as "parentId"
   from secret_entry where secret_entry.workspace_id = :workspace and ${isLive('secret_entry.project_id')}
     and ${hasWords('searched_name(secret_entry.key)')}
   order by name, id limit :rows`,
)

/** All versions of the workspace's own data key, oldest first. */
export const workspaceKeys = statement<NoValues, WorkspaceDataKeyRow>(
  'secret.workspace-keys',
  `select ${workspaceDataKey.columns} from workspace_data_key where workspace_id = :workspace order by version`,
)

/** Inserts a key of the workspace; true if this transaction made it. */
export const insertWorkspaceKey = matchStatement<
  { version: number; rootKeyId: string; wrapped: Buffer },
  { version: number }
>(
  'secret.insert-workspace-key',
  insertInto(
    workspaceDataKey,
    ['version', 'rootKeyId', 'wrapped'],
    { workspaceId: ':workspace', createdAt: 'now()' },
    'on conflict (workspace_id, version) do nothing returning version',
  ),
)
