/** How many leads wait for a pass. `passId` is the column or parameter that names it. */
export const waitingLeads = (passId: string): string =>
  `(select count(*)::int from growth_lead lead where lead.lookup_pass_id = ${passId})`

/** The lead with this id, as `lead`, which a statement can hold. `id` is the column or parameter that names it. */
export const joinLead = (id: string): string =>
  `join growth_lead lead on lead.workspace_id = :workspace and lead.id = ${id}`

/** The leads of a play with their outcomes. `playId` is the column or parameter that names it. */
export const leadsInPlay = (playId: string): string =>
  `(select id, address, domain, evidence #>> '{company,value}' as company, evidence #>> '{name,value}' as name, status,
      opted_out_at as "optedOutAt", replied_at as "repliedAt", reply_intent as intent,
      sequence_stop_reason as "stopReason"
    from growth_lead where workspace_id = :workspace and growth_play_id = ${playId})`

/** A fact of a lead, in a statement in which no other table has `evidence`. */
export const leadValue = (field: string): string => `evidence #>> '{${field},value}'`

/** The name of a lead's person; null without one. */
export const leadPerson = `coalesce(${leadValue('name')}, nullif(concat_ws(' ', ${leadValue('firstName')}, ${leadValue('lastName')}), ''))`
