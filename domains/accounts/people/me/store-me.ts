import type { Role } from '../../../../platform/access/index.ts'
import { pageOf, type Cursor } from '../../../../platform/db/page.ts'
import { statement } from '../../../../platform/db/statement.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'

export interface PlaceRow {
  readonly id: string
  readonly name: string
  readonly role: Role
}

const places = statement<{ userId: string }, PlaceRow>(
  'me.places',
  `select w.id, w.name, m.role from membership m join workspace w on w.id = m.workspace_id
   where m.user_id = :userId order by (m.role = 'client'), m.created_at, w.id limit 1000`,
)
export const placesOf = (tx: Transaction, userId: string) => places(tx, { userId })

const standing = statement<
  { sessionId: string; userId: string },
  { activeWorkspaceId: string | null; passkeys: number }
>(
  'me.standing',
  `select (select active_workspace_id from session where id = :sessionId) as "activeWorkspaceId",
     (select count(*)::int from passkey where user_id = :userId) as passkeys`,
)
export const standingOf = async (tx: Transaction, sessionId: string, userId: string) =>
  (await standing(tx, { sessionId, userId })).at(0)!

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
   from session where user_id = :userId and expires_at > now() and (created_at, id) < (:at, :id)
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
  `update session s set active_workspace_id = m.workspace_id, updated_at = now() from membership m
   where s.id = :sessionId and s.user_id = :userId and m.user_id = s.user_id and m.workspace_id = :workspaceId returning s.id`,
)
/** False where the person has no place there. */
export const chooseWorkspace = async (tx: Transaction, sessionId: string, userId: string, workspaceId: string) =>
  (await choose(tx, { sessionId, userId, workspaceId })).length > 0

const lock = statement<{ userId: string }>('me.lock', 'select from users where id = :userId for update')
const owned = statement<{ userId: string }, PlaceRow>(
  'me.owned',
  `select w.id, w.name, m.role from membership m join workspace w on w.id = m.workspace_id
   where m.user_id = :userId and m.role = 'owner' order by m.created_at, w.id limit 1`,
)
const insertWorkspace = statement<{ id: string; name: string }>(
  'me.insert-workspace',
  'insert into workspace (id, name) values (:id, :name)',
)
const insertOwner = statement<{ id: string; userId: string }>(
  'me.insert-owner',
  `insert into membership (workspace_id, user_id, role) values (:id, :userId, 'owner')`,
)
/** The first workspace that the person owns; `fresh` where they own none. One caller at a time gets to ask. */
export const ownWorkspace = async (
  tx: Transaction,
  userId: string,
  fresh: { readonly id: string; readonly name: string },
): Promise<PlaceRow> => {
  await lock(tx, { userId })
  const [found] = await owned(tx, { userId })
  if (found) return found
  await insertWorkspace(tx, fresh)
  await insertOwner(tx, { id: fresh.id, userId })
  return { ...fresh, role: 'owner' }
}
