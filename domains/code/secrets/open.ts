import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ClearConfig } from './clear-config.ts'
import { dataKeysOf, type EntryRow, type FileRow } from './store.ts'
import type { ConfigRow } from './tables.ts'

/** What a sealed config is bound to, beside its id. */
export const configPlace = 'config'

/** What is needed to read rows of a project in clear. */
export interface Opener {
  entry(row: EntryRow): string
  file(row: FileRow): Buffer
  config(row: ConfigRow): ClearConfig
}

/** Opens the project's data keys, all versions, once for many rows. */
export const openerOf = async (tx: Transaction, vault: Vault, projectId: string): Promise<Opener> => {
  const scope = { workspaceId: tx.workspace!, projectId }
  const stored = await dataKeysOf(tx, projectId)
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
