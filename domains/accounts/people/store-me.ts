import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { foundWorkspace, hasMembershipIn, ownedWorkspace, type OwnMembership } from '../workspaces/index.ts'

const sessionDetails = statement<
  { sessionId: string; userId: string },
  { activeWorkspaceId: string | null; passkeys: number }
>(
  'me.session-details',
  `select (select active_workspace_id from session where id = :sessionId) as "activeWorkspaceId",
     (select count(*)::int from passkey where user_id = :userId) as passkeys`,
)
export const sessionDetailsOf = async (tx: Transaction, sessionId: string, userId: string) =>
  (await sessionDetails(tx, { sessionId, userId })).at(0)!

export interface SessionRow {
  readonly id: string
  readonly activeWorkspaceId: string | null
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}
const page = statement<{ userId: string; at: string; id: string; rows: number }, SessionRow>(
  'me.session-page',
  `select id, active_workspace_id as "activeWorkspaceId", ip_address as "ipAddress", user_agent as "userAgent",
     created_at as "createdAt", expires_at as "expiresAt"
   from session where user_id = :userId and expires_at > now()::timestamptz(3) and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const sessionPage = async (tx: Transaction, userId: string, after: Cursor, limit: number) =>
  pageOf(await page(tx, { userId, ...after, rows: limit + 1 }), limit)

const end = statement<{ id: string; userId: string }, { id: string }>(
  'me.end-session',
  'delete from session where id = :id and user_id = :userId returning id',
)
export const removeSession = async (tx: Transaction, id: string, userId: string) =>
  (await end(tx, { id, userId })).length > 0

const choose = statement<{ sessionId: string; userId: string; workspaceId: string }, { id: string }>(
  'me.choose-workspace',
  `update session set active_workspace_id = :workspaceId, updated_at = now()
   where id = :sessionId and user_id = :userId and ${hasMembershipIn(':workspaceId', ':userId')} returning id`,
)
/** Chooses the workspace of a session; false if the person has no place there. */
export const chooseWorkspace = async (tx: Transaction, sessionId: string, userId: string, workspaceId: string) =>
  (await choose(tx, { sessionId, userId, workspaceId })).length > 0

const lock = statement<{ userId: string }>('me.lock', 'select from users where id = :userId for update')
/** The first workspace that the person owns; `fresh` if they own none. One caller at a time gets to ask. */
export const ownWorkspace = async (
  tx: Transaction,
  userId: string,
  fresh: { readonly id: string; readonly name: string },
): Promise<OwnMembership> => {
  await lock(tx, { userId })
  const found = await ownedWorkspace(tx, userId)
  if (found) return found
  await foundWorkspace(tx, { ...fresh, ownerId: userId })
  return { ...fresh, role: 'owner' }
}
