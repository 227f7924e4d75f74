import { runComposed, rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { RowCursor } from './rules.ts'
import { auditRow, type EntryRow } from './tables.ts'
import { validate } from 'uuid'

const { columns } = auditRow
const order = 'order by occurred_at desc, position desc'

const conditions = {
  actorType: 'actor_type =',
  actorId: 'actor_id =',
  action: 'action =',
  category: 'category =',
  resourceType: 'resource_type =',
  resourceId: 'resource_id =',
  outcome: 'outcome =',
  severity: 'severity =',
  source: 'source =',
  requestId: 'request_id =',
  traceId: 'trace_id =',
  from: 'occurred_at >=',
  to: 'occurred_at <=',
} as const

/** The filters of a list; all of them must hold. */
export type Filters = Readonly<Partial<Record<keyof typeof conditions, string | undefined>>>

/** The filters that were given as SQL, each with the parameter of its name. */
const narrowed = (filters: Filters): string => {
  const given = (Object.keys(conditions) as (keyof Filters)[]).filter((name) => filters[name] !== undefined)
  // Repeated as a literal, so that the index of unsuccessful rows can serve it.
  const unusual = filters.outcome !== undefined && filters.outcome !== 'success'
  return [
    ...given.map((name) => ` and ${conditions[name]} :${name}`),
    ...(unusual ? [` and outcome <> 'success'`] : []),
  ].join('')
}

/** The newest rows behind a place: planned with its values, since filters and indexes differ from call to call. */
export const entryPage = (tx: Transaction, filters: Filters, after: RowCursor, limit: number): Promise<EntryRow[]> =>
  runComposed(
    tx,
    `select ${columns} from audit_row
     where workspace_id = :workspace and (occurred_at, position) < (:at, :position)${narrowed(filters)}
     ${order} limit :limit`,
    { ...filters, at: after.at, position: after.position, limit },
  )

/**
 * The newest rows behind a place whose resource, parent or `metadata.projectId` is this project. Each of the three is a
 * page of its own index; the newest of them together are the page.
 */
export const projectEntryPage = (
  tx: Transaction,
  projectId: string,
  filters: Pick<Filters, 'action' | 'actorType'>,
  after: RowCursor,
  limit: number,
): Promise<EntryRow[]> => {
  const arm = (where: string) => `(select position from audit_row
    where workspace_id = :workspace and (occurred_at, position) < (:at::timestamptz, :position)
      and ${where}${narrowed(filters)} ${order} limit :limit)`
  return runComposed(
    tx,
    `select ${columns} from audit_row where workspace_id = :workspace and position in (
       ${arm(`resource_id = :projectId and resource_type = 'project'`)}
       union ${arm(`parent_id = :projectId and parent_type = 'project'`)}
       union ${arm('project_id = :projectId')})
     ${order} limit :limit`,
    { ...filters, at: after.at, position: after.position, limit, projectId },
  )
}

export const findEntry = rowStatement<{ id: string }, EntryRow & { hash: string; detailsHash: string }>(
  'audit.entry',
  `select ${columns}, encode(hash, 'hex') as hash, encode(details_hash, 'hex') as "detailsHash"
   from audit_row where workspace_id = :workspace and id = :id`,
)

type Row = Readonly<Record<string, unknown>>
type PersonRow = Row & { readonly at: Date; readonly position: number }

const rowsOf = statement<{ actorId: string; at: Date | string; position: number; limit: number }, PersonRow>(
  'audit.acts-of',
  `select id, position, occurred_at as at, action, resource_type as "resourceType", resource_id as "resourceId", outcome,
     source, request_id as "requestId" from audit_row
   where workspace_id = :workspace and actor_id = :actorId and (occurred_at, position) < (:at, :position)
   order by occurred_at desc, position desc limit :limit`,
)
/** The actions of an actor, newest first, after `last`. Details are left out: they name others. */
export const auditRowsOf = (tx: Transaction, actorId: string, last: Row | undefined, limit: number) => {
  const { at = 'infinity', position = Number.MAX_SAFE_INTEGER } = (last ?? {}) as Partial<PersonRow>
  return rowsOf(tx, { actorId, at, position, limit })
}

const startedRuns = statement<{ traceId: string; rows: number }, { subjectId: string | null; number: number }>(
  'audit.trace-started',
  `select resource_id as "subjectId", (details ->> 'runNumber')::int as number from audit_row
   where workspace_id = :workspace and trace_id = :traceId and jsonb_typeof(details -> 'runNumber') = 'number'
   order by position limit :rows`,
)
/** The runs that requests of the trace started, as their audit rows name them. */
export const startedInTrace = async (tx: Transaction, traceId: string, rows: number) =>
  (await startedRuns(tx, { traceId, rows })).flatMap(({ subjectId, number }) =>
    subjectId && validate(subjectId) ? [{ subjectId, number }] : [],
  )

/** The beginner of each of these traces, as the audit log has it. */
export const beginnersOf = statement<
  { traceIds: readonly string[] },
  { traceId: string; actorType: 'user' | 'api_key'; actorId: string }
>(
  'audit.beginners',
  `select one.trace_id as "traceId", first.actor_type as "actorType", coalesce(first.actor_id, '') as "actorId"
   from unnest(:traceIds::text[]) one (trace_id)
   cross join lateral (
     select actor_type, actor_id from audit_row
     where workspace_id = :workspace and trace_id = one.trace_id and actor_type in ('user', 'api_key')
       and outcome = 'success' and actor_id is not null
     order by position limit 1) first`,
)
