import type { WrappedKey } from '../../../platform/crypto/index.ts'
import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import { dataKey, type DataKeyRow } from './tables.ts'

const newest = statement<DataKeyRow>(
  'secret.newest-key',
  `select ${dataKey.columns} from data_key where project_id = $1 order by version desc limit 1`,
)
export const newestDataKey = async (tx: Transaction, projectId: string) => (await newest(tx, [projectId])).at(0)

const insertKey = statement(
  'secret.insert-key',
  `insert into data_key (workspace_id, project_id, version, root_key_id, wrapped, created_at)
   values ($1, $2, $3, $4, $5, now())`,
)
export const insertDataKey = (
  tx: Transaction,
  projectId: string,
  version: number,
  { rootKeyId, wrapped }: WrappedKey,
) => insertKey(tx, [tx.workspace, projectId, version, rootKeyId, wrapped])

const putFile = statement(
  'secret.put-file',
  `insert into protected_file (workspace_id, project_id, path, mode, size_bytes, sha256, key_version, ciphertext, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now())
   on conflict (project_id, path) do update set mode = excluded.mode, size_bytes = excluded.size_bytes,
     sha256 = excluded.sha256, key_version = excluded.key_version, ciphertext = excluded.ciphertext,
     updated_at = excluded.updated_at`,
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
  putFile(tx, [
    tx.workspace,
    projectId,
    file.path,
    file.mode,
    file.sizeBytes,
    file.sha256,
    file.keyVersion,
    file.ciphertext,
  ])

const putEntry = statement(
  'secret.put-entry',
  `insert into secret_entry (workspace_id, project_id, source, key, key_version, ciphertext, updated_at)
   values ($1, $2, $3, $4, $5, $6, now())
   on conflict (project_id, source, key) do update set key_version = excluded.key_version,
     ciphertext = excluded.ciphertext, updated_at = excluded.updated_at`,
)
export interface SealedEntry {
  readonly source: string
  readonly key: string
  readonly keyVersion: number
  readonly ciphertext: Buffer
}
export const putSecretEntry = (tx: Transaction, projectId: string, entry: SealedEntry) =>
  putEntry(tx, [tx.workspace, projectId, entry.source, entry.key, entry.keyVersion, entry.ciphertext])

const removals = ['protected_file', 'secret_entry', 'data_key'].map((name) =>
  statement(`secret.remove-${name}`, `delete from ${name} where project_id = $1`),
)
/** Removes what a project keeps sealed, and at last the key that could open a copy of it. */
export const removeSecrets = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of removals) await remove(tx, [projectId])
}
