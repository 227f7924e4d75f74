import type { Database } from '../../../../platform/db/database.ts'
import { statement } from '../../../../platform/db/statement.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'

interface OwnPasskey {
  /** Base64url. */
  readonly credentialId: string
  /** The COSE key, in base64. */
  readonly publicKey: string
}

const ofPerson = statement<{ userId: string }, OwnPasskey>(
  'passkey.of-person',
  `select credential_id as "credentialId", public_key as "publicKey" from passkey
   where user_id = :userId order by created_at, id limit 100`,
)
/** The passkeys that a person has now; they belong to no workspace. */
export const passkeysOf = (database: Database, userId: string): Promise<OwnPasskey[]> =>
  database.identity((tx) => ofPerson(tx, { userId }))

const ids = statement<{ userId: string }, { id: string }>(
  'passkey.ids-of-person',
  'select id from passkey where user_id = :userId order by id limit 100',
)
/** Runs among people: the ids of a person's passkeys. */
export const passkeyIdsOf = async (tx: Transaction, userId: string) => (await ids(tx, { userId })).map(({ id }) => id)

const ways = statement<{ userId: string }>(
  'passkey.own-ways-in',
  `select from account where user_id = :userId and password is not null
   union all select from passkey where user_id = :userId limit 1`,
)
/** Runs among people: whether a person can sign in by a password or a passkey. */
export const hasOwnWayIn = async (tx: Transaction, userId: string) => (await ways(tx, { userId })).length > 0
