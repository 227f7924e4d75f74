import {
  countRows,
  pageOf,
  pagesOfPerson,
  type AfterRowOfPerson,
  type Cursor,
  type RowCount,
} from '../../../platform/db/page.ts'
import {
  json,
  oneRowStatement,
  rowStatement,
  runComposed,
  statement,
  type Json,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive, isShown, isSteered, projectName } from '../../code/projects/index.ts'
import { taskTitle } from '../tasks/index.ts'
import type { RequestReason, RequestStatus } from './rules.ts'
import { pendingRequest, type RequestRow } from './tables.ts'
import type { NamedThing } from '../../domain.ts'

export const requestColumns = `${pendingRequest.columns}, ${taskTitle('pending_request.task_id')} as "taskTitle"`
const live = `pending_request.deleted_at is null and ${isLive('pending_request.project_id')}`

export const findRequest = rowStatement<{ id: string }, RequestRow>(
  'request.find',
  `select ${requestColumns} from pending_request where id = :id and ${live}`,
)

export type NewRequest = Omit<RequestRow, 'status' | 'createdAt' | 'decidedAt' | 'taskTitle' | keyof Decided> & {
  readonly now: Date
}
const insert = oneRowStatement<Omit<NewRequest, 'reasons'> & { reasons: Json }, RequestRow>(
  'request.insert',
  insertInto(
    pendingRequest,
    [
      ...(['id', 'projectId', 'cycleId', 'taskId', 'runId', 'requestType', 'requiredActor', 'blocking'] as const),
      ...(['title', 'question', 'reasons', 'commitSha'] as const),
    ],
    { workspaceId: ':workspace', status: "'pending'", createdAt: ':now' },
    `returning ${requestColumns}`,
  ),
)
export const insertRequest = (tx: Transaction, added: NewRequest): Promise<RequestRow> =>
  insert(tx, { ...added, reasons: json(added.reasons) })

export interface Decided {
  readonly status: Exclude<RequestStatus, 'pending'>
  /** The sender; null if a run ended automatically. */
  readonly decidedBy: string | null
  /** The name that the agency entered instead of the person's own. */
  readonly deciderName?: string | undefined
  readonly decision?: string | undefined
  readonly feedback?: string | undefined
}
/** The row after the decision; undefined if it was decided before: of several callers one gets it. */
export const decideRequest = rowStatement<{ id: string; now: Date } & Decided, RequestRow>(
  'request.decide',
  `update pending_request set status = :status, decided_at = :now, decided_by = :decidedBy, decider_name = :deciderName,
     decision = :decision, feedback = :feedback
   where id = :id and status = 'pending' and ${live} returning ${requestColumns}`,
)

const approved = statement<{ taskId: string; commitSha: string }, { id: string }>(
  'request.approved-commit',
  `select id from pending_request where task_id = :taskId and commit_sha = :commitSha and status = 'approved'
   order by decided_at desc limit 1`,
)
/** The request in which a person approved this commit of a task; null if no person was asked. */
export const approvalOfCommit = async (tx: Transaction, taskId: string, commitSha: string) =>
  (await approved(tx, { taskId, commitSha })).at(0)?.id ?? null

const denied = statement<{ runId: string }, { decidedBy: string | null }>(
  'request.who-denied',
  `select decided_by as "decidedBy" from pending_request where run_id = :runId and status in ('denied', 'cancelled')
   order by decided_at desc limit 1`,
)
/** The person who denied a run in the newest decision about it. */
export const whoDenied = async (tx: Transaction, runId: string) =>
  (await denied(tx, { runId })).at(0)?.decidedBy ?? undefined

const reasonsMost = 300
const note = statement<{ taskId: string; commitSha: string; reasons: Json }>(
  'request.note',
  `update pending_request set reasons = reasons || :reasons::jsonb
   where task_id = :taskId and commit_sha = :commitSha and status = 'pending' and blocking and ${live}
     and jsonb_array_length(reasons) < ${reasonsMost}`,
)
/** Adds later facts to the open request on a commit; does nothing without one. */
export const noteOnRequest = (
  tx: Transaction,
  at: { readonly taskId: string; readonly commitSha: string },
  reason: RequestReason,
) => note(tx, { ...at, reasons: json([reason]) })

export const closeRequestRows = statement<
  { runId: string; now: Date; decidedBy: string | null; decision: string },
  RequestRow
>(
  'request.close',
  `update pending_request set status = 'cancelled', decided_at = :now, decided_by = :decidedBy, decision = :decision
   where run_id = :runId and status = 'pending' returning ${requestColumns}`,
)

interface RequestFilter {
  readonly status?: RequestStatus | undefined
  readonly cycleId?: string | undefined
  readonly taskId?: string | undefined
  /** Filter: the projects that a key names. */
  readonly only?: readonly string[] | undefined
  /** The projects whose requests this client may decide. */
  readonly grantedTo?: string | undefined
}
export type ListedRow = RequestRow & { readonly projectName: string }

const conditions: readonly (readonly [name: keyof RequestFilter, text: string])[] = [
  ['status', 'pending_request.status = :status'],
  ['cycleId', 'pending_request.cycle_id = :cycleId'],
  ['taskId', 'pending_request.task_id = :taskId'],
  [
    'grantedTo',
    `pending_request.required_actor = 'client' and ${isSteered('pending_request.project_id', ':grantedTo')}`,
  ],
]

/** Newest first. Planned at each call, so that each filter is read by the index that fits it. */
export const requestPage = async (tx: Transaction, after: Cursor, limit: number, filter: RequestFilter) => {
  const filters = conditions.filter(([name]) => filter[name] !== undefined).map(([, text]) => `and ${text}`)
  const text = `select ${requestColumns}, ${projectName('pending_request.project_id')} as "projectName" from pending_request
    where pending_request.workspace_id = :workspace and ${live}
      and (pending_request.created_at, pending_request.id) < (:at, :id) ${filters.join(' ')}
      and ${isShown('pending_request.project_id')}
    order by pending_request.created_at desc, pending_request.id desc limit :rows`
  const params = { only: null, grantedTo: null, projectId: null, ...after, ...filter, rows: limit + 1 }
  const counted = (one: Transaction, values: typeof params) =>
    runComposed<RowCount>(one, `select count(*)::int as count from (${text}) as counted`, values)
  return {
    ...pageOf(await runComposed<ListedRow>(tx, text, params), limit),
    count: () => countRows(tx, counted, params),
  }
}

/** The requests of a cycle go with it. */
export const deleteRequestsOf = statement<{ cycleId: string; now: Date }>(
  'request.delete-of-cycle',
  'update pending_request set deleted_at = :now where cycle_id = :cycleId and deleted_at is null',
)

export const removeRequests = statement<{ projectId: string }>(
  'request.purge',
  'delete from pending_request where project_id = :projectId',
)

/** A run's question is named by its task, and one of a person by its own words. */
export const namesOfRequests = statement<{ ids: readonly string[] }, NamedThing>(
  'request.names',
  `select id, case when blocking then coalesce(${taskTitle('pending_request.task_id')}, title) else title end as title,
     project_id as "projectId", cycle_id as "cycleId" from pending_request
   where workspace_id = :workspace and id = any(:ids) and deleted_at is null and ${isLive('project_id')}`,
)

type Decision = Pick<RequestRow, 'id' | 'projectId' | 'cycleId' | 'status' | 'decidedAt'>

const ofPerson = statement<AfterRowOfPerson, Decision>(
  'request.of-person',
  `select id, project_id as "projectId", cycle_id as "cycleId", status, decided_at as "decidedAt" from pending_request
   where decided_by = :userId and (:at::timestamptz is null or (decided_at, id) > (:at, :id))
   order by decided_at, id limit :rows`,
)
/** A person's decisions, oldest first, after the last row of the page before. */
export const decisionsOf = pagesOfPerson(ofPerson, 'decidedAt')

/** Removes the decider's name; the id then leads to no person any more. */
export const clearDeciderName = statement<{ userId: string }>(
  'request.forget-person',
  'update pending_request set decider_name = null where decided_by = :userId and decider_name is not null',
)
