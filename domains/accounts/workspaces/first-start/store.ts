import { statement, type Transaction } from '../../../../platform/db/transaction.ts'

const lock = statement(
  'identity.lock-first-start',
  `select pg_advisory_xact_lock(hashtextextended('atelier first start', 0))`,
)
export const anyWorkspace = statement<{ id: string }>(
  'identity.any-workspace',
  'select id from workspace order by created_at limit 1',
)
/** Whether this instance has a workspace; one caller at a time gets to ask. */
export const hasWorkspace = async (tx: Transaction) => {
  await lock(tx)
  return (await anyWorkspace(tx)).length > 0
}

const everyWorkspace = statement<{ id: string }>('identity.every-workspace', 'select id from workspace order by id')
export const workspaceIds = async (tx: Transaction) => (await everyWorkspace(tx)).map(({ id }) => id)

const user = statement(
  'identity.insert-user',
  `insert into users (id, name, email, email_normal, email_verified) values ($1, $2, $3, $4, true)`,
)
const account = statement(
  'identity.insert-account',
  `insert into account (id, user_id, provider_id, account_id, password) values ($1, $2::uuid, 'credential', $2::uuid::text, $3)`,
)
const workspace = statement('identity.insert-workspace', 'insert into workspace (id, name) values ($1, $2)')
const membership = statement(
  'identity.insert-membership',
  'insert into membership (workspace_id, user_id, role) values ($1, $2, $3)',
)
const key = statement(
  'identity.insert-key',
  `insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes) values ($1, $2, $3, $4, $5, $6, $7)`,
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
  await user(tx, [userId, 'Owner', owner.email, owner.email])
  await account(tx, [owner.accountId, userId, owner.passwordHash])
  await workspace(tx, [workspaceId, 'Atelier'])
  await membership(tx, [workspaceId, userId, 'owner'])
  const { secretHash, hint } = owner.key
  await key(tx, [owner.keyId, workspaceId, userId, 'First key', secretHash, hint, ['read', 'write', 'admin']])
}
