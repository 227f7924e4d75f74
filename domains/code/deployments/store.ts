import { isAgency, type Caller } from '../../../platform/access/index.ts'
import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { json, matchStatement, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isInShownProjects, isLive, type ProjectFilter, type shownTo } from '../projects/index.ts'
import { isPrimaryRepository } from '../repository-records/index.ts'
import { deploymentMoves, openStatuses, pendingStatuses, type DeploymentKind, type Undecided } from './rules.ts'
import { deployment, deploymentHost, type DeploymentFailure, type DeploymentRow } from './tables.ts'

const { columns } = deployment

export const findDeployment = rowStatement<{ id: string }, DeploymentRow>(
  'deployment.find',
  `select ${columns} from deployment where id = :id and ${isLive('project_id')}`,
)

export const lockDeployment = rowStatement<{ id: string }, DeploymentRow>(
  'deployment.lock',
  `select ${columns} from deployment where id = :id and ${isLive('project_id')} for no key update`,
)

const reachable = statement<{ id: string; agency: boolean }, { projectId: string }>(
  'deployment.reachable',
  `select project_id as "projectId" from deployment
   where id = :id and (:agency or not undecided) and ${isLive('project_id')}`,
)
/** The project of a deployment; undefined for a client as long as the agency has not decided about its change. */
export const deploymentKind = async (tx: Transaction, id: string, { role }: Pick<Caller, 'role'>) =>
  (await reachable(tx, { id, agency: isAgency(role) })).at(0)

interface PageFilter extends ReturnType<typeof shownTo> {
  readonly projectId?: string | undefined
  readonly kind?: DeploymentKind | undefined
  readonly cycleId?: string | undefined
}
type PageParams = Cursor & ProjectFilter & { rows: number; kind: string | null; cycleId: string | null }
const listed = `deployment
   where workspace_id = :workspace and (created_at, id) < (:at, :id) and (:kind::text is null or kind = :kind)
     and (:cycleId::uuid is null or cycle_id = :cycleId) and (:grantedTo::uuid is null or not undecided)
     and ${isInShownProjects('project_id')}`
const page = statement<PageParams, DeploymentRow>(
  'deployment.page',
  `select ${columns} from ${listed} order by created_at desc, id desc limit :rows`,
)
const count = statement<PageParams, RowCount>('deployment.count', countOf(listed))
/** The newest page that is before a row, oldest first. */
export const deploymentPage = async (tx: Transaction, before: Cursor, limit: number, filter: PageFilter) => {
  const { projectId = null, kind = null, cycleId = null, only = null, grantedTo = null } = filter
  const params = { ...before, projectId, kind, cycleId, only, grantedTo }
  const { rows, next, count: countAll } = await countedPage(tx, { page, count }, params, limit)
  return { rows: rows.toReversed(), previous: next, count: countAll }
}

interface HostOf {
  readonly projectId: string
  readonly repositoryId: string
  readonly kind: DeploymentKind | Undecided
  readonly cycleId: string | null
}
const addHost = statement<HostOf & { label: string; now: Date }>(
  'deployment.add-host',
  insertInto(
    deploymentHost,
    ['label', 'projectId', 'repositoryId', 'kind', 'cycleId'],
    { workspaceId: ':workspace', createdAt: ':now' },
    'on conflict (project_id, repository_id, kind, cycle_id) do nothing',
  ),
)
const host = statement<HostOf, { label: string }>(
  'deployment.host',
  `select label from deployment_host where project_id = :projectId and repository_id = :repositoryId and kind = :kind
     and cycle_id is not distinct from :cycleId`,
)
/** The label of the host of this kind; the first call sets it to `label`. */
export const hostFor = async (tx: Transaction, of: HostOf, label: string, now: Date): Promise<string> => {
  await addHost(tx, { ...of, label, now })
  return (await host(tx, of))[0]!.label
}

const givenFields = [
  'id',
  'projectId',
  'repositoryId',
  'kind',
  'cycleId',
  'label',
  'commitSha',
  'status',
  'runId',
  'minInstances',
  'rollbackOf',
  'plan',
  'build',
  'createdBy',
  'createdAt',
  'undecided',
] as const
type NewDeployment = Pick<DeploymentRow, (typeof givenFields)[number]>
const insert = statement<
  Omit<NewDeployment, 'plan' | 'build'> & { plan: Json | null; build: Json | null },
  DeploymentRow
>(
  'deployment.insert',
  insertInto(
    deployment,
    givenFields,
    { workspaceId: ':workspace', statusChangedAt: ':createdAt' },
    `returning ${columns}`,
  ),
)
export const insertDeployment = async (tx: Transaction, added: NewDeployment): Promise<DeploymentRow> =>
  (await insert(tx, { ...added, plan: json(added.plan), build: json(added.build) }))[0]!

const setCommit = statement<{ id: string; commitSha: string }, { commitSha: string | null }>(
  'deployment.set-commit',
  `update deployment set commit_sha = coalesce(commit_sha, :commitSha) where id = :id returning commit_sha as "commitSha"`,
)
/** The deployed commit: the first one found, for every later caller too. */
export const setDeployedCommit = async (tx: Transaction, id: string, commitSha: string): Promise<string | undefined> =>
  (await setCommit(tx, { id, commitSha })).at(0)?.commitSha ?? undefined

const built = statement<{ id: string; from: readonly string[]; plan: Json; build: Json; now: Date }, DeploymentRow>(
  'deployment.built',
  `update deployment set status = 'deploying', plan = :plan, build = :build, status_changed_at = :now
   where id = :id and status = any(:from) returning ${columns}`,
)
export const moveToDeploying = async (
  tx: Transaction,
  id: string,
  made: Record<'plan' | 'build', object>,
  now: Date,
) => {
  const { from } = deploymentMoves.deploy
  return (await built(tx, { id, from, plan: json(made.plan), build: json(made.build), now })).at(0)
}

const serve = statement<{ id: string; from: readonly string[]; expiresAt: Date | null; now: Date }, DeploymentRow>(
  'deployment.serve',
  `update deployment set status = 'live', status_changed_at = :now, live_at = :now, expires_at = :expiresAt
   where id = :id and status = any(:from) returning ${columns}`,
)
export const moveToLive = async (tx: Transaction, id: string, expiresAt: Date | null, now: Date) =>
  (await serve(tx, { id, from: deploymentMoves.serve.from, expiresAt, now })).at(0)

const fail = statement<{ id: string; from: readonly string[]; failure: Json; now: Date }, DeploymentRow>(
  'deployment.fail',
  `update deployment set status = 'failed', status_changed_at = :now, failure = :failure
   where id = :id and status = any(:from) returning ${columns}`,
)
export const moveToFailed = async (tx: Transaction, id: string, failure: DeploymentFailure, now: Date) =>
  (await fail(tx, { id, from: deploymentMoves.fail.from, failure: json(failure), now })).at(0)

/** The row with a later end; undefined for anything but a cycle preview that is served. */
export const extendPreview = rowStatement<{ id: string; expiresAt: Date }, DeploymentRow>(
  'deployment.touch',
  `update deployment set expires_at = :expiresAt
   where id = :id and kind = 'cycle-preview' and status = 'live' returning ${columns}`,
)

const expireRows = `update deployment set status = 'expired', expired_because = :because, status_changed_at = :now
   where status = any(:from)`

const replaced = statement<
  { label: string; id: string; from: readonly string[]; because: string; now: Date },
  DeploymentRow
>('deployment.replace', `${expireRows} and label = :label and id <> :id returning ${columns}`)
/** Ends the deployment that a host served before. */
export const expireServed = (tx: Transaction, { label, id }: DeploymentRow, now: Date) =>
  replaced(tx, { label, id, from: ['live'], because: 'replaced', now })

/** Ends deployments on their way to a host that were requested before a newer one. */
export const expirePending = (tx: Transaction, { label, id }: Pick<DeploymentRow, 'label' | 'id'>, now: Date) =>
  replaced(tx, { label, id, from: pendingStatuses, because: 'replaced', now })

const pictured = statement<{ id: string; from: readonly string[]; because: string; now: Date }, DeploymentRow>(
  'deployment.expire-pictured',
  `${expireRows} and id = :id and undecided returning ${columns}`,
)
export const expirePictured = (tx: Transaction, id: string, now: Date) =>
  pictured(tx, { id, from: openStatuses, because: 'time', now })

const ofProject = statement<{ projectId: string; from: readonly string[]; because: string; now: Date }, DeploymentRow>(
  'deployment.expire-project',
  `${expireRows} and project_id = :projectId returning ${columns}`,
)
export const expireOfProject = (tx: Transaction, projectId: string, now: Date, which: 'open' | 'pending') =>
  ofProject(tx, { projectId, from: which === 'open' ? openStatuses : pendingStatuses, because: 'project', now })

const ofCycle = statement<{ cycleId: string; from: readonly string[]; because: string; now: Date }, DeploymentRow>(
  'deployment.expire-cycle',
  `${expireRows} and cycle_id = :cycleId returning ${columns}`,
)
export const expireOfCycle = (tx: Transaction, cycleId: string, now: Date) =>
  ofCycle(tx, { cycleId, from: openStatuses, because: 'cycle', now })

const due = statement<{ now: Date; because: string; from: readonly string[] }, DeploymentRow>(
  'deployment.expire-due',
  `${expireRows} and workspace_id = :workspace and expires_at <= :now returning ${columns}`,
)
/** Ends the cycle previews of a workspace whose time is over. */
export const expireDue = (tx: Transaction, now: Date) => due(tx, { now, because: 'time', from: ['live'] })

export const expiredDeploymentsIn = workspacesDue(
  'deployment',
  `deployment where status = 'live' and expires_at <= now()::timestamptz(3)`,
)

/** The deployment that a host serves. */
export const liveDeployment = rowStatement<{ label: string }, DeploymentRow>(
  'deployment.live-of-label',
  `select ${columns} from deployment where label = :label and status = 'live' and ${isLive('project_id')}`,
)

/** The commit of a repository that the preview of its project serves, and since when. */
export const previewHead = rowStatement<
  { projectId: string; repositoryId: string },
  { commitSha: string | null; liveAt: Date | null }
>(
  'deployment.preview-head',
  `select commit_sha as "commitSha", live_at as "liveAt" from deployment
   where project_id = :projectId and repository_id = :repositoryId and kind = 'project' and status = 'live'`,
)

/** The newest deployment of a host, in any state. */
export const newestDeployment = rowStatement<{ label: string }, DeploymentRow>(
  'deployment.newest-of-label',
  `select ${columns} from deployment where label = :label and ${isLive('project_id')}
   order by created_at desc, id desc limit 1`,
)

const liveOfCycle = statement<{ cycleId: string }, { label: string }>(
  'deployment.live-of-cycle',
  `select label from deployment where cycle_id = :cycleId and status = 'live' and not undecided
   order by ${isPrimaryRepository('repository_id')} desc, label limit 1`,
)
/** The label of a cycle's served preview; of several, always the primary repository's if it has one. */
export const labelOfCycle = async (tx: Transaction, cycleId: string) =>
  (await liveOfCycle(tx, { cycleId })).at(0)?.label

const productionOf = statement<{ projectId: string }, { label: string }>(
  'deployment.production-label',
  `select h.label from deployment_host h
   where h.project_id = :projectId and h.kind = 'production'
   order by (select d.live_at from deployment d where d.label = h.label and d.status = 'live') desc nulls last, h.created_at
   limit 1`,
)
/** The label that production of a project is served under; undefined before it was first deployed. */
export const productionLabel = async (tx: Transaction, projectId: string) =>
  (await productionOf(tx, { projectId })).at(0)?.label

/** Deployments of a workspace that wait for a run of their own, held until the transaction ends. */
export const unstartedDeployments = statement<{ rows: number }, DeploymentRow>(
  'deployment.unstarted',
  `select ${columns} from deployment where workspace_id = :workspace and run_id is null and status = 'building'
   order by created_at limit :rows for no key update skip locked`,
)

export const setDeploymentRun = statement<{ id: string; runId: string }>(
  'deployment.set-run',
  'update deployment set run_id = :runId where id = :id',
)

export const unstartedDeploymentsIn = workspacesDue(
  'unstarted-deployment',
  `deployment where run_id is null and status = 'building'`,
)

/** True if people deployed a project before. */
export const wasProjectDeployed = matchStatement<{ projectId: string }, { id: string }>(
  'deployment.of-project-before',
  `select id from deployment where project_id = :projectId and kind <> 'cycle-preview' limit 1`,
)
