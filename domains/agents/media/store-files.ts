import { Readable } from 'node:stream'
import type { MadeFile } from '../../../execution/media/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { recordAsset, storeAsset, type AssetParts, type AssetRow, type StoredContent } from '../assets/index.ts'

interface FilesToStore {
  readonly workspace: string
  readonly userId: string
  readonly files: readonly MadeFile[]
  readonly signal: AbortSignal
}

/** Stores files, and lends them to `commit` together: if it fails, none of them stays. */
export const storeFiles = <T>(
  parts: AssetParts,
  { workspace, userId, files, signal }: FilesToStore,
  commit: (recordFiles: (tx: Transaction, now: Date) => Promise<readonly AssetRow[]>) => Promise<T>,
): Promise<T> => {
  const storeFrom = (stored: readonly StoredContent[]): Promise<T> => {
    const file = files[stored.length]
    if (!file)
      return commit(async (tx, now) => {
        const assets: AssetRow[] = []
        for (const [at, content] of stored.entries()) {
          const facts = { mediaType: files[at]!.mediaType, origin: 'media', createdBy: userId } as const
          assets.push(await recordAsset(tx, content, facts, now))
        }
        return assets
      })
    const content = Readable.from([file.bytes], { objectMode: false })
    return storeAsset(parts, workspace, content, { signal }, (next) => storeFrom([...stored, next]))
  }
  return storeFrom([])
}
