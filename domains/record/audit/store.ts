import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import type { Place } from './rules.ts'
import { auditDetail, auditRow, type EntryRow } from './tables.ts'

const columns = `${auditRow.columns}, ${auditDetail.columns}`
const joined = `audit_row join audit_detail on audit_detail.workspace_id = audit_row.workspace_id
  and audit_detail.audit_id = audit_row.id`
const order = 'order by audit_row.occurred_at desc, audit_row.position desc'

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
  actorType: 'audit_row.actor_type =',
  actorId: 'audit_row.actor_id =',
  action: 'audit_row.action =',
  category: 'audit_row.category =',
  resourceType: 'audit_row.resource_type =',
  resourceId: 'audit_row.resource_id =',
  outcome: 'audit_row.outcome =',
  severity: 'audit_row.severity =',
  source: 'audit_row.source =',
  requestId: 'audit_row.request_id =',
  traceId: 'audit_row.trace_id =',
  from: 'audit_row.occurred_at >=',
  to: 'audit_row.occurred_at <=',
} as const satisfies Record<keyof Filters, string>

/** The filters that were given as SQL, with their values from the parameter after `first` on. */
const narrowed = (filters: Filters, first: number) => {
  const given = (Object.keys(conditions) as (keyof Filters)[]).filter((name) => filters[name] !== undefined)
  // Said again as a literal, so that the index of what did not succeed can serve it.
  const unusual = filters.outcome !== undefined && filters.outcome !== 'success'
  return {
    text: [
      ...given.map((name, at) => ` and ${conditions[name]} $${first + at + 1}`),
      ...(unusual ? [` and audit_row.outcome <> 'success'`] : []),
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
  const query = `select ${columns} from ${joined}
    where audit_row.workspace_id = $1 and (audit_row.occurred_at, audit_row.position) < ($2, $3)${text}
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
  const behind = (name: string) =>
    `${name}.workspace_id = $1 and (${name}.occurred_at, ${name}.position) < ($2::timestamptz, $3)`
  const arm = (where: string, by: string) => `(select audit_row.position from ${joined} where ${where}${text}
    order by ${by}.occurred_at desc, ${by}.position desc limit $4)`
  const query = `select ${columns} from ${joined} where audit_row.workspace_id = $1 and audit_row.position in (
      ${arm(`${behind('audit_row')} and audit_row.resource_id = $5 and audit_row.resource_type = 'project'`, 'audit_row')}
      union ${arm(`${behind('audit_row')} and audit_row.parent_id = $5 and audit_row.parent_type = 'project'`, 'audit_row')}
      union ${arm(`${behind('audit_detail')} and audit_detail.project_id = $5`, 'audit_detail')})
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
const find = statement<ProvenRow>(
  'audit.entry',
  `select ${columns}, encode(audit_row.hash, 'hex') as hash, encode(audit_row.details_hash, 'hex') as "detailsHash"
   from ${joined} where audit_row.workspace_id = $1 and audit_row.id = $2`,
)
export const findEntry = async (tx: Transaction, id: string) => (await find(tx, [tx.workspace, id])).at(0)
