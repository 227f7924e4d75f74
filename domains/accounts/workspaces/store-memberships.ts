import type { Role } from '../../../platform/access/index.ts'
import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export interface MembershipRow {
  readonly workspaceId: string
  readonly name: string
  readonly role: string
  readonly joinedAt: Date
}
/** Returns a person's memberships with roles and dates, the oldest first. Runs in an identity transaction. */
export const membershipsOfPerson = statement<{ userId: string }, MembershipRow>(
  'workspaces.memberships-of-person',
  `select m.workspace_id as "workspaceId", w.name, m.role, m.created_at as "joinedAt"
   from membership m join workspace w on w.id = m.workspace_id where m.user_id = :userId order by m.created_at, w.id`,
)

export interface OwnMembership {
  readonly id: string
  readonly name: string
  readonly role: Role
}
/** Returns a person's memberships, those in an agency before those as a client. Runs in an identity transaction. */
export const ownMemberships = statement<{ userId: string }, OwnMembership & Record<'timeZone' | 'locale', string>>(
  'workspaces.own-memberships',
  `select w.id, w.name, m.role, w.time_zone as "timeZone", w.locale from membership m join workspace w on w.id = m.workspace_id
   where m.user_id = :userId order by (m.role = 'client'), m.created_at, w.id limit 1000`,
)

/** Returns the first workspace that a person owns. Runs in an identity transaction. */
export const ownedWorkspace = rowStatement<{ userId: string }, OwnMembership>(
  'workspaces.owned',
  `select w.id, w.name, m.role from membership m join workspace w on w.id = m.workspace_id
   where m.user_id = :userId and m.role = 'owner' order by m.created_at, w.id limit 1`,
)

const first = rowStatement<{ userId: string }, { id: string }>(
  'workspaces.first',
  `select workspace_id as id from membership where user_id = :userId
   order by (role = 'client'), created_at, workspace_id limit 1`,
)
/** Returns the workspace that a person sees first: the oldest membership in an agency, else the oldest as a client. */
export const firstWorkspace = async (tx: Transaction, userId: string) => (await first(tx, { userId }))?.id

const ids = statement<{ userId: string }, { workspaceId: string }>(
  'workspaces.of-person',
  'select workspace_id as "workspaceId" from membership where user_id = :userId order by workspace_id',
)
/** Returns the workspaces in which a person has a membership, by id. Runs in an identity transaction. */
export const workspacesOf = async (tx: Transaction, userId: string) =>
  (await ids(tx, { userId })).map(({ workspaceId }) => workspaceId)

const sole = statement<{ userId: string }, { workspaceId: string }>(
  'workspaces.sole-owner',
  `select m.workspace_id as "workspaceId" from membership m
   where m.user_id = :userId and m.role = 'owner'
     and exists (select from membership o where o.workspace_id = m.workspace_id and o.user_id <> :userId)
     and not exists (select from membership o
       where o.workspace_id = m.workspace_id and o.user_id <> :userId and o.role = 'owner')
   order by m.workspace_id`,
)
/** Returns workspaces that have other people and this person as their only owner. */
export const soleOwnerships = async (tx: Transaction, userId: string) =>
  (await sole(tx, { userId })).map(({ workspaceId }) => workspaceId)

/** Deletes all memberships of a person, and the API keys with them. Runs in an identity transaction. */
export const endMemberships = statement<{ userId: string }>(
  'workspaces.end-memberships',
  'delete from membership where user_id = :userId',
)

const role = rowStatement<{ userId: string }, { role: Role }>(
  'workspaces.role',
  'select role from membership where workspace_id = :workspace and user_id = :userId',
)
/** Returns the role of a person in the workspace of the transaction. */
export const roleOf = async (tx: Transaction, userId: string) => (await role(tx, { userId }))?.role

/** Inserts the membership of a client; a person who has a role keeps it. */
export const joinAsClient = statement<{ userId: string; now: Date }>(
  'workspaces.join-as-client',
  `insert into membership (workspace_id, user_id, role, created_at) values (:workspace, :userId, 'client', :now)
   on conflict (workspace_id, user_id) do nothing`,
)

/** Deletes the membership of a client; returns whether there was one. */
export const leaveAsClient = matchStatement<{ userId: string }, { userId: string }>(
  'workspaces.leave-as-client',
  `delete from membership where workspace_id = :workspace and user_id = :userId and role = 'client'
   returning user_id as "userId"`,
)

interface ProviderMembership {
  readonly workspaceId: string
  readonly userId: string
  readonly role: 'admin' | 'member'
}
/** Inserts a new person with the role from the identity provider. Runs in an identity transaction. */
export const joinWithProvider = statement<ProviderMembership>(
  'workspaces.join-by-provider',
  `insert into membership (workspace_id, user_id, role, identity_provider_at) values (:workspaceId, :userId, :role, now())`,
)

const confirmByProvider = rowStatement<ProviderMembership, { before: Role }>(
  'workspaces.confirm-by-provider',
  `update membership m set identity_provider_at = now(), role = case when m.role = 'owner' then m.role else :role end
   from (select workspace_id, user_id, role from membership
     where workspace_id = :workspaceId and user_id = :userId and role <> 'client' for update) old
   where m.workspace_id = old.workspace_id and m.user_id = old.user_id returning old.role as before`,
)
/**
 * Records that a member signed in with the identity provider, and updates the role to the provider's; an owner stays
 * owner. Returns the earlier role; undefined for a person who is not in the agency. Runs in an identity transaction.
 */
export const confirmWithProvider = async (tx: Transaction, membership: ProviderMembership) =>
  (await confirmByProvider(tx, membership))?.before
