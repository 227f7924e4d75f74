/** How many leads wait for a pass. `passId` is the column or parameter that names it. */
export const waitingLeads = (passId: string): string =>
  `(select count(*)::int from growth_lead lead where lead.lookup_pass_id = ${passId})`
