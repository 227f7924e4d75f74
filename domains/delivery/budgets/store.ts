import type { Static } from '../../../platform/contract/index.ts'
import { countOf, countRows, cursorAfter, cutPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { oneRowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { memberName } from '../../accounts/workspaces/index.ts'
import { modelCallsWhere } from '../../agents/spending/index.ts'
import { isShown, projectName, seenBy, type ProjectFilter, type Viewer } from '../../code/projects/index.ts'
import { cycleProposer } from '../cycles/index.ts'
import type { ModelCallRecord, ModelUsage } from './contract/usage.ts'
import type { CallOutcome } from './rules.ts'

interface Months {
  readonly from: string
  readonly to: string
  readonly timeZone: string
}
const months = oneRowStatement<{ from: string | null; to: string | null; now: Date }, Months>(
  'usage.months',
  `select coalesce(:from::text, :to::text, here.month) as "from", coalesce(:to::text, here.month) as "to",
     workspace_time_zone() as "timeZone"
   from (select to_char(:now::timestamptz at time zone workspace_time_zone(), 'YYYY-MM') as month) here`,
)
/** The requested months, in the workspace's zone; this month if none is named. */
export const usageMonths = (
  tx: Transaction,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): Promise<Months> => months(tx, { from: from ?? null, to: to ?? null, now })

const beginOf = (month: string) => `((${month}::text || '-01')::timestamp at time zone workspace_time_zone())`
const isInMonths = `c.sent_at >= ${beginOf(':from')}
  and c.sent_at < (((:to::text || '-01')::timestamp + interval '1 month') at time zone workspace_time_zone())`

type UsageSum = Omit<Static<typeof ModelUsage>['rows'][number], 'costUsd'> & { readonly costMicros: number }
const useOfCalls = `(count(*) filter (where call.outcome <> 'refused'))::int4 as calls,
       (count(*) filter (where call.outcome = 'refused'))::int4 as "refusedCalls",
       (count(*) filter (where call.outcome = 'finished' and not call.is_priced))::int4 as "unpricedCalls",
       (count(*) filter (where call.is_estimate))::int4 as "estimatedCalls",
       coalesce(sum(call.input_tokens), 0)::int8 as "inputTokens",
       coalesce(sum(call.output_tokens), 0)::int8 as "outputTokens", coalesce(sum(call.cost_micros), 0)::int8 as "costMicros"`
const sums = statement<Pick<Months, 'from' | 'to'> & ProjectFilter & { rows: number }, UsageSum>(
  'usage.sums',
  `select sum.*, null as day, ${memberName('sum."personId"')} as "personName", ${projectName('sum."projectId"')} as "projectName"
   from (
     select coalesce(call.called_by, ${cycleProposer('call.cycle_id')}) as "personId", call.project_id as "projectId", call.model,
       ${useOfCalls}
     from ${modelCallsWhere(isInMonths)} call where ${isShown('call.project_id')}
     group by 1, 2, 3
   ) sum
   order by sum."costMicros" desc, sum.calls desc, sum.model, sum."projectId" nulls last, sum."personId" nulls last limit :rows`,
)
/** The use in some months by person, project and model, the most expensive first. */
export const usageIn = (tx: Transaction, { from, to }: Months, viewer: Viewer, rows: number): Promise<UsageSum[]> =>
  sums(tx, { from, to, ...seenBy(viewer), rows })

const days = statement<Pick<Months, 'from' | 'to'> & ProjectFilter & { rows: number }, UsageSum>(
  'usage.days',
  `select to_char(call.sent_at at time zone workspace_time_zone(), 'YYYY-MM-DD') as day, call.model,
     null as "personId", null as "personName", null as "projectId", null as "projectName",
     ${useOfCalls}
   from ${modelCallsWhere(isInMonths)} call where ${isShown('call.project_id')}
   group by 1, 2 order by day, "costMicros" desc, call.model limit :rows`,
)
/** The use in some months by day and model, the oldest day first. */
export const usageByDay: typeof usageIn = (tx, { from, to }, viewer, rows) =>
  days(tx, { from, to, ...seenBy(viewer), rows })

export interface CallRow extends Omit<Static<typeof ModelCallRecord>, 'costUsd'> {
  readonly isPriced: boolean
  readonly costMicros: number | null
}
type CallsParams = Pick<Months, 'from' | 'to'> &
  ProjectFilter &
  Cursor & { personId: string | null; model: string | null; outcome: string | null; rows: number }
const listed = `(
     select one.id, one.sent_at as "sentAt", coalesce(one.called_by, ${cycleProposer('one.cycle_id')}) as "personId",
       one.project_id as "projectId", one.cycle_id as "cycleId", one.provider, one.model, one.is_priced as "isPriced",
       one.outcome, one.failure_code as code, one.failure_message as message, one.input_tokens as "inputTokens",
       one.output_tokens as "outputTokens", one.is_estimate as "isEstimate", one.cost_micros as "costMicros"
     from ${modelCallsWhere(`${isInMonths} and (c.sent_at, c.id) < (:at, :id)`)} one
   ) call
   where ${isShown('call."projectId"')} and (:personId::uuid is null or call."personId" = :personId)
     and (:model::text is null or call.model = :model) and (:outcome::text is null or call.outcome = :outcome)`
const calls = statement<CallsParams, CallRow>(
  'usage.calls',
  `select call.*, ${memberName('call."personId"')} as "personName", ${projectName('call."projectId"')} as "projectName"
   from ${listed} order by call."sentAt" desc, call.id desc limit :rows`,
)
const count = statement<CallsParams, RowCount>('usage.count-calls', countOf(listed))

interface CallsAsked {
  readonly months: Months
  readonly viewer: Viewer
  readonly filters: Partial<Record<'personId' | 'projectId' | 'model', string> & Record<'outcome', CallOutcome>>
  readonly before: Cursor
  readonly limit: number
}
/** Model calls before a row, newest first. */
export const callsPage = async (
  tx: Transaction,
  { months: { from, to }, viewer, filters, before, limit }: CallsAsked,
) => {
  const { personId = null, projectId = null, model = null, outcome = null } = filters
  const params = { from, to, ...before, ...seenBy(viewer), projectId, personId, model, outcome }
  const rows = await calls(tx, { ...params, rows: limit + 1 })
  return {
    ...cutPage(rows, limit, ({ sentAt, id }) => cursorAfter(sentAt, id)),
    count: () => countRows(tx, count, params),
  }
}
