import { validate } from 'uuid'
import { isAgency, type Caller } from '../../../platform/access/index.ts'
import { countedPage, countOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isGranted, isSteered } from './joins.ts'
import { projectColumns, type ProjectRow } from './tables.ts'
import { storedRepositories } from '../repository-records/index.ts'
import type { NamedProject } from '../../domain.ts'

const find = statement<{ id: string }, ProjectRow>(
  'project.find',
  `select ${projectColumns} from project where id = :id and deleted_at is null`,
)
export const findProject = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)

const reachable = statement<{ id: string }, { projectId: string }>(
  'project.reachable',
  'select id as "projectId" from project where id = :id and deleted_at is null',
)
export const projectKind = async (tx: Transaction, id: string) => (await reachable(tx, { id })).at(0)

const evenDeleted = statement<{ id: string }, { projectId: string }>(
  'project.recorded',
  'select id as "projectId" from project where id = :id',
)
/** Finds a project as `projectKind` does, even after its deletion. */
export const projectKindEvenDeleted = async (tx: Transaction, id: string) => (await evenDeleted(tx, { id })).at(0)

interface ProjectPage extends Cursor {
  readonly rows: number
  readonly only: readonly string[] | null
}
const listed = `project
   where workspace_id = :workspace and (created_at, id) < (:at, :id) and deleted_at is null and (:only::uuid[] is null or id = any(:only))`
const newestFirst = 'order by created_at desc, id desc limit :rows'
const all = statement<ProjectPage, ProjectRow>('project.page', `select ${projectColumns} from ${listed} ${newestFirst}`)
const countAll = statement<ProjectPage, RowCount>('project.count', countOf(listed))
/** A page of all projects, or of the projects that a key names. */
export const projectPage = (tx: Transaction, after: Cursor, limit: number, only: readonly string[] | undefined) =>
  countedPage(tx, { page: all, count: countAll }, { ...after, only: only ?? null }, limit)

type GrantedPage = ProjectPage & { readonly userId: string }
const listedToClient = `${listed} and ${isGranted('project.id', ':userId')}`
const granted = statement<GrantedPage, ProjectRow>(
  'project.granted-page',
  `select ${projectColumns} from ${listedToClient} ${newestFirst}`,
)
const countGranted = statement<GrantedPage, RowCount>('project.granted-count', countOf(listedToClient))
export const grantedProjectPage = (
  tx: Transaction,
  after: Cursor,
  limit: number,
  { userId, projectIds }: Pick<Caller, 'userId' | 'projectIds'>,
) => countedPage(tx, { page: granted, count: countGranted }, { ...after, userId, only: projectIds ?? null }, limit)

const live = statement<NoValues, { id: string }>(
  'project.live',
  'select id from project where workspace_id = :workspace and deleted_at is null order by id',
)
/** Every project of a workspace that was not deleted. */
export const liveProjectIds = async (tx: Transaction) => (await live(tx)).map(({ id }) => id)

const workable = statement<{ ids: readonly string[] }, { id: string }>(
  'project.workable',
  'select id from project where id = any(:ids::uuid[]) and deleted_at is null and archived_at is null',
)
/** The projects among these that are neither deleted nor archived. */
export const workableProjectIds = async (tx: Transaction, ids: readonly string[]) =>
  (await workable(tx, { ids })).map(({ id }) => id)

const visible = statement<{ ids: readonly string[]; seesAll: boolean; userId: string }, { id: string }>(
  'project.visible',
  `select id from project where workspace_id = :workspace and id = any(:ids) and deleted_at is null
     and (:seesAll or ${isGranted('project.id', ':userId')})`,
)
const grants = statement<{ userId: string }, { id: string; isSteered: boolean }>(
  'project.grants',
  `select id, ${isSteered('project.id', ':userId')} as "isSteered" from project
   where workspace_id = :workspace and deleted_at is null and ${isGranted('project.id', ':userId')} order by id`,
)
/** The projects of a workspace that are shared with a person, by id, with whether the person may steer them. */
export const grantedProjects = (tx: Transaction, userId: string) => grants(tx, { userId })

/** The projects among these that the caller sees: all of the workspace for the agency, the shared ones for a client. */
export const visibleProjects = async (
  tx: Transaction,
  ids: readonly string[],
  caller: Pick<Caller, 'role' | 'userId'>,
) => {
  const rows = await visible(tx, { ids, seesAll: isAgency(caller.role), userId: caller.userId })
  return new Set(rows.map(({ id }) => id))
}

/** The repositories of all workspaces that have packs. */
export const packedRepositories = statement<NoValues, { id: string; workspaceId: string; isPurged: boolean }>(
  'repository-pack.repositories',
  `select r.id, r.workspace_id as "workspaceId", r.purged_at is not null or p.purged_at is not null as "isPurged"
   from ${storedRepositories} r join project p on p.id = r.project_id where r.has_packs order by r.id`,
)

export const namesOfProjects = statement<{ ids: readonly string[] }, NamedProject>(
  'project.names',
  `select id, name as title, id as "projectId", null::uuid as "cycleId", client_account_id as "clientAccountId" from project
   where workspace_id = :workspace and id = any(:ids) and deleted_at is null`,
)

/** True if a text names a project of the workspace, and the caller's key is good for it. */
export const isReached = async (
  tx: Transaction,
  { projectIds }: Pick<Caller, 'projectIds'>,
  id: string,
): Promise<boolean> => validate(id) && (projectIds?.includes(id) ?? true) && (await findProject(tx, id)) !== undefined
