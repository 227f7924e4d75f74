import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'
import { openForWorkspace, sealForWorkspace } from '../../code/secrets/index.ts'
import type { ChatChannelRow } from './tables.ts'

// Under the id: the address of one channel opens at no other one's place.
const placeOf = (id: string) => ({ kind: 'chat-channel', name: id })

/** Throws VaultUnavailable without a root key. */
export const sealedAddress = (tx: Transaction, vault: Vault, id: string, url: string) =>
  sealForWorkspace(tx, vault, placeOf(id), url)

/** Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openedAddress = (tx: Transaction, vault: Vault, { id, keyVersion, ciphertext }: ChatChannelRow) =>
  openForWorkspace(tx, vault, placeOf(id), { keyVersion, ciphertext })

/** Whether messages may be sent there: public and https, or a host that the operator named as a private one. */
export const isChatAddress = (text: string, fetcher: Fetcher): boolean => {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hash, username, password } = new URL(text)
  if ([hash, username, password].some((part) => part !== '')) return false
  try {
    return fetcher.judge(origin).isPrivate || protocol === 'https:'
  } catch (error) {
    if (error instanceof FetchRefusal) return false
    throw error
  }
}
