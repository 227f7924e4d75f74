import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Place } from './rules.ts'
import { auditRow, type EntryRow } from './tables.ts'

const { columns } = auditRow
const order = 'order by occurred_at desc, position desc'

/** What a list can be narrowed by; all of it must hold. */
export interface Filters {
  readonly actorType?: string | undefined
  readonly actorId?: string | undefined
  readonly action?: string | undefined
  readonly category?: string | undefined
  readonly resourceType?: string | undefined
  readonly resourceId?: string | undefined
  readonly outcome?: string | undefined
  readonly severity?: string | undefined
  readonly source?: string | undefined
  readonly requestId?: string | undefined
  readonly traceId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

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
} as const satisfies Record<keyof Filters, string>

/** The filters that were given as SQL, with their values from the parameter after `first` on. */
const narrowed = (filters: Filters, first: number) => {
  const given = (Object.keys(conditions) as (keyof Filters)[]).filter((name) => filters[name] !== undefined)
  // Said again as a literal, so that the index of what did not succeed can serve it.
  const unusual = filters.outcome !== undefined && filters.outcome !== 'success'
  return {
    text: [
      ...given.map((name, at) => ` and ${conditions[name]} $${first + at + 1}`),
      ...(unusual ? [` and outcome <> 'success'`] : []),
    ].join(''),
    values: given.map((name) => filters[name]),
  }
}

/**
 * The newest rows behind a place. Which filters are given differs from call to call, and so does the index that serves
 * them: the text is made for them, and planned with their values.
 */
export const entryPage = async (
  tx: Transaction,
  filters: Filters,
  after: Place,
  limit: number,
): Promise<EntryRow[]> => {
  const { text, values } = narrowed(filters, 4)
  const query = `select ${columns} from audit_row
    where workspace_id = $1 and (occurred_at, position) < ($2, $3)${text}
    ${order} limit $4`
  return (await tx.query<EntryRow>({ text: query, values: [tx.workspace, after.at, after.position, limit, ...values] }))
    .rows
}

/**
 * The newest rows behind a place whose resource, parent or `metadata.projectId` is this project. Each of the three is a
 * page of its own index; the newest of them together are the page.
 */
export const projectEntryPage = async (
  tx: Transaction,
  projectId: string,
  filters: Pick<Filters, 'action' | 'actorType'>,
  after: Place,
  limit: number,
): Promise<EntryRow[]> => {
  const { text, values } = narrowed(filters, 5)
  const arm = (where: string) => `(select position from audit_row
    where workspace_id = $1 and (occurred_at, position) < ($2::timestamptz, $3) and ${where}${text} ${order} limit $4)`
  const query = `select ${columns} from audit_row where workspace_id = $1 and position in (
      ${arm(`resource_id = $5 and resource_type = 'project'`)}
      union ${arm(`parent_id = $5 and parent_type = 'project'`)}
      union ${arm('project_id = $5')})
    ${order} limit $4`
  const { rows } = await tx.query<EntryRow>({
    text: query,
    values: [tx.workspace, after.at, after.position, limit, projectId, ...values],
  })
  return rows
}

interface ProvenRow extends EntryRow {
  readonly hash: string
  readonly detailsHash: string
}
const find = statement<{ id: string }, ProvenRow>(
  'audit.entry',
  `select ${columns}, encode(hash, 'hex') as hash, encode(details_hash, 'hex') as "detailsHash"
   from audit_row where workspace_id = :workspace and id = :id`,
)
export const findEntry = async (tx: Transaction, id: string) => (await find(tx, { id })).at(0)
