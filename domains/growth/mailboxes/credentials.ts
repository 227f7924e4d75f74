import type { MailServers, Tokens } from '../../../execution/mail/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { openForWorkspace, sealForWorkspace, type WorkspaceSecret } from '../../code/secrets/index.ts'
import type { MailboxRow } from './tables.ts'

/** What opens a mailbox. It is stored sealed, and deleted when the mailbox is disconnected. */
export type Credentials =
  | { readonly kind: 'password'; readonly servers: MailServers; readonly user: string; readonly password: string }
  | ({ readonly kind: 'oauth' } & Tokens)

const placeOf = (mailboxId: string) => ({ kind: 'growth-mailbox', name: mailboxId })

export const sealCredentials = (
  tx: Transaction,
  vault: Vault,
  mailboxId: string,
  credentials: Credentials,
): Promise<WorkspaceSecret> => sealForWorkspace(tx, vault, placeOf(mailboxId), JSON.stringify(credentials))

/** Undefined for a mailbox that is disconnected. Throws VaultUnavailable and RootKeyMissing. */
export const openCredentials = async (
  tx: Transaction,
  vault: Vault,
  { id, keyVersion, ciphertext }: Pick<MailboxRow, 'id' | 'keyVersion' | 'ciphertext'>,
): Promise<Credentials | undefined> => {
  if (keyVersion === null || ciphertext === null) return undefined
  return JSON.parse(await openForWorkspace(tx, vault, placeOf(id), { keyVersion, ciphertext })) as Credentials
}

const verifierPlaceOf = (state: string) => ({ kind: 'growth-mailbox-connection', name: state })

export const sealVerifier = (
  tx: Transaction,
  vault: Vault,
  state: string,
  verifier: string,
): Promise<WorkspaceSecret> => sealForWorkspace(tx, vault, verifierPlaceOf(state), verifier)

export const openVerifier = (tx: Transaction, vault: Vault, state: string, secret: WorkspaceSecret): Promise<string> =>
  openForWorkspace(tx, vault, verifierPlaceOf(state), secret)
