import type { Migrated } from '../../../platform/db/migrate.ts'
import type { WrappedKey } from '../../../platform/crypto/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { secretEntry, protectedFile, dataKey, type DataKeyRow } from './tables.ts'

const newest = statement<{ projectId: string }, DataKeyRow>(
  'secret.newest-key',
  `select ${dataKey.columns} from data_key where project_id = :projectId order by version desc limit 1`,
)
export const newestDataKey = async (tx: Transaction, projectId: string) => (await newest(tx, { projectId })).at(0)

const insertKey = statement<{ projectId: string; version: number; rootKeyId: string; wrapped: Buffer }>(
  'secret.insert-key',
  insertInto(dataKey, ['projectId', 'version', 'rootKeyId', 'wrapped'], {
    workspaceId: ':workspace',
    createdAt: 'now()',
  }),
)
export const insertDataKey = (
  tx: Transaction,
  projectId: string,
  version: number,
  { rootKeyId, wrapped }: WrappedKey,
) => insertKey(tx, { projectId, version, rootKeyId, wrapped })

const putFile = statement<SealedFile & { projectId: string }>(
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
export interface SealedFile {
  readonly path: string
  readonly mode: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly keyVersion: number
  readonly ciphertext: Buffer
}
export const putProtectedFile = (tx: Transaction, projectId: string, file: SealedFile) =>
  putFile(tx, { projectId, ...file })

const putEntry = statement<SealedEntry & { projectId: string }>(
  'secret.put-entry',
  insertInto(
    secretEntry,
    ['projectId', 'source', 'key', 'keyVersion', 'ciphertext'],
    { workspaceId: ':workspace', updatedAt: 'now()' },
    `on conflict (project_id, source, key) do update set key_version = excluded.key_version,
     ciphertext = excluded.ciphertext, updated_at = excluded.updated_at`,
  ),
)
export interface SealedEntry {
  readonly source: string
  readonly key: string
  readonly keyVersion: number
  readonly ciphertext: Buffer
}
export const putSecretEntry = (tx: Transaction, projectId: string, entry: SealedEntry) =>
  putEntry(tx, { projectId, ...entry })

const removals = ['protected_file', 'secret_entry', 'data_key'].map((name) =>
  statement<{ projectId: string }>(`secret.remove-${name}`, `delete from ${name} where project_id = :projectId`),
)
/** Removes what a project keeps sealed, and at last the key that could open a copy of it. */
export const removeSecrets = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of removals) await remove(tx, { projectId })
}

/** Ids of root keys that data keys of any workspace are wrapped with, but for `known`; read as the tables' owner. */
export const keysSealedWithOthers = async (database: Migrated, known: readonly string[]): Promise<string[]> => {
  const { rows } = await database.query<{ id: string }>('select distinct root_key_id as id from data_key order by 1')
  return rows.map(({ id }) => id).filter((id) => !known.includes(id))
}
