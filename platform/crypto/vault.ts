import { createSecretKey, randomBytes } from 'node:crypto'
import type { RootKey, RootKeys } from './root-keys.ts'
import { associate, keyBytes, seal, SealBroken, sealLarge, unseal } from './seal.ts'
import type { Database } from '../db/database.ts'

/** There is no root key: what would encrypt or decrypt answers 503. Everything else works. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable'
  constructor() {
    super('Secrets cannot be read or written: this server has no root key. Its operator sets SECRETS_ENCRYPTION_KEY.')
  }
}

/** A wrapped key whose root key this server does not have, for instance after a rotation that dropped it too early. */
export class RootKeyMissing extends Error {
  override readonly name = 'RootKeyMissing'
  constructor(rootKeyId: string) {
    super(
      `The root key ${rootKeyId} is not among those of this server. Add it as another one to SECRETS_ENCRYPTION_KEY, ` +
        `or to secrets.key with the embedded database.`,
    )
  }
}

/** Whose data key it is; the wrapped bytes open nowhere else. */
interface DataKeyScope {
  readonly workspaceId: string
  /** Undefined for a key of the workspace itself, which opens nothing of a project. */
  readonly projectId: string | undefined
  /** From 1; a new version is a new key. */
  readonly version: number
}

/** A data key as it is stored. */
type WrappedKey = ReturnType<typeof wrap>

/**
 * An open data key, for as long as a request or a step. A value is bound to its place: the data key's, `source` (the
 * kind of place: a secret's source, `protected-file`) and `key` (the name in it). It prints as an opaque object.
 */
export type DataKey = ReturnType<typeof dataKeyOf>

/** Envelope encryption: values under a project's data key, data keys under the root key. It stores nothing. */
export type Vault = ReturnType<typeof openVault>

/** The vault over `rootKeys`. Without any, each call throws VaultUnavailable. */
export const openVault = (rootKeys: RootKeys | undefined) => {
  const current = () => rootKeys?.[0] ?? unavailable()
  const unwrap = (place: DataKeyScope, { rootKeyId, wrapped }: WrappedKey) => {
    const rootKey = (rootKeys ?? unavailable()).find(({ id }) => id === rootKeyId)
    if (!rootKey) throw new RootKeyMissing(rootKeyId)
    const key = unseal(rootKey.key, wrapped, wrapData(place, rootKeyId))
    if (key.length !== keyBytes) throw new SealBroken('The wrapped key has another length')
    return key
  }
  return {
    available: rootKeys !== undefined,
    /** The root key that wraps new data keys; undefined if no root key is configured. */
    currentRootKeyId: rootKeys?.[0].id,
    /** A new data key, and how to store it. */
    createDataKey: (place: DataKeyScope) => {
      const rootKey = current()
      const key = randomBytes(keyBytes)
      const stored = wrap(rootKey, place, key)
      return { stored, dataKey: dataKeyOf(place, key) }
    },
    /** Throws RootKeyMissing, and SealBroken for a key that was wrapped for another place. */
    openDataKey: (place: DataKeyScope, stored: WrappedKey) => dataKeyOf(place, unwrap(place, stored)),
    /** Wraps a data key under the current root key; undefined if it already is. Values stay as they are. */
    rewrap: (place: DataKeyScope, stored: WrappedKey) => {
      const rootKey = current()
      return stored.rootKeyId === rootKey.id ? undefined : wrap(rootKey, place, unwrap(place, stored))
    },
  }
}

const unavailable = (): never => {
  throw new VaultUnavailable()
}

const wrap = ({ id, key }: RootKey, place: DataKeyScope, dataKey: Buffer) => ({
  rootKeyId: id,
  wrapped: seal(key, dataKey, wrapData(place, id)),
})

const wrapData = ({ workspaceId, projectId, version }: DataKeyScope, rootKeyId: string) =>
  associate('data key', rootKeyId, workspaceId, projectId ?? '', String(version))

const valueData = ({ workspaceId, projectId, version }: DataKeyScope, source: string, key: string) =>
  associate('value', workspaceId, projectId ?? '', source, key, String(version))

/** Takes `bytes` over and clears them. */
const dataKeyOf = (place: DataKeyScope, bytes: Buffer) => {
  const secret = createSecretKey(bytes)
  bytes.fill(0)
  return {
    scope: place,
    seal: (source: string, key: string, content: Uint8Array) => seal(secret, content, valueData(place, source, key)),
    /** As `seal`, for what may be of many megabytes: the event loop gets its turn after each. */
    sealLarge: (source: string, key: string, content: Uint8Array) =>
      sealLarge(secret, content, valueData(place, source, key)),
    /** Throws SealBroken for a value of another place or key, and for changed bytes. */
    unseal: (source: string, key: string, sealed: Uint8Array) => unseal(secret, sealed, valueData(place, source, key)),
  }
}

/** The result of `open`; undefined if this server has no key for it. Throws SealBroken and all else as `open` does. */
export const openIfKeyed = async <T>(open: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await open()
  } catch (error) {
    if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) return undefined
    throw error
  }
}

/** A table of data keys, each wrapped with a root key that its column `root_key_id` names. */
export interface WrappedKeys {
  readonly table: string
  /** How many data keys each root key wraps, over all workspaces. */
  count(database: Database): Promise<ReadonlyMap<string, number>>
  /** Wraps at most `limit` data keys of other root keys with the current one; returns their number, 0 at the end. */
  rewrap(database: Database, vault: Vault, limit: number): Promise<number>
}
