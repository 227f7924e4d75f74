import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Removals } from '../../../platform/removals/index.ts'
import type { ObjectStore, StoredObject } from '../../../platform/storage/index.ts'
import { assetLimits, objectKey, type AssetOrigin } from './rules.ts'
import { assetRow, beginArrival, endArrival, insertAsset } from './store.ts'
import type { AssetRow } from './tables.ts'

export interface AssetParts {
  readonly database: Database
  readonly objects: ObjectStore
  readonly removals: Removals
}

/** Content that is stored, and that no asset has yet: `recordAsset` makes it one. */
export interface StoredContent extends StoredObject {
  readonly id: string
}

/**
 * Stores content, and lends it to `commit`, which makes it an asset by `recordAsset` in its own transaction, beside its
 * audit row. Content that is no asset afterwards is removed: because `commit` failed, or the workspace has the same bytes
 * of that media type already. More than `maxBytes` is an ObjectTooLargeError.
 */
export const storeAsset = async <T>(
  { database, objects, removals }: AssetParts,
  workspace: string,
  content: Readable,
  { maxBytes = assetLimits.fileBytes, signal }: { readonly maxBytes?: number; readonly signal?: AbortSignal },
  commit: (stored: StoredContent) => Promise<T>,
): Promise<T> => {
  const id = uuidv7()
  await database.within(workspace, async (tx) => beginArrival(tx, { id, now: await tx.now() }))
  try {
    const stored = await objects.put(objectKey(workspace, id), content, { maxBytes, ...(signal && { signal }) })
    return await commit({ id, ...stored })
  } finally {
    const isAsset = (await database.reading(workspace, (tx) => assetRow(tx, { id }))) !== undefined
    if (!isAsset) await removals.now([objectKey(workspace, id)])
    await database.within(workspace, (tx) => endArrival(tx, { id }))
  }
}

/** The facts of an asset, beside its content. */
interface AssetFacts {
  readonly mediaType: string
  readonly fileName?: string | null | undefined
  readonly origin: AssetOrigin
  /** The person who stored it; null for the work of a job. */
  readonly createdBy: string | null
}

/** Makes stored content an asset; if the workspace has an asset with these bytes and media type, returns that asset. */
export const recordAsset = (
  tx: Transaction,
  { id, sha256, sizeBytes }: StoredContent,
  { fileName = null, ...facts }: AssetFacts,
  now: Date,
): Promise<AssetRow> => insertAsset(tx, { id, sha256, sizeBytes, fileName, ...facts, now })
