import { openIfKeyed, type Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { openForWorkspace, sealForWorkspace } from '../../code/secrets/index.ts'
import type { TrackerRow } from './tables.ts'

/** The credential of a tracker, the key of its webhooks (null until it is known), and the end of their address. */
export interface TrackerKeys {
  readonly token: string
  readonly webhookSecret: string | null
  readonly hookToken: string
}

// Under the id: what belonged to one connection opens at no other one's place.
const placeOf = (id: string) => ({ kind: 'tracker', name: id })

/** Throws VaultUnavailable without a root key. */
export const sealKeys = (tx: Transaction, vault: Vault, id: string, keys: TrackerKeys) =>
  sealForWorkspace(tx, vault, placeOf(id), JSON.stringify(keys))

type Sealed = Pick<TrackerRow, 'id' | 'keyVersion' | 'ciphertext'>

/** Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openKeys = async (tx: Transaction, vault: Vault, { id, keyVersion, ciphertext }: Sealed) =>
  JSON.parse(await openForWorkspace(tx, vault, placeOf(id), { keyVersion, ciphertext })) as TrackerKeys

/** The same; undefined where this server has no key for them. */
export const openKeysIfAble = (tx: Transaction, vault: Vault, row: Sealed): Promise<TrackerKeys | undefined> =>
  openIfKeyed(() => openKeys(tx, vault, row))
