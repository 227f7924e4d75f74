import {
  matchStatement,
  oneRowStatement,
  rowStatement,
  statement,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { apiKey, memberInvitation, membership, workspaceTable } from './tables.ts'
import { normalEmail } from '../../../platform/contract/index.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import { hasWords } from '../../../platform/db/fragments.ts'
import { withPerson } from '../../../platform/access/index.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'

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
interface FirstKey {
  readonly keyId: string
  readonly workspaceId: string
  readonly userId: string
  readonly secretHash: Buffer
  readonly hint: string
}
const insertKey = statement<FirstKey & { name: string; scopes: string[] }>(
  'identity.insert-key',
  insertInto(apiKey, ['workspaceId', 'userId', 'name', 'secretHash', 'hint', 'scopes'], { id: ':keyId' }),
)
/** Inserts a workspace with its first owner. Runs in an identity transaction. */
export const foundWorkspace = async (
  tx: Transaction,
  { id: workspaceId, name, ownerId: userId }: { readonly id: string; readonly name: string; readonly ownerId: string },
): Promise<void> => {
  await insertWorkspace(tx, { workspaceId, name })
  await insertMembership(tx, { workspaceId, userId, role: 'owner' })
}

/** Updates the name of a workspace if its name ends in `suffix`. Runs in an identity transaction. */
export const renameWorkspace = statement<{ workspaceId: string; name: string; suffix: string }>(
  'identity.rename-workspace',
  `update ${workspaceTable.name} set name = :name, settings_revision = settings_revision + 1
   where id = :workspaceId and right(name, length(:suffix)) = :suffix`,
)

/** Inserts the key of the first owner, which may do everything. Runs in an identity transaction. */
export const addFirstKey = (tx: Transaction, first: FirstKey) =>
  insertKey(tx, { ...first, name: 'First key', scopes: ['read', 'write', 'admin'] })

const zone = oneRowStatement<NoValues, { timeZone: string }>(
  'identity.time-zone',
  'select workspace_time_zone() as "timeZone"',
)
/** The time zone of the transaction's workspace. */
export const workspaceTimeZone = async (tx: Transaction) => (await zone(tx)).timeZone

/** A person's keys in their own data. */
export const keysOf = statement<{ userId: string }, Readonly<Record<string, unknown>> & { id: string }>(
  'workspaces.keys-of-person',
  `select id, name, hint, client_id as "clientId", scopes, project_ids as "projectIds", created_at as "createdAt", expires_at as "expiresAt",
     last_used_at as "lastUsedAt", revoked_at as "revokedAt" from api_key
   where workspace_id = :workspace and user_id = :userId order by created_at`,
)

const invitations = statement<{ email: string }, Readonly<Record<string, unknown>>>(
  'workspaces.invitations-to',
  `select id, role, created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt",
     revoked_at as "revokedAt" from member_invitation where workspace_id = :workspace and email_normal = :email order by created_at`,
)
export const invitationsTo = (tx: Transaction, email: string) => invitations(tx, { email: normalEmail(email) })

const closed = 'coalesce(accepted_at, revoked_at, lapsed_at, expires_at)'
export const invitationExpiry = rowExpiry('invitations', memberInvitation, closed)

/** The names of people of the workspace, including clients. */
export const namesOfPeople = statement<{ ids: readonly string[] }, NamedThing>(
  'member.names',
  `select users.id, users.name as title, null::uuid as "projectId", null::uuid as "cycleId"
   from membership ${withPerson('membership.user_id')}
   where membership.workspace_id = :workspace and users.id = any(:ids)`,
)

/** Keys are named after their people: a key's own name is visible only to its person and to administrators. */
export const namesOfKeys = statement<{ ids: readonly string[] }, NamedThing>(
  'api-key.names',
  `select api_key.id, users.name as title, null::uuid as "projectId", null::uuid as "cycleId"
   from api_key ${withPerson('api_key.user_id')}
   where api_key.workspace_id = :workspace and api_key.id = any(:ids)`,
)

/** Members by any part of their name or mail address. */
export const foundMembers = statement<SoughtName, FoundName>(
  'member.found',
  `select users.id, users.name, users.email as also, null::uuid as "parentId"
   from membership ${withPerson('membership.user_id')}
   where membership.workspace_id = :workspace and membership.role <> 'client'
     and ${hasWords(`searched_name(concat_ws(' ', users.name, users.email))`)}
   order by users.name, users.id limit :rows`,
)

interface SettingsRow {
  readonly workspaceId: string
  readonly name: string
  readonly timeZone: string
  readonly locale: string
  readonly revision: number
}
const columns = 'id as "workspaceId", name, time_zone as "timeZone", locale, settings_revision as revision'

export const readWorkspaceSettings = oneRowStatement<NoValues, SettingsRow>(
  'workspaces.settings',
  `select ${columns} from workspace where id = :workspace`,
)

/** Updates the settings; undefined if they were changed after the given revision. */
export const saveSettings = rowStatement<Omit<SettingsRow, 'workspaceId'>, SettingsRow>(
  'workspaces.save-settings',
  `update workspace set name = :name, time_zone = :timeZone, locale = :locale, settings_revision = settings_revision + 1
   where id = :workspace and settings_revision = :revision returning ${columns}`,
)

/** True if the database computes in this time zone, by exactly this name. */
export const knowsTimeZone = matchStatement<{ timeZone: string }>(
  'workspaces.knows-time-zone',
  'select from pg_timezone_names where name = :timeZone',
)
