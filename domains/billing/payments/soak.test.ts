import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listenAgain } from '../../../testing/network/listener.ts'
import { deliverStripe } from '../../../testing/payments/deliver.ts'
import { stripeEvent, type FakeSession } from '../../../testing/payments/fake-stripe.ts'
import { endDue, linkTo, payingWorld, paymentServer } from '../../../testing/payments/world.ts'
import { lengthOf } from '../../../testing/soak.ts'
import { payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'

const { server, stripe } = await paymentServer()
const world = await payingWorld(server)
const { at } = world
const seed = Math.floor(Math.random() * 2 ** 31)
const shuffled = <T>(list: readonly T[]): T[] =>
  fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), { numRuns: 1, seed })[0]!

const courses = ['paid', 'voided before it is paid', 'paid by hand before', 'paid wrongly', 'never paid'] as const
type Course = (typeof courses)[number]

const statusOf: Readonly<Record<Course, string>> = {
  paid: 'paid',
  'voided before it is paid': 'void',
  'paid by hand before': 'paid',
  'paid wrongly': 'final',
  'never paid': 'final',
}
const outcomeOf: Readonly<Record<Course, string | undefined>> = {
  paid: 'settled',
  'voided before it is paid': 'mismatched',
  'paid by hand before': 'mismatched',
  'paid wrongly': 'mismatched',
  'never paid': undefined,
}

const begin = async (course: Course) => {
  const id = await world.issued()
  const session = stripe.sessions.get((await linkTo(at, id)).reference)!
  return { id, session, course }
}

/** Stripe's events about it: the same payment by two events, and that a page was closed. */
const eventsOf = (session: FakeSession, course: Course): string[] => {
  if (course === 'never paid') return [stripeEvent(session, { type: 'checkout.session.expired' })]
  const paid = stripe.pay(session.id)
  const told = course === 'paid wrongly' ? { ...paid, amount_total: paid.amount_total - 1 } : paid
  return [stripeEvent(told), stripeEvent(told, { type: 'checkout.session.async_payment_succeeded' })]
}

test(`webhooks that come twice, late, in any order or after they were lost settle each invoice once (seed ${seed})`, async () => {
  const other = world.webhookUrl.replace(server.baseUrl, await listenAgain(server))
  const rounds = lengthOf({ daily: 1, soak: 40 })
  const begun = await Promise.all(
    Array.from({ length: rounds }, () => courses)
      .flat()
      .map(begin),
  )
  for (const { id, course } of begun) {
    if (course === 'voided before it is paid') await at.owner.call(voidClientInvoice, { id, body: { reason: 'Wrong' } })
    if (course === 'paid by hand before') await at.owner.call(payClientInvoice, { id, body: {} })
  }
  const events = begun.flatMap(({ session, course }) => eventsOf(session, course))
  // A tenth is lost at first; everything that was sent is sent again at the end, as a provider does without an answer.
  const sent = shuffled([...events, ...events, ...events]).filter((_, nth) => nth % 10 !== 0)
  const deliveries = [...sent, ...shuffled(events)]
  const send = async (lane: number) => {
    for (let nth = lane; nth < deliveries.length; nth += 6) {
      const { status } = await deliverStripe(nth % 2 === 0 ? world.webhookUrl : other, deliveries[nth]!)
      expect(status).toBe(200)
      if (nth % 20 === 0) await endDue(server)
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map(send))
  await endDue(server)
  const invoices = await at.rows('client_invoice')
  const notices = await at.rows('payment_notice')
  for (const { id, course } of begun) {
    const own = notices.filter((row) => row.invoice_id === id).map(({ outcome }) => outcome as string)
    expect([course, invoices.find((row) => row.id === id)!.status]).toEqual([course, statusOf[course]])
    const expected = {
      settled: ['repeated', 'settled'],
      mismatched: ['mismatched', 'repeated'],
      none: [] as string[],
    }
    expect([course, own.toSorted()]).toEqual([course, expected[(outcomeOf[course] ?? 'none') as keyof typeof expected]])
    const paid = (await at.eventNames(id)).filter((name) => name === 'client_invoice.paid')
    expect([course, paid.length]).toEqual([course, statusOf[course] === 'paid' ? 1 : 0])
  }
  // A page asks for the whole amount: it ends with each payment, also with one of a part.
  const live = (await at.rows('client_checkout')).filter(({ ended_at: endedAt }) => endedAt === null)
  expect(live).toEqual([])
})
