import { statement, type Nothing } from '../../../../platform/db/statement.ts'
import { insertInto } from '../../../../platform/db/table.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { membership } from '../members/tables.ts'
import { workspaceTable } from './tables.ts'
import { apiKey } from '../keys/tables.ts'

const lock = statement(
  'identity.lock-first-start',
  `select pg_advisory_xact_lock(hashtextextended('atelier first start', 0))`,
)
export const anyWorkspace = statement<Nothing, { id: string }>(
  'identity.any-workspace',
  'select id from workspace order by created_at limit 1',
)
/** Whether this instance has a workspace; one caller at a time gets to ask. */
export const hasWorkspace = async (tx: Transaction) => {
  await lock(tx)
  return (await anyWorkspace(tx)).length > 0
}

const everyWorkspace = statement<Nothing, { id: string }>(
  'identity.every-workspace',
  'select id from workspace order by id',
)
export const workspaceIds = async (tx: Transaction) => (await everyWorkspace(tx)).map(({ id }) => id)

const insertPerson = statement<{ userId: string; name: string; email: string; emailNormal: string }>(
  'identity.insert-user',
  `insert into users (id, name, email, email_normal, email_verified) values (:userId, :name, :email, :emailNormal, true)`,
)
const insertAccount = statement<{ accountId: string; userId: string; passwordHash: string }>(
  'identity.insert-account',
  `insert into account (id, user_id, provider_id, account_id, password)
   values (:accountId, :userId::uuid, 'credential', :userId::uuid::text, :passwordHash)`,
)
const insertWorkspace = statement<{ workspaceId: string; name: string }>(
  'identity.insert-workspace',
  insertInto(workspaceTable, ['name'], { id: ':workspaceId' }),
)
const insertPlace = statement<{ workspaceId: string; userId: string; role: string }>(
  'identity.insert-membership',
  insertInto(membership, ['workspaceId', 'userId', 'role']),
)
const insertKey = statement<{
  keyId: string
  workspaceId: string
  userId: string
  name: string
  secretHash: Buffer
  hint: string
  scopes: string[]
}>(
  'identity.insert-key',
  insertInto(apiKey, ['workspaceId', 'userId', 'name', 'secretHash', 'hint', 'scopes'], { id: ':keyId' }),
)
export interface FirstOwner {
  readonly userId: string
  readonly workspaceId: string
  readonly accountId: string
  readonly keyId: string
  readonly email: string
  readonly passwordHash: string
  readonly key: { readonly secretHash: Buffer; readonly hint: string }
}
export const insertFirstOwner = async (tx: Transaction, owner: FirstOwner): Promise<void> => {
  const { userId, workspaceId } = owner
  await insertPerson(tx, { userId, name: 'Owner', email: owner.email, emailNormal: owner.email })
  await insertAccount(tx, { accountId: owner.accountId, userId, passwordHash: owner.passwordHash })
  await insertWorkspace(tx, { workspaceId, name: 'Atelier' })
  await insertPlace(tx, { workspaceId, userId, role: 'owner' })
  const { secretHash, hint } = owner.key
  await insertKey(tx, {
    keyId: owner.keyId,
    workspaceId,
    userId,
    name: 'First key',
    secretHash,
    hint,
    scopes: ['read', 'write', 'admin'],
  })
}
