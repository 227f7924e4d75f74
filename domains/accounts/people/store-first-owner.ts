import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const insertPerson = statement<{ userId: string; name: string; email: string; emailNormal: string }>(
  'identity.insert-user',
  `insert into users (id, name, email, email_normal, email_verified) values (:userId, :name, :email, :emailNormal, true)`,
)
const insertAccount = statement<{ accountId: string; userId: string; passwordHash: string }>(
  'identity.insert-account',
  `insert into account (id, user_id, provider_id, account_id, password)
   values (:accountId, :userId::uuid, 'credential', :userId::uuid::text, :passwordHash)`,
)
interface FirstOwner {
  readonly userId: string
  readonly accountId: string
  readonly email: string
  readonly passwordHash: string
}
export const insertFirstOwner = async (tx: Transaction, owner: FirstOwner): Promise<void> => {
  const { userId, accountId, email, passwordHash } = owner
  await insertPerson(tx, { userId, name: 'Owner', email, emailNormal: email })
  await insertAccount(tx, { accountId, userId, passwordHash })
}

const passwordOf = statement<{ email: string }, { password: string | null }>(
  'identity.password-of',
  `select a.password from users u join account a on a.user_id = u.id and a.provider_id = 'credential'
   where u.email_normal = :email`,
)
/** The hash of the password of an address; undefined if it has none. */
export const firstOwnerPassword = async (tx: Transaction, email: string) =>
  (await passwordOf(tx, { email })).at(0)?.password ?? undefined
