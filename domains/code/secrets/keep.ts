import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { dataKeyOf } from './data-key.ts'
import { putProtectedFile, putSecretEntry, removeSecretsAt } from './store.ts'

export interface ClearFile {
  readonly path: string
  readonly mode: string
  readonly content: Uint8Array
  readonly sha256: string
}

export interface ClearEntry {
  readonly source: string
  readonly key: string
  readonly value: string
}

/** Seals protected files and secrets of a project and stores them; nothing of their content is kept in clear. */
export const keepSecrets = async (
  tx: Transaction,
  vault: Vault,
  projectId: string,
  { files, entries }: { readonly files: readonly ClearFile[]; readonly entries: readonly ClearEntry[] },
): Promise<void> => {
  if (files.length === 0 && entries.length === 0) return
  const dataKey = await dataKeyOf(tx, vault, projectId)
  const keyVersion = dataKey.scope.version
  for (const { path, mode, content, sha256 } of files) {
    const ciphertext = await dataKey.sealLarge('protected-file', path, content)
    await putProtectedFile(tx, projectId, { path, mode, sizeBytes: content.length, sha256, keyVersion, ciphertext })
  }
  for (const { source, key, value } of entries) {
    const ciphertext = dataKey.seal(`entry:${source}`, key, Buffer.from(value))
    await putSecretEntry(tx, projectId, { source, key, keyVersion, ciphertext })
  }
}

/**
 * Puts what came with a revision in the place of what the project keeps: at each path that is named in a file or an
 * entry all that was there goes, and so does what is at the `dropped` paths. The rest stays.
 */
export const replaceSecrets = async (
  tx: Transaction,
  vault: Vault,
  projectId: string,
  {
    dropped,
    ...came
  }: {
    readonly files: readonly ClearFile[]
    readonly entries: readonly ClearEntry[]
    readonly dropped: readonly string[]
  },
): Promise<void> => {
  const paths = [...dropped, ...came.files.map(({ path }) => path), ...came.entries.map(({ source }) => source)]
  if (paths.length > 0) await removeSecretsAt(tx, projectId, [...new Set(paths)])
  await keepSecrets(tx, vault, projectId, came)
}
