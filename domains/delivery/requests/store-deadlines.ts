import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { approvalHours, isLive } from '../../code/projects/index.ts'
import { requestColumns } from './store.ts'
import type { RequestRow } from './tables.ts'

const live = `pending_request.deleted_at is null and ${isLive('pending_request.project_id')}`
const remind = approvalHours('pending_request.project_id', 'remindEveryHours')
const expire = approvalHours('pending_request.project_id', 'expireAfterHours')

const waiting = statement<{ after: string; limit: number }, { workspaceId: string }>(
  'request.waiting-in',
  `select distinct workspace_id as "workspaceId" from pending_request
   where status = 'pending' and deleted_at is null and created_at < now() - interval '1 hour'
     and workspace_id > :after order by 1 limit :limit`,
)
/** Workspaces, in their order, in which a request waits for an hour or longer: the shortest possible policy. */
export const waitingIn = async (tx: Transaction, after: string, limit: number) =>
  (await waiting(tx, { after, limit })).map(({ workspaceId }) => workspaceId)

export type Overdue = RequestRow & { readonly hours: number }

/** The request that is longest overdue by the current policy of its project, and the hours of that policy. */
export const firstExpired = rowStatement<{ now: Date }, Overdue>(
  'request.expired',
  `select ${requestColumns}, ${expire} as hours from pending_request
   where pending_request.workspace_id = :workspace and pending_request.status = 'pending' and ${live}
     and pending_request.created_at + make_interval(hours => ${expire}) <= :now
   order by pending_request.created_at, pending_request.id limit 1`,
)

const expiry = statement<{ id: string }, { at: Date | null }>(
  'request.expiry',
  `select (pending_request.created_at + make_interval(hours => ${expire}))::timestamptz(3) as at
   from pending_request where pending_request.id = :id`,
)
/** Returns when a request expires by the current policy of its project; null if it does not. */
export const expiryOf = async (tx: Transaction, id: string) => (await expiry(tx, { id })).at(0)?.at ?? null

/** Records a reminder of at most `limit` requests that are due for one, and returns them. */
export const remindOf = statement<{ now: Date; limit: number }, RequestRow>(
  'request.remind',
  `update pending_request set reminded_at = :now
   where id = any(array(select pending_request.id from pending_request
     where pending_request.workspace_id = :workspace and pending_request.status = 'pending' and ${live}
       and coalesce(pending_request.reminded_at, pending_request.created_at) + make_interval(hours => ${remind}) <= :now
     order by pending_request.created_at limit :limit for update skip locked))
   returning ${requestColumns}`,
)
