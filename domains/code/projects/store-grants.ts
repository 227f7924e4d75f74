import { withPerson } from '../../../platform/access/index.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { projectGrant } from './tables.ts'

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

const ofSource = `g.workspace_id = :workspace and g.user_id = :userId
  and g.source = case when :accountId::uuid is null then 'workspace' else 'seat' end
  and g.client_account_id is not distinct from :accountId`

const hold = statement<{ projectId: string; accountId: string | null }, { id: string; name: string }>(
  'grant.hold-project',
  `select id, name from project
   where id = :projectId and deleted_at is null and (:accountId::uuid is null or client_account_id = :accountId) for share`,
)
/** A project of this workspace, of this account where one is named, which stays so until this transaction ends. */
export const holdProject = async (tx: Transaction, projectId: string, accountId: string | null) =>
  (await hold(tx, { projectId, accountId })).at(0)

const put = statement<
  { userId: string; accountId: string | null; projectId: string; level: string; now: Date },
  { level: 'view' | 'steer'; createdAt: Date }
>(
  'grant.put',
  insertInto(
    projectGrant,
    ['userId', 'projectId', 'level'],
    {
      workspaceId: ':workspace',
      clientAccountId: ':accountId',
      source: "case when :accountId::uuid is null then 'workspace' else 'seat' end",
      createdAt: ':now',
    },
    `on conflict (project_id, user_id, source) do update set level = excluded.level
   returning level, created_at as "createdAt"`,
  ),
)
export const putGrant = async (
  tx: Transaction,
  { userId, accountId }: GrantSource,
  projectId: string,
  level: GrantRow['level'],
  now: Date,
) => (await put(tx, { userId, accountId, projectId, level, now })).at(0)!

const one = statement<{ userId: string; accountId: string | null; projectId: string }, { level: 'view' | 'steer' }>(
  'grant.find',
  `select g.level from project_grant g where ${ofSource} and g.project_id = :projectId`,
)
export const findGrant = async (tx: Transaction, { userId, accountId }: GrantSource, projectId: string) =>
  (await one(tx, { userId, accountId, projectId })).at(0)

const remove = statement<{ userId: string; accountId: string | null; projectId: string }, { projectId: string }>(
  'grant.remove',
  `delete from project_grant g where ${ofSource} and g.project_id = :projectId returning g.project_id as "projectId"`,
)
export const removeGrant = async (tx: Transaction, { userId, accountId }: GrantSource, projectId: string) =>
  (await remove(tx, { userId, accountId, projectId })).at(0)

const removeOwn = statement<{ userId: string }>(
  'grant.remove-own',
  `delete from project_grant
   where workspace_id = :workspace and user_id = :userId and source in ('workspace', 'legacy')`,
)
/** Ends what was shared with the person itself; what a seat gives goes with the seat. */
export const removeOwnGrants = (tx: Transaction, userId: string) => removeOwn(tx, { userId })

const removeOfProject = statement<{ projectId: string; accountId: string }, { userId: string }>(
  'grant.remove-of-project',
  `delete from project_grant where workspace_id = :workspace and project_id = :projectId and client_account_id = :accountId
   returning user_id as "userId"`,
)
/** Ends the grants of an account's seats on one project; gives their people. */
export const removeSeatGrants = async (tx: Transaction, projectId: string, accountId: string) =>
  (await removeOfProject(tx, { projectId, accountId })).map(({ userId }) => userId)

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
