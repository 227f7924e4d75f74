import { normalEmail } from '../../../../platform/contract/index.ts'
import { pageOf, type Cursor } from '../../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../../platform/db/transaction.ts'
import type { MemberRole } from '../rules/members.ts'
import { membership, type MemberRow } from './tables.ts'

const member = `${membership.columns}, membership.user_id as id, users.name, users.email
  from membership join users on users.id = membership.user_id`

const page = statement<MemberRow>(
  'member.page',
  `select ${member}
   where workspace_id = $1 and role <> 'client' and (membership.created_at, user_id) < ($2, $3)
   order by membership.created_at desc, user_id desc limit $4`,
)
export const memberPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await page(tx, [tx.workspace, after.at, after.id, limit + 1]), limit)

const find = statement<MemberRow>(
  'member.find',
  `select ${member} where workspace_id = $1 and user_id = $2 and role <> 'client'`,
)
export const findMember = async (tx: Transaction, userId: string) => (await find(tx, [tx.workspace, userId])).at(0)

const there = statement(
  'member.there',
  `select from membership where workspace_id = $1 and user_id = $2 and role <> 'client'`,
)
/** A member belongs to no project; a client is none. */
export const memberKind = async (tx: Transaction, userId: string) =>
  (await there(tx, [tx.workspace, userId])).length > 0 ? { projectId: null } : undefined

const lock = statement('member.lock-all', `select pg_advisory_xact_lock(hashtextextended('members ' || $1, 0))`)
const count = statement<{ owners: number }>(
  'member.count-owners',
  `select count(*)::int as owners from membership where workspace_id = $1 and role = 'owner'`,
)
/** One at a time changes who is in a workspace as what, so that of two last owners only one can go. */
export const lockMembers = (tx: Transaction) => lock(tx, [tx.workspace])
/** The same in several workspaces, given in the order of their ids. */
export const lockMembersOf = async (tx: Transaction, workspaces: readonly string[]) => {
  for (const workspace of workspaces) await lock(tx, [workspace])
}
export const countOwners = async (tx: Transaction) => (await count(tx, [tx.workspace])).at(0)!.owners

const setRole = statement(
  'member.set-role',
  'update membership set role = $4 where workspace_id = $1 and user_id = $2 and role = $3',
)
export const setMemberRole = (tx: Transaction, { userId, role }: MemberRow, after: MemberRole) =>
  setRole(tx, [tx.workspace, userId, role, after])

const join = statement(
  'member.join',
  `insert into membership (workspace_id, user_id, role) values ($1, $2, $3)
   on conflict (workspace_id, user_id) do update set role = excluded.role where membership.role = 'client' returning role`,
)
/** Gives a person a place, or a client a higher one: false where they are a member already. */
export const joinAs = async (tx: Transaction, userId: string, role: MemberRole) =>
  (await join(tx, [tx.workspace, userId, role])).length > 0

const removal = statement('member.remove', 'delete from membership where workspace_id = $1 and user_id = $2')
/** Takes a person's place away, and their keys with it. */
export const removeMembership = (tx: Transaction, userId: string) => removal(tx, [tx.workspace, userId])

const eraseInvitations = statement(
  'member.erase-invitations',
  `update member_invitation set email = 'erased-' || id || '@erased.invalid',
     email_normal = 'erased-' || id || '@erased.invalid'
   where workspace_id = $1 and email_normal = $2`,
)
/** Forgets to which address invitations went; an open one leads nowhere then. `email` may be of any case or form. */
export const eraseInvitationsTo = (tx: Transaction, email: string) =>
  eraseInvitations(tx, [tx.workspace, normalEmail(email)])
