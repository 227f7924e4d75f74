import { leftIn } from '../../crash/aftermath.ts'
import { broken, type Finding, type Stand } from './stand.ts'

const columns = `select table_name as "table", column_name as "column" from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE'
    and column_name in ('lease_until', 'leased_until', 'claimed_until', 'works_until')`

const unfinished = {
  'an upload is not being finalized': `select id from project_import where status = 'finalizing'
    union all select id from revision_upload where status = 'finalizing'`,
  'a mail is not waiting': `select id, kind, last_error as error from mail where state = 'queued'`,
  'a deployment is not under way': `select id, status from deployment where status in ('building', 'deploying')`,
}

/** The work that is under way, or waits. */
export const workUnderWay = async ({ query }: Pick<Stand, 'query'>): Promise<Finding[]> => [
  ...(await broken(query, unfinished)),
  ...(await leftIn(query)).map((rows) => ({ rule: 'nothing is left in a table', rows })),
]

/** Leases, claims and work that processes left behind, which have all ended. */
export const leaseFaults = async ({ query }: Stand): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const { table, column } of await query<{ table: string; column: string }>(columns)) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int from ${table} where ${column} > now() + interval '1 minute'`,
    )
    if (row!.count > 0) found.push({ rule: 'a lease ends within a minute', table, column })
  }
  return [...found, ...(await workUnderWay({ query }))]
}
