import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { waitingLeads } from '../leads/index.ts'
import { growthLookupPass, type PassRow } from './tables.ts'

const { columns } = growthLookupPass

export const insertPass = statement<
  Pick<PassRow, 'id' | 'growthProjectId' | 'growthPlayId'> & { startedBy: string | null; now: Date }
>(
  'growth-pass.insert',
  insertInto(growthLookupPass, ['id', 'growthProjectId', 'growthPlayId', 'startedBy'], {
    workspaceId: ':workspace',
    status: `'queued'`,
    leads: '0',
    createdAt: ':now',
  }),
)

export const beginPass = oneRowStatement<{ id: string; leads: number; runId: string }, PassRow>(
  'growth-pass.begin',
  `update growth_lookup_pass set leads = :leads, run_id = :runId
   where workspace_id = :workspace and id = :id returning ${columns}`,
)

/** Removes a pass that has no lead and was not begun. */
export const removeEmptyPass = statement<{ id: string }>(
  'growth-pass.remove-empty',
  'delete from growth_lookup_pass where workspace_id = :workspace and id = :id and run_id is null',
)

export const findPass = rowStatement<{ id: string }, PassRow>('growth-pass.find', selectById(growthLookupPass))

const active = `status in ('queued', 'running')`
export const runPass = statement<{ id: string }>(
  'growth-pass.run',
  `update growth_lookup_pass set status = 'running' where workspace_id = :workspace and id = :id and ${active}`,
)

export const endPass = rowStatement<
  Pick<PassRow, 'id' | 'reason'> & { status: 'finished' | 'stopped' | 'failed'; leadsLeft: number; now: Date },
  PassRow
>(
  'growth-pass.end',
  `update growth_lookup_pass set status = :status, reason = :reason, leads_left = :leadsLeft, ended_at = :now
   where workspace_id = :workspace and id = :id and ${active} returning ${columns}`,
)

/** The result of a pass so far. */
export interface PassProgress {
  readonly asked: number
  readonly found: number
  readonly costMicros: number
  /** Leads that still wait, or were left when the pass ended. */
  readonly waiting: number
}
type PassPageRow = PassRow & PassProgress
const page = statement<Cursor & { growthProjectId: string; rows: number }, PassPageRow>(
  'growth-pass.page',
  `select ${columns}, calls.asked, calls.found, calls."costMicros",
     coalesce(leads_left, ${waitingLeads('growth_lookup_pass.id')}) as waiting
   from growth_lookup_pass cross join lateral (
     select count(*)::int as asked, (count(*) filter (where is_found))::int as found,
       coalesce(sum(cost_micros), 0)::int8 as "costMicros"
     from growth_provider_call call where call.pass_id = growth_lookup_pass.id) calls
   where growth_lookup_pass.workspace_id = :workspace and growth_project_id = :growthProjectId
     and (created_at, growth_lookup_pass.id) < (:at, :id)
   order by created_at desc, growth_lookup_pass.id desc limit :rows`,
)
export const passPage = async (tx: Transaction, growthProjectId: string, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...after, growthProjectId, rows: limit + 1 }), limit)
