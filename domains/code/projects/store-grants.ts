import { withPerson } from '../../../platform/access/index.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export interface GrantRow {
  /** The project's. */
  id: string
  name: string
  level: 'view' | 'steer'
  createdAt: Date
}

/** Through a seat of this account, or, without one, through the person's own relationship with the agency. */
export interface GrantSource {
  readonly userId: string
  readonly accountId: string | null
}

export const ofSource = `g.workspace_id = :workspace and g.user_id = :userId
  and g.source = case when :accountId::uuid is null then 'workspace' else 'seat' end
  and g.client_account_id is not distinct from :accountId`

const page = statement<{ userId: string; accountId: string | null; at: string; id: string; rows: number }, GrantRow>(
  'grant.page',
  `select p.id, p.name, g.level, g.created_at as "createdAt"
   from project_grant g join project p on p.id = g.project_id and p.deleted_at is null
   where ${ofSource} and (g.created_at, g.project_id) < (:at, :id)
   order by g.created_at desc, g.project_id desc limit :rows`,
)
export const grantPage = async (tx: Transaction, { userId, accountId }: GrantSource, after: Cursor, limit: number) =>
  pageOf(await page(tx, { userId, accountId, ...after, rows: limit + 1 }), limit)

const people = statement<
  { projectId: string } & Cursor & { rows: number },
  { id: string; name: string; createdAt: Date }
>(
  'grant.people',
  `select g.user_id as id, users.name, min(g.created_at) as "createdAt"
   from project_grant g ${withPerson('g.user_id')} where g.project_id = :projectId
   group by g.user_id, users.name having (min(g.created_at), g.user_id) < (:at, :id)
   order by min(g.created_at) desc, g.user_id desc limit :rows`,
)
/** The people with whom a project was shared, in any way, each once. */
export const grantedPeoplePage = async (tx: Transaction, projectId: string, after: Cursor, limit: number) =>
  pageOf(await people(tx, { projectId, ...after, rows: limit + 1 }), limit)
