import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ClearConfig } from './clear-config.ts'
import { dataKeyOf } from './seal-secrets.ts'
import { dataKeysOf, protectedFilesOf, secretEntriesOf } from './store.ts'
import type { ConfigRow, ProtectedFileRow, SecretEntryRow } from './tables.ts'

// Binds a sealed config, beside its id.
const configPlace = 'config'

/** Seals the values of a config for its row; `openerOf` opens it. */
export const sealConfig = async (
  tx: Transaction,
  vault: Vault,
  { projectId, id }: Pick<ConfigRow, 'projectId' | 'id'>,
  config: ClearConfig['config'],
) => {
  const dataKey = await dataKeyOf(tx, vault, projectId)
  const ciphertext = dataKey.seal(configPlace, id, Buffer.from(JSON.stringify(config)))
  return { keyVersion: dataKey.scope.version, ciphertext }
}

/** The parts that read rows of a project in clear. */
export interface Opener {
  entry(row: SecretEntryRow): string
  file(row: ProtectedFileRow): Buffer
  config(row: ConfigRow): ClearConfig
}

/** Opens the project's data keys, all versions, once for many rows. */
export const openerOf = async (tx: Transaction, vault: Vault, projectId: string): Promise<Opener> => {
  const scope = { workspaceId: tx.workspace!, projectId }
  const stored = await dataKeysOf(tx, { projectId })
  const keys = new Map(
    stored.map((row) => [row.version, vault.openDataKey({ ...scope, version: row.version }, row)] as const),
  )
  return {
    entry: ({ keyVersion, source, key, ciphertext }) =>
      keys.get(keyVersion)!.unseal(`entry:${source}`, key, ciphertext).toString(),
    file: ({ keyVersion, path, ciphertext }) => keys.get(keyVersion)!.unseal('protected-file', path, ciphertext),
    config: ({ keyVersion, id, provider, ciphertext }) => {
      const config: unknown = JSON.parse(keys.get(keyVersion)!.unseal(configPlace, id, ciphertext).toString())
      return { provider, config } as ClearConfig
    },
  }
}

/** All sealed values of a project, in clear: only for its own people's checkouts. */
export const openSecrets = async (tx: Transaction, vault: Vault, projectId: string) => {
  const files = await protectedFilesOf(tx, { projectId })
  const entries = await secretEntriesOf(tx, { projectId })
  if (files.length + entries.length === 0) return { files: [], entries: [] }
  const opener = await openerOf(tx, vault, projectId)
  return {
    files: files.map((row) => ({ path: row.path, mode: row.mode, sha256: row.sha256, content: opener.file(row) })),
    entries: entries.map((row) => ({ key: row.key, source: row.source, value: opener.entry(row) })),
  }
}

/** The entries of a project in clear; no key is opened without entries. */
export const openEntriesOf = async (tx: Transaction, vault: Vault, projectId: string) => {
  const rows = await secretEntriesOf(tx, { projectId })
  if (rows.length === 0) return []
  const opener = await openerOf(tx, vault, projectId)
  return rows.map((row) => ({ key: row.key, source: row.source, value: opener.entry(row) }))
}
