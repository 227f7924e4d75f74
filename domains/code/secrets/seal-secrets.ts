import type { Vault, DataKey } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  putProtectedFile,
  putSecretEntries,
  removeSecretsAt,
  secretSourcesAt,
  insertDataKey,
  newestDataKey,
} from './store.ts'

export interface ClearFile {
  readonly path: string
  readonly mode: string
  readonly content: Uint8Array
  readonly sha256: string
}

interface ClearEntry {
  readonly source: string
  readonly key: string
  readonly value: string
}

interface PlainSecrets {
  readonly files: readonly ClearFile[]
  readonly entries: readonly ClearEntry[]
}

/** Seals protected files and secrets of a project and stores them; nothing of their content is kept in clear. */
export const sealSecrets = async (
  tx: Transaction,
  vault: Vault,
  projectId: string,
  { files, entries }: PlainSecrets,
): Promise<void> => {
  if (files.length === 0 && entries.length === 0) return
  const dataKey = await dataKeyOf(tx, vault, projectId)
  const keyVersion = dataKey.scope.version
  for (const { path, mode, content, sha256 } of files) {
    const ciphertext = await dataKey.sealLarge('protected-file', path, content)
    await putProtectedFile(tx, { projectId, path, mode, sizeBytes: content.length, sha256, keyVersion, ciphertext })
  }
  const last = new Map(entries.map((entry) => [JSON.stringify([entry.source, entry.key]), entry]))
  const sealed = [...last.values()].map(({ source, key, value }) => ({
    source,
    key,
    ciphertext: dataKey.seal(`entry:${source}`, key, Buffer.from(value)),
  }))
  if (sealed.length > 0) await putSecretEntries(tx, projectId, keyVersion, sealed)
}

/** Paths at which a changed file without entries would replace stored entries, whose values would be lost. */
export const overwrittenPaths = async (
  tx: Transaction,
  projectId: string,
  content: { readonly files: readonly Pick<ClearFile, 'path' | 'sha256'>[]; readonly entries: readonly Source[] },
): Promise<string[]> =>
  (await sourcesWithoutEntries(tx, projectId, content)).filter(({ isSame }) => !isSame).map(({ path }) => path)

type Source = Pick<ClearEntry, 'source'>

/** The stored sources with entries at which the content has a file without entries, and whether that file is the same. */
const sourcesWithoutEntries = async (
  tx: Transaction,
  projectId: string,
  { files, entries }: Parameters<typeof overwrittenPaths>[2],
) => {
  const sources = new Set(entries.map(({ source }) => source))
  const hashes = new Map(files.filter(({ path }) => !sources.has(path)).map(({ path, sha256 }) => [path, sha256]))
  if (hashes.size === 0) return []
  const rows = await secretSourcesAt(tx, { projectId, paths: [...hashes.keys()] })
  return rows.map(({ path, sha256 }) => ({ path, isSame: sha256 === hashes.get(path) }))
}

/**
 * Replaces the project's protected content at the paths of these files and entries, and deletes it at `dropped` paths.
 * Entries of an unchanged file stay. Paths of `overwrittenPaths` were refused before.
 */
export const replaceSecrets = async (
  tx: Transaction,
  vault: Vault,
  projectId: string,
  { dropped, ...content }: PlainSecrets & { readonly dropped: readonly string[] },
): Promise<void> => {
  const unchanged = new Set((await sourcesWithoutEntries(tx, projectId, content)).map(({ path }) => path))
  const fresh = content.files.map(({ path }) => path).filter((path) => !unchanged.has(path))
  const paths = [...dropped, ...fresh, ...content.entries.map(({ source }) => source)]
  if (paths.length > 0) await removeSecretsAt(tx, projectId, [...new Set(paths)])
  await sealSecrets(tx, vault, projectId, content)
}

/** The key that a project's secrets are sealed with now; made with the first of them. The caller holds the project's row. */
export const dataKeyOf = async (tx: Transaction, vault: Vault, projectId: string): Promise<DataKey> => {
  const stored = await newestDataKey(tx, { projectId })
  const scope = { workspaceId: tx.workspace!, projectId, version: stored?.version ?? 1 }
  if (stored) return vault.openDataKey(scope, stored)
  const made = vault.createDataKey(scope)
  await insertDataKey(tx, { projectId, version: scope.version, ...made.stored })
  return made.dataKey
}
