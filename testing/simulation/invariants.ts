import { cycleStatuses, endedStatuses } from '../../domains/delivery/cycles/rules.ts'
import { asOwner, leftIn } from '../crash/aftermath.ts'
import type { Query } from '../crash/git-aftermath.ts'
import type { Finding } from './findings.ts'

const broken = async (query: Query, rules: Readonly<Record<string, string>>): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const [rule, text] of Object.entries(rules))
    for (const row of await query<Record<string, unknown>>(text)) found.push({ rule, ...row })
  return found
}

/** The invariants of any moment, in the view of one statement. */
const always = {
  'a cap is never passed': `select scope_kind, scope_id from budget where spent_micros + reserved_micros > cap_micros`,
  'an active run has one step, with a job or with what it waits for': `
    select r.id, r.kind, r.status from run r
    left join run_step s on s.run_id = r.id and s.status in ('queued', 'running', 'parked')
    left join queue.job j on j.id = s.job_id
    left join run_parked p on p.run_id = r.id and p.seq = s.seq
    left join sandbox_wait w on w.run_id = r.id
    where r.ended_at is null and not (
      s.status in ('queued', 'running') and j.id is not null or s.status = 'parked' and (p.run_id is not null or w.run_id is not null))
      and not (r.status = 'cancelling' and exists (select from run c where c.parent_id = r.id and c.ended_at is null))`,
  'a job whose lease ended is taken over within a minute': `
    select run_id, seq, available_at from queue.job
    where lease_id is not null and available_at < now() - interval '1 minute'`,
  'a run has one step at most': `select run_id from run_step where status in ('queued', 'running', 'parked')
    group by run_id having count(*) > 1`,
}

const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
const announced = cycleStatuses.map((status) => `cycle.${status}`)

/** The invariants once everything is over. */
const atLast = {
  'a cycle is over': `select id, status from cycle where status not in (${listed(endedStatuses)})`,
  'a run is over': `select id, kind, status from run where ended_at is null`,
  'a task is over': `select t.id, t.status from task t join cycle c on c.id = t.cycle_id
    where t.run_id = c.run_id and t.status not in ('done', 'failed', 'merged')`,
  'a completed cycle has only done tasks': `select c.id, t.status from cycle c join task t on t.run_id = c.run_id
    where c.status = 'completed' and t.status <> 'done'`,
  'a task is merged once where it was merged, and else never': `
    select t.id, t.status, count(a.id) from task t left join audit_row a
      on a.resource_id = t.id::text and a.action = 'task.merge'
    group by t.id having count(a.id) <> (t.merge_sha is not null)::int`,
  'a merged task was approved': `select id from task where merge_sha is not null and not coalesce((review->>'approved')::boolean, false)`,
  'the status of a cycle is that of its last event': `
    select c.id, c.status, e.name from cycle c join lateral (select name from activity_event a
      where a.workspace_id = c.workspace_id and entity_type = 'cycle' and entity_id = c.id::text and name in (${listed(announced)}) order by position desc limit 1) e on true
    where e.name <> 'cycle.' || c.status`,
  'the status of a task is that of its last event': `
    select t.id, t.status, e.name from task t left join lateral (select name, payload->>'status' as status from activity_event a
      where a.workspace_id = t.workspace_id and entity_type = 'task' and entity_id = t.id::text and payload ? 'status' order by position desc limit 1) e on true
    where e.status is distinct from t.status`,
  'a merged revision has one event': `
    select r.id, count(e.id) from revision r left join activity_event e
      on e.name = 'revision.created' and e.payload->>'revisionId' = r.id::text
    where r.source = 'merge' group by r.id having count(e.id) <> 1`,
  'a request has an event for its beginning and one for its end': `
    select p.id, p.status, count(e.id) from pending_request p left join activity_event e
      on e.workspace_id = p.workspace_id and e.entity_type = 'pending_request' and e.entity_id = p.id::text
    group by p.id, p.status having count(e.id) <> 2`,
  'what calls cost is what was spent': `
    select b.scope_id, b.spent_micros, b.reserved_micros from budget b
    left join (select cycle_id, sum(cost_micros) as micros from model_call group by cycle_id) m on m.cycle_id = b.scope_id
    where b.scope_kind = 'cycle' and (b.reserved_micros <> 0 or b.spent_micros <> coalesce(m.micros, 0))`,
  'events are numbered without a gap': `select max(position), count(*) from activity_event
    group by workspace_id having max(position) <> count(*)`,
}

/** The present faults, by the invariants of any moment. */
export const brokenNow = (url: string): Promise<Finding[]> => asOwner(url, (query) => broken(query, always))

/** The faults in the tables after the end. */
export const brokenAtLast = (url: string): Promise<Finding[]> =>
  asOwner(url, async (query) => [
    ...(await broken(query, always)),
    ...(await broken(query, atLast)),
    ...(await leftIn(query)).map((rows) => ({ rule: 'nothing is left in a table', rows })),
  ])
