import { createHash } from 'node:crypto'
import {
  type Change,
  dotenvHolds,
  type Format,
  isText,
  type SecretFiles,
  UnreadableFile,
  UnwritableValue,
} from '../../../packages/secret-files/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ClearFile } from './seal-secrets.ts'
import { openerOf } from './open-secrets.ts'
import { protectedFilesAt } from './store.ts'
import type { ProtectedFileRow } from './tables.ts'

/** A stored file with its bytes in clear. */
interface OpenFile extends Pick<ProtectedFileRow, 'path' | 'mode' | 'sha256'> {
  readonly bytes: Buffer
}

export const openFilesAt = async (
  tx: Transaction,
  vault: Vault,
  projectId: string,
  paths: readonly string[],
): Promise<OpenFile[]> => {
  const rows = await protectedFilesAt(tx, { projectId, paths })
  if (rows.length === 0) return []
  const opener = await openerOf(tx, vault, projectId)
  return rows.map((row) => ({ path: row.path, mode: row.mode, sha256: row.sha256, bytes: opener.file(row) }))
}

export const clearFile = (path: string, mode: string, content: Uint8Array): ClearFile => ({
  path,
  mode,
  content,
  sha256: createHash('sha256').update(content).digest('hex'),
})

/** A change that its file cannot take: the key of the value that its format cannot hold, if one value is the reason. */
export interface FileRefusal {
  readonly refusedKey: string | undefined
}

/**
 * The file after the changes; a refusal if the format cannot hold one of them, or the file has no known format. A value
 * that programs would read differently leaves a dotenv file: it is stored only as an entry. See decisions/0041.
 */
export const changedFile = async (
  secretFiles: SecretFiles,
  file: OpenFile,
  changes: readonly Change[],
): Promise<ClearFile | FileRefusal> => {
  const parsed = await secretFiles.parse(file.path, file.bytes)
  if (!('format' in parsed)) return { refusedKey: undefined }
  try {
    const content = await secretFiles.write(parsed.format, file.bytes, writable(parsed.format, changes))
    return clearFile(file.path, file.mode, content)
  } catch (error) {
    if (error instanceof UnwritableValue) return { refusedKey: error.key }
    if (error instanceof UnreadableFile) return { refusedKey: undefined }
    throw error
  }
}

const writable = (format: Format, changes: readonly Change[]) =>
  format === 'dotenv' ? changes.map((one) => (isHeld(one) ? one : { ...one, value: null })) : changes

const isHeld = ({ value }: Change) => value === null || !isText(value) || dotenvHolds(value)

/** The format in which the entries of a file that is not stored are exported: that of its path, else dotenv. */
export const formatOfPath = async (secretFiles: SecretFiles, path: string): Promise<Format> => {
  const parsed = await secretFiles.parse(path, Buffer.alloc(0))
  return 'format' in parsed ? parsed.format : 'dotenv'
}

interface UnkeptEntry {
  readonly key: string
  readonly value: string
}

/** Why added entries of a file that is not stored could not be exported later; stored entries refuse no others. */
export const unkeptRefusal = async (
  secretFiles: SecretFiles,
  path: string,
  { stored, added }: { readonly stored: readonly UnkeptEntry[]; readonly added: readonly UnkeptEntry[] },
): Promise<FileRefusal | undefined> => {
  const format = await formatOfPath(secretFiles, path)
  const toWritable = (one: UnkeptEntry) => (format === 'dotenv' && !isHeld(one) ? { ...one, value: '' } : one)
  const addedKeys = new Set(added.map(({ key }) => key))
  const others = stored.filter(({ key }) => !addedKeys.has(key))
  const refused =
    (await refusalOf(secretFiles, format, added.map(toWritable))) ??
    (await refusalOf(secretFiles, format, [...others, ...added].map(toWritable)))
  return refused && addedKeys.has(refused.refusedKey) ? refused : undefined
}

const refusalOf = async (secretFiles: SecretFiles, format: Format, entries: readonly UnkeptEntry[]) => {
  try {
    await secretFiles.build(format, entries)
    return undefined
  } catch (error) {
    if (error instanceof UnwritableValue) return { refusedKey: error.key }
    throw error
  }
}

/** True if the files are still as they were read. The caller holds the project's row. */
export const areUnchanged = async (
  tx: Transaction,
  projectId: string,
  paths: readonly string[],
  files: readonly OpenFile[],
): Promise<boolean> => {
  const rows = await protectedFilesAt(tx, { projectId, paths })
  const before = new Map(files.map(({ path, sha256 }) => [path, sha256]))
  return rows.length === files.length && rows.every(({ path, sha256 }) => before.get(path) === sha256)
}
