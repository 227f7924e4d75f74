import fc from 'fast-check'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import { createBillable } from '../../domains/billing/billables/contract.ts'
import { createClientInvoiceDraft, issueClientInvoice } from '../../domains/billing/invoices/contract.ts'
import { connectPaymentProvider, createClientInvoicePaymentLink } from '../../domains/billing/payments/contract.ts'
import { chargeBody, draftBody } from '../billing/billed-work.ts'
import type { Caller, Reply } from '../caller.ts'
import { databaseUrl, testDatabase } from '../index.ts'
import { patience } from '../runner/hang-timeout.ts'
import { deliverStripe } from '../payments/deliver.ts'
import { fakeStripe, stripeEvent, type FakeSession } from '../payments/fake-stripe.ts'
import { stripeKey, stripeSecret } from '../payments/world.ts'
import { asOwner } from '../database-state.ts'
import { inOwnDatabase } from './own-database.ts'
import type { ServerProcess } from './server-process.ts'

const processes = 4
const deaths = 8
const ofEachCourse = 30
const lanes = 8
const seed = Math.floor(Math.random() * 2 ** 31)

const courses = ['paid', 'paid while its process dies', 'a cent too little', 'forged', 'paid and never told'] as const
type Course = (typeof courses)[number]
interface BegunPayment {
  readonly id: string
  readonly course: Course
  readonly session: FakeSession
}

const database = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

test(
  `webhooks to ${processes} processes, ${deaths} times killed between receipt and settlement, settle each invoice once (seed ${seed})`,
  { timeout: 900_000 },
  async () => {
    const stripe = await fakeStripe(stripeKey)
    const settings = { ATELIER_PAYMENT_PROVIDERS: `stripe=${stripe.url}`, ATELIER_FETCH_PRIVATE_HOSTS: stripe.host }
    await inOwnDatabase(database, settings, ({ start, url }) => payThroughDeaths(() => withUrl(start), stripe, url))
  },
)

type Running = ServerProcess & { readonly url: string }
const withUrl = async (start: () => Promise<ServerProcess>): Promise<Running> => {
  const started = await start()
  return { ...started, url: (await started.said(/Atelier is ready at /)).split(' ').at(-1)! }
}

type Stripe = Awaited<ReturnType<typeof fakeStripe>>
interface Delivery {
  readonly event: string
  readonly secret: string
}

const payThroughDeaths = async (start: () => Promise<Running>, stripe: Stripe, url: string) => {
  const running = [await start()]
  while (running.length < processes) running.push(await start())
  const { owner } = running[0]!
  const { webhookUrl } = made(200, await owner.call(connectPaymentProvider, { body: connected }))
  const addressOf = (at: number) => `${running[at % processes]!.url}${new URL(webhookUrl as string).pathname}`
  const begun = await beginAll(owner, stripe)
  const told = begun.map((one) => ({ ...one, deliveries: deliveriesOf(one, stripe) }))
  const dying = told.filter(({ course }) => course === 'paid while its process dies')
  const others = told.filter(({ course }) => course !== 'paid while its process dies')
  // A tenth is lost at first; in the end a provider has sent each again until it was answered.
  const all = others.flatMap(({ deliveries }) => deliveries)
  const sent = shuffled([...all, ...all, ...all]).filter((_, nth) => nth % 10 !== 0)
  for (const [nth, { id, deliveries }] of dying.entries()) {
    const at = nth % processes
    const beside = sent.filter((_, place) => place % dying.length === nth)
    const die = async () => {
      await killWhileSettling(url, id, running[at]!, () => deliverOnce(addressOf(at), deliveries[0]!))
      running[at] = await start()
    }
    await Promise.all([die(), deliverAll(beside, addressOf)])
  }
  await deliverAll(shuffled(told.flatMap(({ deliveries }) => [...deliveries, ...deliveries])), addressOf)
  await expectPaidOnce(url, begun)
  for (const one of running) await one.stop()
}

const connected = { provider: 'stripe', apiKey: stripeKey, webhookSecret: stripeSecret }
const shuffled = <T>(list: readonly T[]): T[] =>
  fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), { numRuns: 1, seed })[0]!

const made = (expected: number, { status, body }: Reply): Record<string, unknown> => {
  expect([status, body]).toEqual([expected, body])
  return body as Record<string, unknown>
}

const beginAll = async (owner: Caller, stripe: Stripe): Promise<BegunPayment[]> => {
  const { id: account } = made(201, await owner.call(createClientAccount, { body: { name: 'Globex' } }))
  const begin = async (course: Course): Promise<BegunPayment> => {
    const charge = made(201, await owner.call(createBillable, { body: chargeBody(account as string) }))
    const body = draftBody([charge.id as string])
    const id = made(201, await owner.call(createClientInvoiceDraft, { body })).id as string
    made(200, await owner.call(issueClientInvoice, { id }))
    const { reference } = made(200, await owner.call(createClientInvoicePaymentLink, { id }))
    return { id, course, session: stripe.sessions.get(reference as string)! }
  }
  const begun: BegunPayment[] = []
  for (const course of courses)
    for (let nth = 0; nth < (course === 'paid while its process dies' ? deaths : ofEachCourse); nth += 1)
      begun.push(await begin(course))
  return begun
}

/** Stripe's events about it: one payment by two events. */
const deliveriesOf = ({ session, course }: BegunPayment, stripe: Stripe): Delivery[] => {
  const paid = stripe.pay(session.id)
  if (course === 'paid and never told') return []
  const told = course === 'a cent too little' ? { ...paid, amount_total: paid.amount_total - 1 } : paid
  const secret = course === 'forged' ? 'whsec_of_somebody_else' : stripeSecret
  const events = [stripeEvent(told), stripeEvent(told, { type: 'checkout.session.async_payment_succeeded' })]
  return events.map((event) => ({ event, secret }))
}

/** Undefined if the connection broke: the process has died. */
const deliverOnce = (address: string, { event, secret }: Delivery) =>
  deliverStripe(address, event, secret).catch(() => undefined)

/** Sends each until a process answered it, as a provider does. */
const deliverAll = async (deliveries: readonly Delivery[], addressOf: (at: number) => string) => {
  const work = async (lane: number) => {
    for (let nth = lane; nth < deliveries.length; nth += lanes) {
      const answered = deliveries[nth]!.secret === stripeSecret ? 200 : 400
      let status: number | undefined
      for (let at = nth; status !== answered; at += 1) {
        status = (await deliverOnce(addressOf(at), deliveries[nth]!))?.status
        // No server was up, or no connection of the database was free in time.
        expect([answered, undefined, 503]).toContain(status)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_none, lane) => work(lane)))
}

/** Kills a process that has verified a webhook and waits for the lock of its invoice. */
const killWhileSettling = async (
  url: string,
  invoiceId: string,
  dying: Running,
  deliver: () => Promise<unknown>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select from client_invoice where id = $1 for update', [invoiceId])
    const answer = deliver()
    const blocked = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
    await vi.waitUntil(async () => (await client.query(blocked)).rowCount !== 0, patience)
    await dying.kill()
    expect(await answer).toBeUndefined()
    await client.query('rollback')
    const left = await client.query(
      `select from client_invoice i where i.id = $1 and i.status = 'final'
         and not exists (select from payment_notice n where n.invoice_id = i.id)`,
      [invoiceId],
    )
    expect(left.rowCount).toBe(1)
  } finally {
    await client.end()
  }
}

const ends: Readonly<Record<Course, readonly [status: string, settled: number, repeated: number, mismatched: number]>> =
  {
    paid: ['paid', 1, 1, 0],
    'paid while its process dies': ['paid', 1, 1, 0],
    'a cent too little': ['final', 0, 1, 1],
    forged: ['final', 0, 0, 0],
    'paid and never told': ['final', 0, 0, 0],
  }

const became = `
  select i.id, i.status, (select count(*)::int from payment_notice n
      where n.invoice_id = i.id and n.outcome = 'settled' and n.provider_amount = i.total_minor and lower(n.currency) = 'eur') as settled,
    (select count(*)::int from payment_notice n where n.invoice_id = i.id and n.outcome = 'repeated') as repeated,
    (select count(*)::int from payment_notice n where n.invoice_id = i.id and n.outcome = 'mismatched') as mismatched,
    (select count(*)::int from activity_event e where e.entity_id = i.id::text and e.name = 'client_invoice.paid') as told,
    (select count(*)::int from audit_row r
      where r.resource_id = i.id::text and r.action = 'client_invoice.settle_by_provider') as audited,
    (select count(*)::int from client_checkout c where c.invoice_id = i.id and c.status = 'paid') as "checkouts"
  from client_invoice i`

const expectPaidOnce = async (databaseUrl: string, begun: readonly BegunPayment[]) => {
  const rows = new Map((await asOwner({ databaseUrl }, became)).map((row) => [row.id, row]))
  expect(rows.size).toBe(begun.length)
  for (const { id, course } of begun) {
    const [status, settled, repeated, mismatched] = ends[course]
    const told = status === 'paid' ? 1 : 0
    // A payment of another amount is recorded too, and once.
    const recorded = settled + mismatched
    const expected = { status, settled, repeated, mismatched, told, audited: recorded, checkouts: recorded }
    expect({ course, ...rows.get(id) }).toEqual({ course, id, ...expected })
  }
}
