import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { chargeFor, draftOf, issuedOf } from '../../../testing/billing/billed-work.ts'
import { connectTo, linkTo, payingWorld, paymentServer } from '../../../testing/payments/world.ts'
import { makeAccount, seatOf } from '../../../testing/clients/portals.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { invoices, payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { getPortalInvoice, listPortalInvoices } from '../portal-invoices/contract.ts'
import { createClientInvoicePaymentLink, disconnectPaymentProvider } from './contract.ts'

const { server, stripe, adyen } = await paymentServer()
const world = await payingWorld(server)
const { at, payer, account } = world
const ask = (id: string, body: object = {}, caller = at.owner) =>
  caller.call(createClientInvoicePaymentLink, { id, body })
const refused = (id: string, body: object = {}, caller = at.owner) => unchanged(server, () => ask(id, body, caller))

describe('createClientInvoicePaymentLink', () => {
  test('200 returns the page of the provider, once for all who ask, and pays nothing', async () => {
    const id = await world.issued()
    const first = await ask(id, { successUrl: 'https://agency.example/thanks' })
    const session = [...stripe.sessions.values()].at(-1)!
    expect(first).toMatchObject({ status: 200, body: { url: session.url, reference: session.id } })
    expect(session).toMatchObject({
      amount_total: 11_900,
      currency: 'eur',
      client_reference_id: id,
      success_url: 'https://agency.example/thanks',
      metadata: { atelier_workspace: at.workspace },
    })
    expect((await ask(id, {}, payer)).body).toEqual(first.body)
    expect((await at.owner.call(invoices.getClientInvoice, { id })).body).toMatchObject({
      status: 'final',
      paidAt: null,
    })
    const rows = (await auditOf(server, at.workspace, id)).slice(-2)
    expect(rows).toMatchObject([
      { action: 'client_invoice.open_checkout', details: { provider: 'stripe', reference: session.id } },
      { action: 'client_invoice.open_checkout', details: { repeated: true } },
    ])
    expect((await at.eventNames(id)).filter((name) => name === 'client_invoice.checkout_opened')).toHaveLength(1)
  })

  test('200 if the client’s own reading of the invoice has it as payable online, and only then', async () => {
    const read = async (of: typeof world, id: string) =>
      (await of.payer.call(getPortalInvoice, { id })).body.payableOnline
    const open = await world.issued()
    const paid = await world.issued()
    const free = await world.issued({ currency: 'BHD', unitPriceMinor: 10_001 })
    await at.owner.call(payClientInvoice, { id: paid })
    expect([await read(world, open), await read(world, paid), await read(world, free)]).toEqual([true, false, false])
    expect(await Promise.all([open, paid, free].map(async (id) => (await ask(id, {}, payer)).status))).toEqual([
      200, 409, 409,
    ])
    const listed = (await payer.call(listPortalInvoices)).body as { id: string; payableOnline: boolean }[]
    expect(new Map(listed.map(({ id, payableOnline }) => [id, payableOnline])).get(open)).toBe(true)
    const other = await payingWorld(server)
    await other.at.owner.call(disconnectPaymentProvider)
    expect(await read(other, other.invoice)).toBe(false)
  })

  test('200 for callers at once is one checkout', async () => {
    const id = await world.issued()
    const before = stripe.sessions.size
    const { replies, statuses } = await racing(6, () => ask(id))
    expect(statuses).toEqual({ 200: 6 })
    expect(new Set(replies.map(({ body }) => body.reference)).size).toBe(1)
    expect(stripe.sessions.size).toBe(before + 1)
  })

  test('200 with Adyen, whose link carries the workspace and the checkout', async () => {
    const other = await payingWorld(server, 'adyen')
    const { body } = await ask(other.invoice, {}, other.at.owner)
    const link = adyen.links.get(body.reference as string)!
    expect(body).toEqual({ url: link.url, reference: link.id })
    expect(link).toMatchObject({ amount: { value: 11_900, currency: 'EUR' }, merchantAccount: 'NorthwindECOM' })
    expect(link.reference).toMatch(new RegExp(`^${other.at.workspace}_[0-9a-f-]{36}$`))
  })

  test('200 after an answer that was lost is the checkout that the provider had opened', async () => {
    const id = await world.issued()
    stripe.trouble('lost answer', 'lost answer')
    expectError(await ask(id), 502, 'payment_provider_unavailable')
    const opened = [...stripe.sessions.keys()].at(-1)
    expect((await ask(id)).body.reference).toBe(opened)
  })

  test('200 for a new checkout once the open one has expired', async () => {
    const id = await world.issued()
    const first = await linkTo(at, id)
    await asOwner(server, 'update client_checkout set expires_at = now() where invoice_id = $1', [id])
    expect((await linkTo(at, id)).reference).not.toBe(first.reference)
  })

  test('404 for a client of another account or without a seat, for a draft, and for a neighbour’s invoice', async () => {
    const elsewhere = await issuedOf(at, [await chargeFor(at, await makeAccount(at, 'Initech'))])
    const neighbour = await payingWorld(server)
    const draft = await draftOf(at, [await chargeFor(at, account)])
    for (const id of [elsewhere, neighbour.invoice, draft]) expectError(await refused(id, {}, payer), 404, 'not_found')
    expectError(await refused(world.invoice, {}, at.client), 404, 'not_found')
    expectError(await refused(world.invoice, {}, neighbour.at.owner), 404, 'not_found')
    await asOwner(server, 'delete from seat where user_id = $1', [neighbour.payerId])
    expectError(await refused(neighbour.invoice, {}, neighbour.payer), 404, 'not_found')
  })

  test('404 for a person of the agency in the portal without a seat, 200 for a client there', async () => {
    const portal = { 'x-client-portal': at.workspace }
    const { userId } = await at.join('member')
    const member = await at.signIn(userId)
    const call = (caller: typeof member) =>
      caller.call(createClientInvoicePaymentLink, { id: world.invoice, body: {}, headers: portal })
    expect([403, 404]).toContain((await unchanged(server, () => call(member))).status)
    expect((await call(await at.signIn(world.payerId))).status).toBe(200)
  })

  test('403 for a client at every other operation about invoices', async () => {
    for (const operation of Object.values(invoices)) {
      const input = { id: world.invoice, ...(operation.method === 'POST' && { body: {} }) }
      const reply = await unchanged(server, () => payer.call(operation, input))
      expectError(reply, 403, 'forbidden')
    }
  })

  test('400 for an invalid return address, and for a client who leads others away', async () => {
    for (const successUrl of ['javascript:alert(1)', 'http://agency.example/', 'https://a:b@agency.example/', 'x'])
      expectError(await refused(world.invoice, { successUrl }), 400, 'invalid_request')
    expectError(await refused(world.invoice, { successUrl: 'https://evil.example/' }, payer), 400, 'invalid_request')
    const home = `${server.baseUrl}/console/portal/northwind`
    expect((await ask(await world.issued(), { successUrl: home }, payer)).status).toBe(200)
  })

  test('409 for a draft, void or paid invoice', async () => {
    const draft = await draftOf(at, [await chargeFor(at, account)])
    const gone = await world.issued()
    const paid = await world.issued()
    await at.owner.call(voidClientInvoice, { id: gone, body: { reason: 'Wrong' } })
    await at.owner.call(payClientInvoice, { id: paid, body: {} })
    for (const id of [draft, gone, paid]) expectError(await refused(id), 409, 'invoice_not_payable')
  })

  test('409 above the maximum of the provider, and for an amount that it does not have', async () => {
    const tooMuch = await world.issued({ quantity: '1', unitPriceMinor: 84_033_614 })
    expectError(await refused(tooMuch), 409, 'invoice_total_above_provider_maximum')
    expect((await ask(await world.issued({ unitPriceMinor: 84_033_613 }))).status).toBe(200)
    expectError(
      await refused(await world.issued({ currency: 'KWD', unitPriceMinor: 105 })),
      409,
      'invoice_total_not_representable',
    )
  })

  test('409 with the provider’s own code for a refusal, after which another attempt is a new checkout', async () => {
    const id = await world.issued({ unitPriceMinor: 10 })
    const reply = await ask(id)
    expectError(reply, 409, 'payment_provider_refused')
    expect(reply.body.reason).toBe('amount_too_small')
    const rows = await at.rows('client_checkout')
    expect(rows.filter((row) => row.invoice_id === id).map(({ status }) => status)).toEqual(['refused'])
  })

  test('409 while a checkout is open with the provider that was connected before', async () => {
    const other = await payingWorld(server)
    await linkTo(other.at, other.invoice)
    await other.at.owner.call(disconnectPaymentProvider)
    await connectTo(other.at, 'adyen')
    const reply = await unchanged(server, () => ask(other.invoice, {}, other.at.owner))
    expectError(reply, 409, 'invoice_checkout_open_elsewhere')
  })

  test('501 without a provider, and with one whose webhook cannot be verified yet', async () => {
    const bare = await scene(server)
    const clientAccountId = await makeAccount(bare)
    const id = await issuedOf(bare, [await chargeFor(bare, clientAccountId)])
    const { caller, userId } = await bare.join('client')
    await seatOf(server, bare, clientAccountId, userId)
    for (const one of [bare.owner, caller])
      expectError(await unchanged(server, () => ask(id, {}, one)), 501, 'no_payment_provider')
    await connectTo(bare, 'stripe', { webhookSecret: undefined })
    expectError(await unchanged(server, () => ask(id, {}, bare.owner)), 501, 'no_payment_provider')
  })

  test('502 while the provider does not answer, without a checkout that could be paid', async () => {
    const id = await world.issued()
    stripe.trouble('lost request', 'lost request')
    expectError(await ask(id), 502, 'payment_provider_unavailable')
    expect((await ask(id)).status).toBe(200)
  })
})
