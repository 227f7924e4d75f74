import { statement } from '../../../platform/db/statement.ts'

/** The use of a task's calls in a run. `costMicros` is without open calls. */
export interface RunUsage {
  readonly runId: string
  readonly taskId: string | null
  readonly calls: number
  /** The answered ones among these, without a known price of the model. */
  readonly unpricedCalls: number
  /** Those whose endpoint contradicts its own counts, so that the larger ones count. */
  readonly estimatedCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicros: number
}

/** The use of models by runs, by run and task: by the gateway's own records, not by the agents' reports. */
export const usageOfRuns = statement<{ runIds: readonly string[] }, RunUsage>(
  'spending.usage-of-runs',
  `select asked as "runId", task_id as "taskId", count(*)::int4 as calls,
     (count(*) filter (where not is_priced and status = 'finished'))::int4 as "unpricedCalls",
     (count(*) filter (where is_estimate))::int4 as "estimatedCalls",
     coalesce(sum(input_tokens), 0)::int8 as "inputTokens", coalesce(sum(output_tokens), 0)::int8 as "outputTokens",
     coalesce(sum(cost_micros), 0)::int8 as "costMicros"
   from unnest(:runIds::uuid[]) as asked join model_call on workspace_id = :workspace and run_id = asked
   group by asked, task_id order by asked, task_id`,
)
