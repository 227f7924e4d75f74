import type { Database } from '../../../../platform/db/database.ts'
import { statement } from '../../../../platform/db/statement.ts'

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
