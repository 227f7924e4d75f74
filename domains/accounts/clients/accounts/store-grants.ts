import { pageOf, type Cursor } from '../../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../../platform/db/transaction.ts'

export interface GrantRow {
  /** The project's. */
  id: string
  name: string
  level: 'view' | 'steer'
  createdAt: Date
}

/** Through a seat of this account, or, without one, through the person's own relationship with the agency. */
export interface GrantPlace {
  readonly userId: string
  readonly accountId: string | null
}

const ofPlace = `g.workspace_id = $1 and g.user_id = $2
  and g.source = case when $3::uuid is null then 'workspace' else 'seat' end
  and g.client_account_id is not distinct from $3`

const hold = statement<{ id: string; name: string }>(
  'grant.hold-project',
  `select id, name from project
   where id = $1 and deleted_at is null and ($2::uuid is null or client_account_id = $2) for share`,
)
/** A project of this workspace, of this account where one is named, which stays so until this transaction ends. */
export const holdProject = async (tx: Transaction, projectId: string, accountId: string | null) =>
  (await hold(tx, [projectId, accountId])).at(0)

const put = statement<{ level: 'view' | 'steer'; createdAt: Date }>(
  'grant.put',
  `insert into project_grant (workspace_id, user_id, client_account_id, project_id, source, level, created_at)
   values ($1, $2, $3, $4, case when $3::uuid is null then 'workspace' else 'seat' end, $5, $6)
   on conflict (project_id, user_id, source) do update set level = excluded.level
   returning level, created_at as "createdAt"`,
)
export const putGrant = async (
  tx: Transaction,
  { userId, accountId }: GrantPlace,
  projectId: string,
  level: GrantRow['level'],
  now: Date,
) => (await put(tx, [tx.workspace, userId, accountId, projectId, level, now])).at(0)!

const one = statement<{ level: 'view' | 'steer' }>(
  'grant.find',
  `select g.level from project_grant g where ${ofPlace} and g.project_id = $4`,
)
export const findGrant = async (tx: Transaction, { userId, accountId }: GrantPlace, projectId: string) =>
  (await one(tx, [tx.workspace, userId, accountId, projectId])).at(0)

const remove = statement<{ projectId: string }>(
  'grant.remove',
  `delete from project_grant g where ${ofPlace} and g.project_id = $4 returning g.project_id as "projectId"`,
)
export const removeGrant = async (tx: Transaction, { userId, accountId }: GrantPlace, projectId: string) =>
  (await remove(tx, [tx.workspace, userId, accountId, projectId])).at(0)

const removeAll = statement(
  'grant.remove-of-workspace',
  `delete from project_grant where workspace_id = $1 and user_id = $2 and source = 'workspace'`,
)
export const removeWorkspaceGrants = (tx: Transaction, userId: string) => removeAll(tx, [tx.workspace, userId])

const removeOfProject = statement<{ userId: string }>(
  'grant.remove-of-project',
  `delete from project_grant where workspace_id = $1 and project_id = $2 and client_account_id = $3
   returning user_id as "userId"`,
)
/** Ends what the seats of an account give on one project; tells whose. */
export const removeSeatGrants = async (tx: Transaction, projectId: string, accountId: string) =>
  (await removeOfProject(tx, [tx.workspace, projectId, accountId])).map(({ userId }) => userId)

const page = statement<GrantRow>(
  'grant.page',
  `select p.id, p.name, g.level, g.created_at as "createdAt"
   from project_grant g join project p on p.id = g.project_id and p.deleted_at is null
   where ${ofPlace} and (g.created_at, g.project_id) < ($4, $5)
   order by g.created_at desc, g.project_id desc limit $6`,
)
export const grantPage = async (tx: Transaction, { userId, accountId }: GrantPlace, after: Cursor, limit: number) =>
  pageOf(await page(tx, [tx.workspace, userId, accountId, after.at, after.id, limit + 1]), limit)
