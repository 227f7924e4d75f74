import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { connectionCredential, type CredentialKind } from './tables.ts'

interface NewCredential {
  readonly name: string
  readonly kind: CredentialKind
  readonly passwordSha256: Buffer
  readonly entrant: object
  readonly expiresAt: Date
}

const insert = statement<Omit<NewCredential, 'entrant'> & { entrant: Json; workspaceId: string }>(
  'sandboxes.insert-credential',
  insertInto(connectionCredential, ['name', 'workspaceId', 'kind', 'passwordSha256', 'entrant', 'expiresAt'], {
    tries: '0',
  }),
)
export const insertCredential = (tx: Transaction, credential: NewCredential) =>
  insert(tx, { ...credential, entrant: json(credential.entrant), workspaceId: tx.workspace! })

type PresentedCredential = Pick<NewCredential, 'name' | 'kind' | 'passwordSha256'>
// So many wrong passwords end a credential.
const triesMost = 5

const take = statement<PresentedCredential, { entrant: unknown }>(
  'sandboxes.take-credential',
  `delete from connection_credential where name = :name and kind = :kind and password_sha256 = :passwordSha256
     and expires_at > now()::timestamptz(3) and tries < ${triesMost}
   returning entrant`,
)
const countTry = statement<{ name: string }>(
  'sandboxes.count-credential-try',
  'update connection_credential set tries = tries + 1 where name = :name',
)
/** Deletes a credential, and returns its entrant; undefined, and one try less, if name or password are wrong. */
export const claimCredential = async (tx: Transaction, presented: PresentedCredential): Promise<unknown> => {
  const [found] = await take(tx, presented)
  if (!found) await countTry(tx, { name: presented.name })
  return found?.entrant
}

export const removeExpiredCredentials = statement(
  'sandboxes.remove-expired-credentials',
  'delete from connection_credential where expires_at <= now()::timestamptz(3)',
)
