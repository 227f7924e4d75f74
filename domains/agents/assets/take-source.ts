import { FetchRefusal, type Fetcher, type RefusalReason } from '../../../platform/fetch/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { isDiskFull, ObjectTooLargeError } from '../../../platform/storage/index.ts'
import { checkedContent, TypeDiffersError } from './checked-content.ts'
import type { InputRule } from './contract/refusals.ts'
import type { AiSource } from './contract/source.ts'
import { findAsset, useAsset } from './find-asset.ts'
import type { AssetOrigin } from './rules.ts'
import { recordAsset, storeAsset, type AssetParts } from './store-asset.ts'
import type { AssetRow } from './tables.ts'

type SourceRule = Extract<InputRule, 'blocked_address' | 'unknown_artifact' | 'too_large' | 'not_readable'> | 'upstream'

const reasons: Readonly<Record<Exclude<SourceRule, 'not_readable'>, string>> = {
  blocked_address: 'The address is not fetched: name one of the public internet, or upload the file.',
  unknown_artifact: 'There is no such file in this workspace.',
  too_large: 'The file is too large.',
  upstream: 'The address did not answer as it should.',
}

/** Why a source was not taken: a rule of ours, or an answer that did not come. */
export class SourceRefusal extends Error {
  readonly rule: SourceRule
  /** A sentence for people about what to change. */
  readonly reason: string

  constructor(...[rule, reason]: [rule: keyof typeof reasons] | [rule: 'not_readable', reason: string]) {
    super(`A source is refused: ${rule}`)
    this.name = 'SourceRefusal'
    this.rule = rule
    this.reason = reason ?? reasons[rule as keyof typeof reasons]
  }
}

/** The refusal of a file of another kind, with the accepted kinds and the kind that was found. */
export const unreadable = (accept: readonly string[], found: string): SourceRefusal =>
  new SourceRefusal('not_readable', `The file cannot be read: accepted are ${accept.join(', ')}; ${found} was found.`)

const rules: Readonly<Record<RefusalReason, SourceRule>> = {
  address: 'blocked_address',
  credentials: 'blocked_address',
  port: 'blocked_address',
  unreachable: 'blocked_address',
  redirects: 'blocked_address',
  downgrade: 'blocked_address',
  header: 'blocked_address',
  size: 'too_large',
  type: 'not_readable',
  encoding: 'not_readable',
  silent: 'upstream',
  certificate: 'upstream',
  slow: 'upstream',
  broken: 'upstream',
  status: 'upstream',
}

/** The content of a source, which is stored, and may be no asset yet. */
export interface TakenSource extends Pick<AssetRow, 'id' | 'mediaType' | 'sizeBytes'> {
  /** Makes it an asset, or uses the one that it is, in the transaction of the request. */
  record(tx: Transaction, now: Date): Promise<AssetRow>
}

export interface SourceTerms {
  /** Media types that an address may answer. */
  readonly accept: readonly string[]
  readonly maxBytes: number
  readonly origin: AssetOrigin
}

interface SourceRequest {
  readonly workspace: string
  readonly source: AiSource
  readonly userId: string
  readonly signal: AbortSignal
  readonly read: InTransaction
}

/**
 * Lends a source to `work`: a stored file of the workspace, or the answer of an address, which is stored first, and
 * removed again if `work` does not record it. Throws SourceRefusal: absent and foreign files are refused alike.
 */
export const withSource = <T>(
  parts: AssetParts & { readonly fetcher: Fetcher },
  request: SourceRequest,
  terms: SourceTerms,
  work: (taken: TakenSource) => Promise<T>,
): Promise<T> => {
  const { source, read } = request
  return 'key' in source
    ? withStored(read, source.key, terms, work)
    : withFetched(parts, request, source.url, terms, work)
}

const withStored = async <T>(
  read: InTransaction,
  key: string,
  { maxBytes }: SourceTerms,
  work: (taken: TakenSource) => Promise<T>,
): Promise<T> => {
  const asset = await read((tx) => findAsset(tx, key))
  if (!asset) throw new SourceRefusal('unknown_artifact')
  if (asset.sizeBytes > maxBytes) throw new SourceRefusal('too_large')
  const record = async (tx: Transaction, now: Date) => {
    const used = await useAsset(tx, key, now)
    if (!used) throw new SourceRefusal('unknown_artifact')
    return used
  }
  return work({ id: asset.id, mediaType: asset.mediaType, sizeBytes: asset.sizeBytes, record })
}

const withFetched = async <T>(
  { fetcher, ...parts }: AssetParts & { readonly fetcher: Fetcher },
  { workspace, userId, signal }: SourceRequest,
  url: string,
  { accept, maxBytes, origin }: SourceTerms,
  work: (taken: TakenSource) => Promise<T>,
): Promise<T> => {
  const answer = await fetcher
    .open({ url, accept, maxBytes, signal })
    .catch((error: unknown) => refuseFetch(error, accept, signal))
  const { mediaType } = answer
  const content = checkedContent(answer.content, mediaType)
  try {
    return await storeAsset(parts, workspace, content, { maxBytes, signal }, (stored) => {
      const { id, sizeBytes } = stored
      const record = (tx: Transaction, now: Date) =>
        recordAsset(tx, stored, { mediaType, origin, createdBy: userId }, now)
      return work({ id, mediaType, sizeBytes, record })
    })
  } catch (error) {
    answer.content.destroy()
    if (error instanceof TypeDiffersError) throw unreadable(accept, `${error.found}, which was sent as ${mediaType},`)
    if (error instanceof ObjectTooLargeError) throw new SourceRefusal('too_large')
    if (isDiskFull(error)) throw error
    return refuseFetch(error, accept, signal)
  }
}

const refuseFetch = (error: unknown, accept: readonly string[], signal: AbortSignal): never => {
  signal.throwIfAborted()
  if (!(error instanceof FetchRefusal)) throw error
  const rule = rules[error.reason]
  throw rule === 'not_readable' ? unreadable(accept, error.found ?? 'an unknown encoding') : new SourceRefusal(rule)
}
