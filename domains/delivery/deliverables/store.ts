import { countRows, earlierPageOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { runComposed, matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, type RowOf } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isShown } from '../../code/projects/index.ts'
import { isLiveCycle } from '../cycles/index.ts'
import type { ClientStatus } from './rules.ts'
import { deliverable, deliverableSnapshot, type DeliverableRow, type DraftRow } from './tables.ts'

const live = isLiveCycle('deliverable.cycle_id')
const submitted = `left join deliverable_snapshot s
  on s.deliverable_id = deliverable.id and s.revision = deliverable.submitted_revision`
const select = `select ${deliverable.columns}, s.sha256 as "revisionHash", s.content from deliverable ${submitted}`

export const findDeliverable = rowStatement<{ cycleId: string }, DeliverableRow>(
  'deliverable.find',
  `${select} where deliverable.cycle_id = :cycleId and ${live}`,
)

const lock = matchStatement<{ cycleId: string }, { id: string }>(
  'deliverable.hold',
  `select id from deliverable where cycle_id = :cycleId and ${live} for update`,
)
/** Locks the deliverable of a cycle. A statement of its own: rows beside it have to be as new as the locked row. */
export const lockDeliverable = async (tx: Transaction, cycleId: string) =>
  (await lock(tx, { cycleId })) ? findDeliverable(tx, { cycleId }) : undefined

interface DeliverableFilter {
  readonly only?: readonly string[] | undefined
  readonly grantedTo?: string | undefined
  /** Only deliverables that wait for this person's decision. */
  readonly awaiting?: string | undefined
}
const published = 'and deliverable.published_at is not null'
const conditions: readonly (readonly [name: keyof DeliverableFilter, text: string])[] = [
  ['grantedTo', published],
  [
    'awaiting',
    `${published} and deliverable.id in (select a.deliverable_id from deliverable_approval a
       where a.reviewer_id = :awaiting and a.decision is null and a.revision = deliverable.submitted_revision)`,
  ],
]

/**
 * The newest rows before a cursor, oldest first, and the cursor of the page before. Planned at each call, so that what
 * waits for one person is found by that person.
 */
export const deliverablePage = async (tx: Transaction, before: Cursor, limit: number, filter: DeliverableFilter) => {
  const filters = conditions.filter(([name]) => filter[name] !== undefined).map(([, text]) => text)
  const text = `${select} where deliverable.workspace_id = :workspace and ${live}
      and (deliverable.created_at, deliverable.id) < (:at, :id) ${filters.join(' ')} and ${isShown('deliverable.project_id')}
    order by deliverable.created_at desc, deliverable.id desc limit :rows`
  const counted = (one: Transaction, values: typeof params) =>
    runComposed<RowCount>(one, `select count(*)::int as count from (${text}) as counted`, values)
  const params = { projectId: null, only: null, grantedTo: null, ...before, ...filter, rows: limit + 1 }
  const page = earlierPageOf(await runComposed<DeliverableRow>(tx, text, params), limit)
  return { ...page, count: () => countRows(tx, counted, params) }
}

/** A field that is undefined stays as it is. */
interface Draft extends Pick<DraftRow, 'id' | 'projectId' | 'cycleId' | 'title'> {
  readonly clientStatus: ClientStatus | undefined
  readonly dueDate: string | null | undefined
  readonly summary: string | null | undefined
  readonly userId: string
  readonly now: Date
}
const upsert = statement<Draft & { setsDueDate: boolean; setsSummary: boolean }>(
  'deliverable.upsert',
  insertInto(
    deliverable,
    ['id', 'projectId', 'cycleId', 'title', 'dueDate', 'summary'],
    {
      workspaceId: ':workspace',
      clientStatus: `coalesce(:clientStatus, 'draft')`,
      createdAt: ':now',
      createdBy: ':userId',
      updatedAt: ':now',
      updatedBy: ':userId',
    },
    `on conflict (cycle_id) do update set title = excluded.title,
       client_status = coalesce(:clientStatus, deliverable.client_status),
       due_date = case when :setsDueDate then excluded.due_date else deliverable.due_date end,
       summary = case when :setsSummary then excluded.summary else deliverable.summary end,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
  ),
)
export const upsertDraft = (tx: Transaction, draft: Draft) =>
  upsert(tx, { ...draft, setsDueDate: draft.dueDate !== undefined, setsSummary: draft.summary !== undefined })

type NewSnapshot = Omit<RowOf<typeof deliverableSnapshot>, 'publishedAt'> & { userId: string; now: Date }
const insertSnapshot = statement<NewSnapshot>(
  'deliverable.insert-snapshot',
  insertInto(deliverableSnapshot, ['deliverableId', 'projectId', 'revision', 'content', 'sha256'], {
    workspaceId: ':workspace',
    publishedAt: ':now',
    publishedBy: ':userId',
  }),
)
const publish = statement<{ id: string; revision: number; now: Date }>(
  'deliverable.publish',
  `update deliverable set submitted_revision = :revision, published_at = :now
   where id = :id and submitted_revision = :revision - 1`,
)
/** Inserts a snapshot, and shows it to clients. The caller has locked the deliverable. */
export const publishSnapshot = async (tx: Transaction, added: NewSnapshot): Promise<void> => {
  const { deliverableId: id, revision, now } = added
  await Promise.all([insertSnapshot(tx, added), publish(tx, { id, revision, now })])
}

/** Withdraws a deliverable; true if clients saw it until now. */
export const withdrawDeliverable = matchStatement<{ id: string }, { id: string }>(
  'deliverable.withdraw',
  'update deliverable set published_at = null where id = :id and published_at is not null returning id',
)

const purges = [
  'deliverable_statement',
  'deliverable_signature',
  'deliverable_approval',
  'deliverable_snapshot',
  'deliverable',
].map((table) =>
  statement<{ projectId: string }>(`deliverable.purge-${table}`, `delete from ${table} where project_id = :projectId`),
)
export const removeDeliverables = async (tx: Transaction, projectId: string) => {
  for (const purge of purges) await purge(tx, { projectId })
}
