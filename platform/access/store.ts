import type { Level } from '../contract/operation.ts'
import { statement, type Transaction } from '../db/transaction.ts'
import type { Role, Scope } from './caller.ts'

export interface KeyRow {
  id: string
  workspaceId: string
  userId: string
  scopes: Scope[]
  projectIds: string[] | null
  expiresAt: Date | null
  role: Role
}

const liveKey = statement<KeyRow>(
  'access.live-key',
  `select k.id, k.workspace_id as "workspaceId", k.user_id as "userId", k.scopes, k.project_ids as "projectIds",
     k.expires_at as "expiresAt", m.role
   from api_key k join membership m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
   where k.secret_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
)
export const findLiveKey = async (tx: Transaction, secretHash: Buffer) => (await liveKey(tx, [secretHash])).at(0)

const touch = statement(
  'access.touch-keys',
  `update api_key set last_used_at = now()
   where id = any($1) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
)
export const touchKeys = (tx: Transaction, ids: readonly string[]) => touch(tx, [ids])

const live = statement<{ id: string }>(
  'access.live-keys',
  `select k.id from api_key k join membership m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
   where k.id = any($1) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
)
export const liveKeys = async (tx: Transaction, ids: readonly string[]) => (await live(tx, [ids])).map(({ id }) => id)

const grants = statement<{ level: Level }>(
  'access.grants',
  `select level from project_grant where project_id = $1 and user_id = $2
   order by array_position(array['manage', 'steer', 'view'], level) limit 1`,
)
export const highestGrant = async (tx: Transaction, projectId: string, userId: string) =>
  (await grants(tx, [projectId, userId])).at(0)?.level
