import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Cursor } from '../../../platform/db/page.ts'
import { pageOf } from '../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import { project, repository, type ProjectRow, type RepositoryRow } from './tables.ts'

const find = statement<ProjectRow>(
  'project.find',
  `select ${project.columns} from project where id = $1 and deleted_at is null`,
)
export const findProject = async (tx: Transaction, id: string) => (await find(tx, [id])).at(0)

const lock = statement<ProjectRow>(
  'project.lock',
  `select ${project.columns} from project where id = $1 and deleted_at is null for update`,
)
export const lockProject = async (tx: Transaction, id: string) => (await lock(tx, [id])).at(0)

const reachable = statement<{ projectId: string }>(
  'project.reachable',
  'select id as "projectId" from project where id = $1 and deleted_at is null',
)
export const projectKind = async (tx: Transaction, id: string) => (await reachable(tx, [id])).at(0)

const insert = statement<ProjectRow>(
  'project.insert',
  `insert into project (id, workspace_id, name, brief, stack, instructions_md, runtime, created_at, created_by, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)
   on conflict (workspace_id, lower(name)) where deleted_at is null do nothing
   returning ${project.columns}`,
)
export interface NewProject {
  readonly id: string
  readonly name: string
  readonly brief?: string | undefined
  readonly stack?: string | undefined
  readonly instructionsMd?: string | undefined
  readonly runtime?: object | undefined
  readonly createdAt: Date
  readonly createdBy: string
}
/** The new row, or undefined where the name is taken. */
export const insertProject = async (tx: Transaction, added: NewProject) => {
  const { id, name, brief, stack, instructionsMd, runtime = {}, createdAt, createdBy } = added
  const values = [id, tx.workspace, name, brief, stack, instructionsMd, JSON.stringify(runtime), createdAt, createdBy]
  return (await insert(tx, values)).at(0)
}

const lockAllNames = statement(
  'project.lock-names',
  `select pg_advisory_xact_lock(hashtextextended('project names ' || $1, 0))`,
)
/** One at a time gives names in a workspace, so that the unique index never has to object. */
export const lockNames = (tx: Transaction) => lockAllNames(tx, [tx.workspace])

const nameHolder = statement<{ id: string }>(
  'project.name-holder',
  'select id from project where workspace_id = $1 and lower(name) = lower($2) and deleted_at is null',
)
export const projectNamed = async (tx: Transaction, name: string) => (await nameHolder(tx, [tx.workspace, name])).at(0)

const free = statement<{ name: string }>(
  'project.free-name',
  `select given.name from unnest($2::text[]) with ordinality as given (name, place)
   where not exists (select from project
     where workspace_id = $1 and lower(project.name) = lower(given.name) and deleted_at is null)
   order by place limit 1`,
)
/** The first of these names that no project has; ask under the lock of names. */
export const firstFreeName = async (tx: Transaction, names: readonly string[]) =>
  (await free(tx, [tx.workspace, names])).at(0)?.name

const update = statement<ProjectRow>(
  'project.update',
  `update project set name = $2, stack = $3, instructions_md = $4, runtime = $5, intake = $6, cost_cap_micros = $7,
     cycle_cap = $8, max_revisions = $9, requires_approval = $10, updated_at = $11
   where id = $1 and deleted_at is null returning ${project.columns}`,
)
export const updateProjectRow = async (tx: Transaction, row: ProjectRow) => {
  const { id, name, stack, instructionsMd, costCapMicros, cycleCap, maxRevisions, requiresApproval, updatedAt } = row
  const [runtime, intake] = [JSON.stringify(row.runtime), JSON.stringify(row.intake)]
  const values = [id, name, stack, instructionsMd, runtime, intake, costCapMicros, cycleCap, maxRevisions]
  return (await update(tx, [...values, requiresApproval, updatedAt])).at(0)
}

const advance = statement(
  'project.advance',
  'update project set head_revision_id = $2, updated_at = $3 where id = $1 and deleted_at is null',
)
export const setHeadRevision = (tx: Transaction, id: string, revisionId: string, now: Date) =>
  advance(tx, [id, revisionId, now])

export type SummaryRow = ProjectRow & { cycles: number; activeCycles: number; tasks: number; revisions: number }

const counted = `${project.columns},
  (select count(*)::int from cycle c where c.project_id = project.id and c.deleted_at is null) as cycles,
  (select count(*)::int from cycle c where c.project_id = project.id and c.deleted_at is null
     and c.status in ('planning', 'running', 'blocked', 'reviewing', 'stopping')) as "activeCycles",
  (select count(*)::int from task t where t.project_id = project.id) as tasks,
  (select count(*)::int from revision r where r.project_id = project.id) as revisions`

const all = statement<SummaryRow>(
  'project.page',
  `select ${counted} from project
   where workspace_id = $1 and (created_at, id) < ($2, $3) and deleted_at is null and ($5::uuid[] is null or id = any($5))
   order by created_at desc, id desc limit $4`,
)
/** A page of every project; of those named, where a key names some. */
export const projectPage = async (tx: Transaction, after: Cursor, limit: number, only: readonly string[] | undefined) =>
  pageOf(await all(tx, [tx.workspace, after.at, after.id, limit + 1, only ?? null]), limit)

const granted = statement<SummaryRow>(
  'project.granted-page',
  `select ${counted} from project
   where workspace_id = $1 and (created_at, id) < ($2, $3) and deleted_at is null and ($6::uuid[] is null or id = any($6))
     and exists (select from project_grant g where g.project_id = project.id and g.user_id = $5)
   order by created_at desc, id desc limit $4`,
)
export const grantedProjectPage = async (
  tx: Transaction,
  after: Cursor,
  limit: number,
  { userId, projectIds }: Pick<Caller, 'userId' | 'projectIds'>,
) => pageOf(await granted(tx, [tx.workspace, after.at, after.id, limit + 1, userId, projectIds ?? null]), limit)

const repositories = statement<RepositoryRow>(
  'repository.of-projects',
  `select ${repository.columns} from repository
   where project_id = any($1) and detached_at is null order by primary_since nulls last, created_at, id`,
)
export const repositoriesOf = (tx: Transaction, projectIds: readonly string[]) => repositories(tx, [projectIds])

const primary = statement<RepositoryRow>(
  'repository.primary',
  `select ${repository.columns} from repository
   where project_id = $1 and detached_at is null and primary_since is not null`,
)
export const primaryRepository = async (tx: Transaction, projectId: string) => (await primary(tx, [projectId])).at(0)

const attach = statement<RepositoryRow>(
  'repository.attach',
  `insert into repository (id, workspace_id, project_id, host, full_name, label, default_branch, primary_since, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (workspace_id, lower(full_name)) where detached_at is null do nothing
   returning ${repository.columns}`,
)
export interface NewRepository {
  readonly id: string
  readonly projectId: string
  readonly host: RepositoryRow['host']
  readonly fullName?: string
  readonly label?: string
  readonly defaultBranch: string
  readonly primary: boolean
  readonly now: Date
}
/** The new row, or undefined where a project of the workspace has that repository already. */
export const attachRepository = async (tx: Transaction, added: NewRepository) => {
  const { id, projectId, host, fullName = null, label = null, defaultBranch, primary: isPrimary, now } = added
  const values = [id, tx.workspace, projectId, host, fullName, label, defaultBranch, isPrimary ? now : null, now]
  return (await attach(tx, values)).at(0)
}

const visible = statement<{ id: string }>(
  'project.visible',
  `select id from project where workspace_id = $1 and id = any($2) and deleted_at is null
     and ($3 or exists (select from project_grant g where g.project_id = project.id and g.user_id = $4))`,
)
/** Which of these projects the caller sees: all of the workspace's for the agency, what was shared for a client. */
export const visibleProjects = async (
  tx: Transaction,
  ids: readonly string[],
  caller: Pick<Caller, 'role' | 'userId'>,
) => new Set((await visible(tx, [tx.workspace, ids, isAgency(caller.role), caller.userId])).map(({ id }) => id))
