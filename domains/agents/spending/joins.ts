/** The failure codes of calls that were not sent, as a list of SQL. */
export const refusalCodes = `('cycle_cap_reached', 'project_cap_reached', 'workspace_cap_reached', 'instance_cap_reached',
  'provider_price_unknown')`

/** SQL for other domains: model calls that meet `condition` (SQL over model_call), and whether a cap refused them. */
export const modelCallsWhere = (condition: string): string => `(select c.id, c.project_id, c.cycle_id, c.called_by,
    c.provider, c.model, c.is_priced, c.is_estimate, c.cost_micros, c.input_tokens, c.output_tokens, c.sent_at,
    c.failure ->> 'code' as failure_code, c.failure ->> 'message' as failure_message,
    case when c.failure ->> 'code' in ${refusalCodes} then 'refused' else c.status end as outcome
  from model_call c where c.workspace_id = :workspace and ${condition})`
