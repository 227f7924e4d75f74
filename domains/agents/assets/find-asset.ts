import { validate } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ObjectPart, ObjectStore, OpenObject } from '../../../platform/storage/index.ts'
import { savedAs } from '../../../platform/http/replies/send-reply.ts'
import { addressSeconds, objectKey, savedName } from './rules.ts'
import { assetRow, useAssetRow } from './store.ts'
import type { AssetRow } from './tables.ts'

/** The asset with this key in the workspace; undefined for any other text. */
export const findAsset = async (tx: Transaction, key: string): Promise<AssetRow | undefined> =>
  validate(key) ? assetRow(tx, { id: key }) : undefined

/** Finds an asset as `findAsset` does, and keeps it for another full period from `now`. */
export const useAsset = async (tx: Transaction, key: string, now: Date): Promise<AssetRow | undefined> =>
  validate(key) ? useAssetRow(tx, { id: key, now }) : undefined

/** Opens the content of an asset, or a part of it; undefined if it was removed. */
export const openAsset = (
  objects: ObjectStore,
  workspace: string,
  { id }: Pick<AssetRow, 'id'>,
  part?: ObjectPart,
): Promise<OpenObject | undefined> => objects.open(objectKey(workspace, id), part)

/** Lends the content of an asset as a file; undefined if it was removed. */
export const withAssetFile = <T>(
  objects: ObjectStore,
  workspace: string,
  { id }: Pick<AssetRow, 'id'>,
  work: (path: string) => Promise<T>,
): Promise<T | undefined> => objects.withFile(objectKey(workspace, id), work)

export interface AddressParts {
  readonly objects: ObjectStore
  readonly linkTo: (path: string) => string
}

/** An address that serves an asset. */
interface AssetAddress {
  readonly url: string
  /** Null for an address of this API, which needs a key. */
  readonly expiresAt: Date | null
}

/** A signed address of an asset; undefined if the store signs none, or fails to. */
export const signedAddress = async (
  { objects }: Pick<AddressParts, 'objects'>,
  workspace: string,
  asset: AssetRow,
  now: Date,
): Promise<AssetAddress | undefined> => {
  const headers = { mediaType: asset.mediaType, disposition: savedAs(savedName(asset)) }
  const url = await objects.signedUrl(objectKey(workspace, asset.id), addressSeconds, headers).catch(() => undefined)
  return url === undefined ? undefined : { url, expiresAt: new Date(now.getTime() + addressSeconds * 1_000) }
}

/** An address that serves an asset: a signed one, else the operation `getAiAsset` with `download=1`. */
export const addressOf = async (
  parts: AddressParts,
  workspace: string,
  asset: AssetRow,
  now: Date,
): Promise<AssetAddress> =>
  (await signedAddress(parts, workspace, asset, now)) ?? {
    url: parts.linkTo(`/v1/api/ai/assets/${asset.id}?download=1`),
    expiresAt: null,
  }
