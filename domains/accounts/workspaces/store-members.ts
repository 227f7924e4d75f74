import { withPerson } from '../../../platform/access/index.ts'
import { normalEmail } from '../../../platform/contract/index.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { matchStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MemberRole } from './rules.ts'
import { membership, type MemberRow } from './tables.ts'

const member = `${membership.columns}, membership.user_id as id, users.name, users.email
  from membership ${withPerson('membership.user_id')}`

const page = statement<{ at: string; id: string; rows: number }, MemberRow>(
  'member.page',
  `select ${member}
   where workspace_id = :workspace and role <> 'client' and (membership.created_at, user_id) < (:at, :id)
   order by membership.created_at desc, user_id desc limit :rows`,
)
export const memberPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...after, rows: limit + 1 }), limit)

export const findMember = rowStatement<{ userId: string }, MemberRow>(
  'member.find',
  `select ${member} where workspace_id = :workspace and user_id = :userId and role <> 'client'`,
)

const isThere = matchStatement<{ userId: string }>(
  'member.there',
  `select from membership where workspace_id = :workspace and user_id = :userId and role <> 'client'`,
)
/** A member belongs to no project; a client is no member. */
export const memberKind = async (tx: Transaction, userId: string) =>
  (await isThere(tx, { userId })) ? { projectId: null } : undefined

const lock = statement<{ workspaceId: string | undefined }>(
  'member.lock-all',
  `select pg_advisory_xact_lock(hashtextextended('members ' || :workspaceId, 0))`,
)
const count = statement<NoValues, { owners: number }>(
  'member.count-owners',
  `select count(*)::int as owners from membership where workspace_id = :workspace and role = 'owner'`,
)
/** Locks the members of a workspace and their roles, so that only one of two last owners can leave. */
export const lockMembers = (tx: Transaction) => lock(tx, { workspaceId: tx.workspace })
/** Locks the members of several workspaces; the ids come in order. */
export const lockMembersOf = async (tx: Transaction, workspaces: readonly string[]) => {
  for (const workspace of workspaces) await lock(tx, { workspaceId: workspace })
}
export const countOwners = async (tx: Transaction) => (await count(tx)).at(0)!.owners

/** Updates a member's role from `role` to `after`. */
export const setMemberRole = statement<{ userId: string; role: MemberRole; after: MemberRole }>(
  'member.set-role',
  'update membership set role = :after where workspace_id = :workspace and user_id = :userId and role = :role',
)

/** Adds a person with a role, or raises a client's role: false if they are a member already. */
export const joinAs = matchStatement<{ userId: string; role: string }>(
  'member.join',
  insertInto(
    membership,
    ['userId', 'role'],
    { workspaceId: ':workspace' },
    `on conflict (workspace_id, user_id) do update set role = excluded.role where membership.role = 'client' returning role`,
  ),
)

/** Whom letters about the workspace itself go to: owners and administrators. */
export const workspaceAdministrators = statement<NoValues, { name: string; email: string }>(
  'member.administrators',
  `select users.name, users.email from membership ${withPerson('membership.user_id')}
   where workspace_id = :workspace and role in ('owner', 'admin') order by membership.created_at, user_id`,
)

/** Deletes a person's membership, and their keys with it. */
export const removeMembership = statement<{ userId: string }>(
  'member.remove',
  'delete from membership where workspace_id = :workspace and user_id = :userId',
)

const eraseInvitations = statement<{ email: string }>(
  'member.erase-invitations',
  `update member_invitation set email = 'erased-' || id || '@erased.invalid',
     email_normal = 'erased-' || id || '@erased.invalid'
   where workspace_id = :workspace and email_normal = :email`,
)
/** Erases to which address invitations went; an open one leads nowhere then. `email` may be of any case or form. */
export const eraseInvitationsTo = (tx: Transaction, email: string) =>
  eraseInvitations(tx, { email: normalEmail(email) })

const warned = statement<{ userIds: readonly string[] }, { userId: string }>(
  'member.note-keys-warned',
  `update membership set keys_warned_at = now() where workspace_id = :workspace and user_id = any(:userIds)
   returning user_id as "userId"`,
)
/** Records that these members get a letter about expiring keys; returns the members who are still there. */
export const noteKeysWarned = async (tx: Transaction, userIds: readonly string[]) =>
  (await warned(tx, { userIds })).map(({ userId }) => userId)
