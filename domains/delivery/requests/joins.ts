/** A fragment for statements of other domains: a table of request ids in a cycle that wait for the agency. */
export const waitingForAgency = (cycleId: string): string =>
  `(select r.id from pending_request r where r.cycle_id = ${cycleId} and r.status = 'pending'
     and r.required_actor = 'agency' and r.deleted_at is null)`
