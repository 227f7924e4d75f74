import { readableTypes } from '../../../execution/document-readers/index.ts'
import { FetchRefusal, type Fetcher, type RefusalReason } from '../../../platform/fetch/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isDiskFull, ObjectTooLargeError, type StoredObject } from '../../../platform/storage/index.ts'
import type { InputRule } from '../assets/contract/refusals.ts'
import {
  checkedContent,
  recordAsset,
  storeAsset,
  TypeDiffersError,
  useAsset,
  type AssetParts,
  type AssetRow,
  type StoredContent,
} from '../assets/index.ts'

const fetchedMostBytes = 64 * 2 ** 20

/** Why a source was not taken: a rule of ours, or an answer that did not come. */
export class SourceRefusal extends Error {
  readonly rule: InputRule | 'upstream'

  constructor(rule: InputRule | 'upstream') {
    super(`The source of a document is refused: ${rule}`)
    this.name = 'SourceRefusal'
    this.rule = rule
  }
}

const rules: Readonly<Record<RefusalReason, InputRule | 'upstream'>> = {
  address: 'blocked_address',
  credentials: 'blocked_address',
  port: 'blocked_address',
  unreachable: 'blocked_address',
  redirects: 'blocked_address',
  downgrade: 'blocked_address',
  size: 'too_large',
  type: 'not_readable',
  encoding: 'not_readable',
  silent: 'upstream',
  certificate: 'upstream',
  slow: 'upstream',
  broken: 'upstream',
  status: 'upstream',
}

/** The asset of a source, in the transaction of the request. */
export type TakeAsset = (tx: Transaction, now: Date) => Promise<AssetRow>

/** A stored file of the workspace. What is absent, foreign or of another store is refused alike. */
export const storedSource =
  (key: string): TakeAsset =>
  async (tx, now) => {
    const asset = await useAsset(tx, key, now)
    if (!asset) throw new SourceRefusal('unknown_artifact')
    return asset
  }

/**
 * Fetches an address, stores what comes, and lends it to `commit`. Throws SourceRefusal for an address that is not
 * fetched, or that answers with something else than a document.
 */
export const fetchSource = async <T>(
  { fetcher, ...parts }: AssetParts & { readonly fetcher: Fetcher },
  { workspace, url, userId, signal }: { workspace: string; url: string; userId: string; signal: AbortSignal },
  commit: (takeAsset: TakeAsset) => Promise<T>,
): Promise<T> => {
  const request = { url, accept: readableTypes, maxBytes: fetchedMostBytes, signal }
  const answer = await fetcher.open(request).catch((error: unknown) => refuseFetch(error, signal))
  const mediaType = answer.mediaType
  const content = checkedContent(answer.content, mediaType)
  const take = (stored: StoredContent & StoredObject): TakeAsset => {
    return (tx, now) => recordAsset(tx, stored, { mediaType, origin: 'document', createdBy: userId }, now)
  }
  try {
    return await storeAsset(parts, workspace, content, { maxBytes: fetchedMostBytes, signal }, (stored) =>
      commit(take(stored)),
    )
  } catch (error) {
    answer.content.destroy()
    if (error instanceof TypeDiffersError) throw new SourceRefusal('not_readable')
    if (error instanceof ObjectTooLargeError) throw new SourceRefusal('too_large')
    if (isDiskFull(error)) throw error
    return refuseFetch(error, signal)
  }
}

const refuseFetch = (error: unknown, signal: AbortSignal): never => {
  signal.throwIfAborted()
  if (error instanceof FetchRefusal) throw new SourceRefusal(rules[error.reason])
  throw error
}
