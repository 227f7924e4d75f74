// Reports over many invoices of one workspace: what is owed, the revenue of twelve months, and the postings of a month.
//   node bench/invoices.ts [invoices] [turns]
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { readAging } from '../domains/billing/reports/read-aging.ts'
import { readRevenue } from '../domains/billing/reports/read-revenue.ts'
import { postingsIn } from '../domains/billing/invoices/index.ts'
import { openDatabase, type Database } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { migrations, startReaper, temporaryFolder } from '../testing/cluster.ts'
import { asOwner } from '../testing/state.ts'
import { median, timed } from './measure.ts'

const [invoices = 100_000, turns = 5] = process.argv.slice(2).map(Number)
const accounts = 200
const caller = { projectIds: null } as never

/** Invoices over three years, two lines each, of which nine in ten are paid; past triggers and foreign keys. */
const furnish = async (databaseUrl: string, workspace: string) => {
  const owner = { databaseUrl }
  const off = `with off as (select set_config('session_replication_role', 'replica', true))`
  await asOwner(owner, `insert into workspace (id, name) values ($1, 'Northwind')`, [workspace])
  await asOwner(
    owner,
    `${off} insert into client_account (id, workspace_id, name, created_at, created_by, updated_at)
     select gen_random_uuid(), $1, 'Client ' || n, now(), gen_random_uuid(), now() from off, generate_series(1, ${accounts}) n`,
    [workspace],
  )
  await asOwner(
    owner,
    `${off}, account as (
       select id, row_number() over () as place from client_account where workspace_id = $1)
     insert into client_invoice (id, workspace_id, client_account_id, status, type, currency, net_minor, tax_minor,
       total_minor, tax_totals, buyer_legal_name, buyer_address, due_at, invoice_number, invoice_sequence, created_at,
       created_by, issued_at, issued_by, paid_at, settled_at)
     select gen_random_uuid(), $1, account.id, case when n % 10 = 0 then 'final' else 'paid' end, '380', 'EUR', 20000,
       3800, 23800, '[{"category":"S","rateBps":1900,"reason":null,"taxableMinor":20000,"taxMinor":3800}]', 'Globex',
       'Hamburg', at + interval '30 days', 'N-' || n, n, at, gen_random_uuid(), at, gen_random_uuid(),
       case when n % 10 = 0 then null else at + interval '20 days' end,
       case when n % 10 = 0 then null else at + interval '20 days' end
     from off, generate_series(1, $2::int) n
     cross join lateral (select now() - interval '3 years' * (1 - n / $2::float) as at) day
     join account on account.place = n % ${accounts} + 1`,
    [workspace, invoices],
  )
  await asOwner(
    owner,
    `${off} insert into client_invoice_line (workspace_id, invoice_id, client_account_id, currency, position, billable_id,
       description, quantity, unit, unit_price_minor, amount_minor, tax_class, category, rate_bps)
     select workspace_id, id, client_account_id, currency, place, gen_random_uuid(), 'Hours', 1, 'hour', 10000, 10000,
       'standard', 'S', 1900
     from off, client_invoice, generate_series(1, 2) place where workspace_id = $1`,
    [workspace],
  )
  await asOwner(
    owner,
    `${off} insert into billable (id, workspace_id, client_account_id, currency, tax_class, description, quantity, unit,
       unit_price_minor, amount_minor, source_kind, invoice_id, created_at, created_by)
     select billable_id, workspace_id, client_account_id, currency, tax_class, description, quantity, unit,
       unit_price_minor, amount_minor, 'entry', invoice_id, now(), gen_random_uuid()
     from off, client_invoice_line where workspace_id = $1`,
    [workspace],
  )
  for (const table of ['client_invoice', 'client_invoice_line', 'billable']) await asOwner(owner, `analyze ${table}`)
}

const bench = async (databaseUrl: string, database: Database) => {
  const workspace = uuidv7()
  await furnish(databaseUrl, workspace)
  const now = new Date()
  const [from, to] = [new Date(now.getTime() - 30 * 86_400_000), now].map((day) => day.toISOString().slice(0, 10))
  const reports: Readonly<Record<string, (tx: Transaction) => Promise<unknown>>> = {
    'what is owed today': (tx) => readAging(tx, { asOf: undefined, now, caller }),
    'what was owed two years ago': (tx) => readAging(tx, { asOf: `${now.getUTCFullYear() - 2}-06-30`, now, caller }),
    'revenue of twelve months': (tx) => readRevenue(tx, { query: {}, now, caller }),
    'postings of a month': (tx) => postingsIn(tx, { from: from!, to: to!, rows: 20_001 }),
  }
  for (const [name, read] of Object.entries(reports)) {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn += 1)
      times.push(await timed(() => database.reading(workspace, (tx) => read(tx))))
    console.log(`${name}: ${median(times).toFixed(0)} ms (${invoices} invoices, median of ${turns})`)
  }
}

const folder = await temporaryFolder()
const reap = startReaper(folder)
const cluster = await startEmbedded({ folder: join(folder, 'postgres') })
await migrate({ url: cluster.url, folder: migrations })
const database = openDatabase({ url: cluster.url, connections: 4 })
try {
  await bench(cluster.url, database)
} finally {
  await database.close()
  await cluster.stop()
  await reap()
}
