import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionsOf } from '../../../testing/people/account.ts'
import { chargeFor, draftOf, issuedOf } from '../../../testing/billing/billed-work.ts'
import { cycleIn } from '../../../testing/cycles.ts'
import { makeAccount, makeAccountProject } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { correctBillable } from '../billables/contract/billables.ts'
import { getClientInvoice, payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { exportRevenueReport, getRevenueReport } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

interface Row {
  readonly month: string
  readonly clientAccountId: string
  readonly currency: string
  readonly issuedMinor: number
  readonly paidMinor: number
  readonly openMinor: number
}
const revenueOf = async (at: Scene, query: Readonly<Record<string, unknown>> = {}) =>
  at.owner.call(getRevenueReport, { query })
const rowsOf = async (at: Scene, query: Readonly<Record<string, unknown>> = {}) =>
  (await revenueOf(at, query)).body.rows as Row[]
/** Moves an issued invoice in time, past the trigger that keeps it. */
const issuedAt = (id: string, at: string) =>
  asOwner(
    server,
    `with off as (select set_config('session_replication_role', 'replica', true))
     update client_invoice set created_at = $2::timestamptz, issued_at = $2::timestamptz from off where id = $1`,
    [id, at],
  )

interface MadeInvoice {
  readonly id: string
  readonly month: string
}
interface StoredInvoice {
  readonly clientAccountId: string
  readonly currency: string
  readonly status: string
  readonly lines: readonly { readonly amountMinor: number }[]
}

/** The report, computed from the invoices themselves. */
const computed = (made: readonly (MadeInvoice & StoredInvoice)[]): unknown[] => {
  const sums = new Map<string, { issued: bigint; paid: bigint }>()
  for (const { month, clientAccountId, currency, status, lines } of made.filter((one) => one.status !== 'void')) {
    const key = [month, clientAccountId, currency].join()
    const sum = sums.get(key) ?? { issued: 0n, paid: 0n }
    for (const { amountMinor } of lines) {
      sum.issued += BigInt(amountMinor)
      if (status === 'paid') sum.paid += BigInt(amountMinor)
    }
    sums.set(key, sum)
  }
  return [...sums].map(([key, { issued, paid }]) => [key, Number(issued), Number(paid), Number(issued - paid)])
}
const inShort = (rows: readonly Row[]) =>
  rows.map(({ month, clientAccountId, currency, issuedMinor, paidMinor, openMinor }) => [
    [month, clientAccountId, currency].join(),
    issuedMinor,
    paidMinor,
    openMinor,
  ])

interface Plan {
  readonly account: string
  readonly currency: string
  readonly month: string
  readonly lines: readonly { readonly quantity: number; readonly unitPriceMinor: number }[]
  readonly becomes: string
}

/** Makes these invoices, and checks that the report has their sums. */
const holds = async (at: Scene, accounts: readonly string[], plans: readonly Plan[]) => {
  const made: MadeInvoice[] = []
  const issue = async (ids: readonly string[], month: string) => {
    const id = await issuedOf(at, ids)
    await issuedAt(id, `${month}-15T12:00:00Z`)
    made.push({ id, month })
    return id
  }
  for (const { account, currency, month, lines, becomes } of plans) {
    const charge = ({ quantity, unitPriceMinor }: (typeof lines)[number]) =>
      chargeFor(at, account, { currency, quantity: String(quantity), unitPriceMinor })
    const ids: string[] = []
    for (const of of lines) ids.push(await charge(of))
    const id = await issue(ids, month)
    if (becomes === 'paid') await at.owner.call(payClientInvoice, { id })
    if (becomes === 'void') await at.owner.call(voidClientInvoice, { id, body: { reason: 'Wrong' } })
    if (becomes !== 'taken back') continue
    const back = { description: 'Less', quantity: '-1', unitPriceMinor: lines[0]!.unitPriceMinor }
    const corrected = await at.owner.call(correctBillable, { id: ids[0]!, body: back })
    expect(corrected.status).toBe(201)
    await issue([corrected.body.id as string], '2026-03')
  }
  const stored = await Promise.all(
    made.map(async (it) => ({
      ...it,
      ...((await at.owner.call(getClientInvoice, { id: it.id })).body as unknown as StoredInvoice),
    })),
  )
  const reply = await revenueOf(at, { from: '2026-01', to: '2026-03' })
  expect(reply).toMatchObject({ status: 200, body: { from: '2026-01', to: '2026-03', timeZone: 'UTC' } })
  expect(inShort(reply.body.rows as Row[]).toSorted()).toEqual(computed(stored).toSorted())
  const [first] = accounts
  const ofFirst = stored.filter(({ clientAccountId, month }) => clientAccountId === first && month === '2026-02')
  const asked = { from: '2026-02', to: '2026-02', clientAccountId: first }
  expect(inShort(await rowsOf(at, asked)).toSorted()).toEqual(computed(ofFirst).toSorted())
}

describe('getRevenueReport', () => {
  test('200 is the sum of the invoices, for any of them, paid, void or taken back', async () => {
    const at = await scene(server)
    const accounts = [await makeAccount(at), await makeAccount(at, 'Initech')]
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 99 }),
      unitPriceMinor: fc.integer({ min: 1, max: 99_999 }),
    })
    const one = fc.record({
      account: fc.constantFrom(...accounts),
      currency: fc.constantFrom('EUR', 'JPY'),
      month: fc.constantFrom('2026-01', '2026-02', '2026-03'),
      lines: fc.array(line, { minLength: 1, maxLength: 2 }),
      becomes: fc.constantFrom('open', 'paid', 'void', 'taken back'),
    })
    const some = fc.array(one, { minLength: 7, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(some, (plans) => holds(at, accounts, plans)),
      { numRuns: 1, endOnFailure: true },
    )
  })

  test('200 counts in months of the workspace’s zone, and of twelve unless others are asked for', async () => {
    const at = await scene(server)
    await asOwner(server, "update workspace set time_zone = 'Pacific/Auckland' where id = $1", [at.workspace])
    const account = await makeAccount(at)
    const id = await issuedOf(at, [await chargeFor(at, account)])
    await draftOf(at, [await chargeFor(at, account)])
    // The revenue of a cycle, and its corrections, belong to its project.
    const projectId = await makeAccountProject(at, account)
    const source = { kind: 'cycle', id: await cycleIn(server, at, projectId) }
    const work = await chargeFor(at, account, { source })
    await issuedOf(at, [work])
    const less = await at.owner.call(correctBillable, {
      id: work,
      body: { description: 'Less', quantity: '-0.5', unitPriceMinor: 10_000 },
    })
    await issuedOf(at, [less.body.id as string])
    const ofProject = { projectId, issuedMinor: 5_000, paidMinor: 0, openMinor: 5_000 }
    expect(await rowsOf(at, { projectId })).toMatchObject([ofProject])
    expect(await rowsOf(at)).toMatchObject([
      ofProject,
      { clientName: 'Globex', projectId: null, issuedMinor: 10_000, openMinor: 10_000 },
    ])
    await issuedAt(id, '2026-01-31T12:00:00Z')
    expect(await rowsOf(at, { from: '2026-01', to: '2026-01' })).toEqual([])
    expect(await rowsOf(at, { to: '2026-02' })).toMatchObject([{ month: '2026-02' }])
    expect((await revenueOf(at, { to: '2026-02' })).body).toMatchObject({ from: '2025-03', to: '2026-02' })
  })

  test('200 as a table, with its audit row, and 400 for months that are exchanged', async () => {
    const at = await scene(server)
    const account = await makeAccount(at, '+1')
    await issuedAt(await issuedOf(at, [await chargeFor(at, account)]), '2026-01-15T00:00:00Z')
    const reply = await at.owner.open(exportRevenueReport, { query: { from: '2026-01', to: '2026-01' } })
    expect(await new Response(reply.body).text()).toBe(
      'month,client,project,currency,issued,paid,open,client_account_id,project_id\r\n' +
        `2026-01,'+1,,EUR,100.00,0.00,100.00,${account},\r\n`,
    )
    expect(await actionsOf(at)).toContain('client_invoice.export_revenue success')
    const wrong = () => at.owner.call(exportRevenueReport, { query: { from: '2026-02', to: '2026-01' } })
    expectError(await unchanged(server, wrong), 400, 'months_reversed')
  })

  test('200 has nothing for a key that names projects, and nothing of another workspace', async () => {
    const at = await scene(server)
    const other = await scene(server)
    await issuedOf(at, [await chargeFor(at, await makeAccount(at))])
    const narrow = await at.join('owner', { projectIds: [at.workspace] })
    for (const caller of [narrow.caller, other.owner])
      expect((await caller.call(getRevenueReport)).body.rows).toEqual([])
    expect((await at.member.call(getRevenueReport)).body.rows).toHaveLength(1)
  })

  test('400 if the first month is after the last', async () => {
    const at = await scene(server)
    const asked = { from: '2026-03', to: '2026-02' }
    expectError(await unchanged(server, () => revenueOf(at, asked)), 400, 'months_reversed')
  })

  test('409 if a sum is more than a number holds exactly', async () => {
    const at = await scene(server)
    const account = await makeAccount(at)
    const large = { unitPriceMinor: Math.floor(Number.MAX_SAFE_INTEGER / 1.2) }
    for (const change of [large, large]) await issuedOf(at, [await chargeFor(at, account, change)])
    expectError(await revenueOf(at), 409, 'revenue_sum_too_large')
  })
})
