import { createHash } from 'node:crypto'
import {
  type Change,
  type SecretFiles,
  UnreadableFile,
  UnwritableValue,
} from '../../../execution/secret-files/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ClearFile } from './seal-secrets.ts'
import { openerOf } from './open-secrets.ts'
import { protectedFilesAt } from './store.ts'

/** A file that is kept, with its bytes in clear. */
export interface OpenFile {
  readonly path: string
  readonly mode: string
  readonly sha256: string
  readonly bytes: Buffer
}

export const openFilesAt = async (
  tx: Transaction,
  vault: Vault,
  projectId: string,
  paths: readonly string[],
): Promise<OpenFile[]> => {
  const rows = await protectedFilesAt(tx, projectId, paths)
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

/** The file after the changes; undefined where the format cannot hold one of them, or the file is of no format. */
export const changedFile = async (
  secretFiles: SecretFiles,
  file: OpenFile,
  changes: readonly Change[],
): Promise<ClearFile | undefined> => {
  const parsed = await secretFiles.parse(file.path, file.bytes)
  if (!('format' in parsed)) return undefined
  try {
    return clearFile(file.path, file.mode, await secretFiles.write(parsed.format, file.bytes, changes))
  } catch (error) {
    if (error instanceof UnwritableValue || error instanceof UnreadableFile) return undefined
    throw error
  }
}

/** Whether the files are still as they were read. The caller holds the project's row. */
export const areUnchanged = async (
  tx: Transaction,
  projectId: string,
  paths: readonly string[],
  files: readonly OpenFile[],
): Promise<boolean> => {
  const rows = await protectedFilesAt(tx, projectId, paths)
  const before = new Map(files.map(({ path, sha256 }) => [path, sha256]))
  return rows.length === files.length && rows.every(({ path, sha256 }) => before.get(path) === sha256)
}
