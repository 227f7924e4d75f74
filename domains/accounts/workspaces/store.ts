import { statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { apiKey, membership, workspaceTable } from './tables.ts'
import { normalEmail } from '../../../platform/contract/index.ts'
import { retention } from '../../../platform/retention/index.ts'

const lock = statement(
  'identity.lock-first-start',
  `select pg_advisory_xact_lock(hashtextextended('atelier first start', 0))`,
)
export const anyWorkspace = statement<NoValues, { id: string }>(
  'identity.any-workspace',
  'select id from workspace order by created_at limit 1',
)
/** True if this instance has a workspace; one caller at a time gets to ask. */
export const hasWorkspace = async (tx: Transaction) => {
  await lock(tx)
  return (await anyWorkspace(tx)).length > 0
}

const everyWorkspace = statement<NoValues, { id: string }>(
  'identity.every-workspace',
  'select id from workspace order by id',
)
export const workspaceIds = async (tx: Transaction) => (await everyWorkspace(tx)).map(({ id }) => id)

const insertWorkspace = statement<{ workspaceId: string; name: string }>(
  'identity.insert-workspace',
  insertInto(workspaceTable, ['name'], { id: ':workspaceId' }),
)
const insertMembership = statement<{ workspaceId: string; userId: string; role: string }>(
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
/** Runs among people: a workspace with its first owner. */
export const foundWorkspace = async (
  tx: Transaction,
  { id: workspaceId, name, ownerId: userId }: { readonly id: string; readonly name: string; readonly ownerId: string },
): Promise<void> => {
  await insertWorkspace(tx, { workspaceId, name })
  await insertMembership(tx, { workspaceId, userId, role: 'owner' })
}

const rename = statement<{ workspaceId: string; name: string; suffix: string }>(
  'identity.rename-workspace',
  `update ${workspaceTable.name} set name = :name, settings_revision = settings_revision + 1
   where id = :workspaceId and right(name, length(:suffix)) = :suffix`,
)
/** Runs among people: renames a workspace if its name ends in `suffix`. */
export const renameWorkspace = (
  tx: Transaction,
  to: { readonly workspaceId: string; readonly name: string; readonly suffix: string },
) => rename(tx, to)

interface FirstKey {
  readonly keyId: string
  readonly workspaceId: string
  readonly userId: string
  readonly secretHash: Buffer
  readonly hint: string
}
/** Runs among people: the key of the first owner, which may do everything. */
export const addFirstKey = (tx: Transaction, first: FirstKey) =>
  insertKey(tx, { ...first, name: 'First key', scopes: ['read', 'write', 'admin'] })

const zone = statement<NoValues, { timeZone: string }>(
  'identity.time-zone',
  'select workspace_time_zone() as "timeZone"',
)
/** The time zone of the transaction's workspace. */
export const workspaceTimeZone = async (tx: Transaction) => (await zone(tx))[0]!.timeZone

const keys = statement<{ userId: string }, Readonly<Record<string, unknown>> & { id: string }>(
  'workspaces.keys-of-person',
  `select id, name, hint, client_id as "clientId", scopes, project_ids as "projectIds", created_at as "createdAt", expires_at as "expiresAt",
     last_used_at as "lastUsedAt", revoked_at as "revokedAt" from api_key
   where workspace_id = :workspace and user_id = :userId order by created_at`,
)
/** A person's keys in their own data. */
export const keysOf = (tx: Transaction, userId: string) => keys(tx, { userId })

const invitations = statement<{ email: string }, Readonly<Record<string, unknown>>>(
  'workspaces.invitations-to',
  `select id, role, created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt",
     revoked_at as "revokedAt" from member_invitation where workspace_id = :workspace and email_normal = :email order by created_at`,
)
export const invitationsTo = (tx: Transaction, email: string) => invitations(tx, { email: normalEmail(email) })

const closed = 'coalesce(accepted_at, revoked_at, lapsed_at, expires_at)'
const removal = statement<{ days: number; limit: number }>(
  'member-invitation.remove-old',
  `delete from member_invitation where id = any(array(select id from member_invitation
     where workspace_id = :workspace and ${closed} < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
const due = statement<{ days: number; limit: number }, { workspaceId: string }>(
  'member-invitation.old-due',
  `select distinct workspace_id as "workspaceId" from member_invitation
   where ${closed} < now() - make_interval(days => :days) limit :limit`,
)
/** Workspaces with invitations that ended long ago. */
export const invitationsDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { days: retention.invitations.days, limit })).map(({ workspaceId }) => workspaceId)

/** Deletes at most `limit` invitations that ended long ago; returns their number. */
export const removeOldInvitations = async (tx: Transaction, limit: number) =>
  (await removal(tx, { days: retention.invitations.days, limit })).length
