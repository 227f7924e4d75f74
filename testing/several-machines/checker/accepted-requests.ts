import { broken, type Accepted, type Finding, type Stand } from './stand.ts'

/** The right state of an accepted request, by rows: each statement gives those of `$1` that are not there once in it. */
const rules: Readonly<Record<Exclude<Accepted['kind'], 'letter'>, readonly [rule: string, text: string]>> = {
  import: [
    'an accepted import is one project',
    `select a.name, count(p.id)::int as projects, count(v.id)::int as revisions
       from jsonb_to_recordset($1) a(name text, "commitSha" text) left join project p on p.name = a.name
         left join revision v on v.project_id = p.id and v.generation = 1 and v.source = 'import' and v.commit_sha = a."commitSha"
       group by a.name having count(p.id) <> 1 or count(v.id) <> 1`,
  ],
  push: [
    'an accepted push is one revision',
    `select a."commitSha", count(v.id)::int as revisions
       from jsonb_to_recordset($1) a("projectId" uuid, "commitSha" text)
         left join revision v on v.project_id = a."projectId" and v.commit_sha = a."commitSha"
       group by 1 having count(v.id) <> 1`,
  ],
  cycle: [
    'an accepted cycle is completed once',
    `select a.title, count(c.id)::int as cycles, max(c.status) as status, max(c.failure ->> 'code') as code,
         count(v.id)::int as revisions
       from jsonb_to_recordset($1) a(title text) left join cycle c on c.title = a.title
         left join revision v on v.cycle_id = c.id
       group by 1 having count(distinct c.id) <> 1 or not (count(v.id) = 1 and max(c.status) = 'completed'
         or count(v.id) = 0 and max(c.status) = 'failed'
           and (max(c.failure ->> 'code') = 'step_lost' or max(c.failure ->> 'code') like 'provider%'))`,
  ],
  deployment: [
    'an accepted deployment was served',
    `select a.id, d.status, d.failure from jsonb_to_recordset($1) a(id uuid) left join deployment d on d.id = a.id
       where d.live_at is null or d.status not in ('live', 'expired')`,
  ],
  document: [
    'an accepted document was read, each page once',
    `select a.id, p.status, p.pages_total as total, count(g.number)::int as read
       from jsonb_to_recordset($1) a(id uuid, pages int) left join ai_document d on d.id = a.id
         left join ai_parse p on p.id = d.parse_id left join ai_page g on g.parse_id = p.id
       group by a.id, a.pages, p.id having p.status is distinct from 'parsed' or p.pages_total <> a.pages
         or count(g.number) <> a.pages`,
  ],
  batch: [
    'an accepted batch has one outcome for each item, and costs their sum',
    `select a.id, b.status, b.cost_micros as cost, count(i.seq)::int as items,
         count(*) filter (where i.status = 'succeeded')::int as succeeded, string_agg(distinct i.failure, ', ') as failures
       from jsonb_to_recordset($1) a(id uuid, items int) left join ai_batch b on b.id = a.id
         left join ai_batch_item i on i.batch_id = b.id
       group by a.id, a.items, b.id having b.status is distinct from 'ended' or count(i.seq) <> a.items
         or count(*) filter (where i.status = 'succeeded' or i.failure = 'interrupted' or i.failure like 'provider%') <> a.items
         or sum(i.cost_micros) <> b.cost_micros`,
  ],
  invoice: [
    'an accepted invoice was issued once',
    `select a.recipient, count(i.id)::int as invoices, string_agg(i.status, ', ') as statuses
       from jsonb_to_recordset($1) a(recipient text) left join client_invoice i on i.buyer_billing_email = a.recipient
       group by 1 having count(i.id) <> 1 or count(i.invoice_number) <> 1 or max(i.status) <> 'final'`,
  ],
}

/** Accepted requests that rows do not have, have twice, or have in another state. */
export const acceptedFaults = async ({ query, accepted }: Stand): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const [kind, [rule, text]] of Object.entries(rules)) {
    const requests = accepted.filter((one) => one.kind === kind)
    if (requests.length > 0) found.push(...(await broken(query, { [rule]: text }, [JSON.stringify(requests)])))
  }
  return found
}
