import { describe, expect, test } from 'vitest'
import {
  accessPointServer,
  buyerId,
  peppolBuyer,
  peppolSeller,
  peppolWorld,
  transmitDue,
} from '../../../testing/access-points/world.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { chargeFor, draftOf, issuedOf } from '../../../testing/billing/billed-work.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { saveBillingIdentity } from '../billables/contract.ts'
import { getClientInvoiceXml, getSentInvoiceDocument } from '../documents/contract.ts'
import { payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { getClientInvoiceTransmissions, handOverClientInvoice } from './contract.ts'

const { server, test: fake, live } = await accessPointServer()
const world = await peppolWorld(server)
const { at, account, issued, handOver, read, client } = world
const refused = (id: string, caller = at.owner) => unchanged(server, () => handOver(id, caller))

describe('handOverClientInvoice', () => {
  test('201 keeps the bytes that will be sent, names their hash, and asks no access point', async () => {
    const id = await issued()
    const { status, body } = await handOver(id, at.member)
    expect([status, body]).toMatchObject([
      201,
      { invoiceId: id, environment: 'test', profile: 'peppol', state: 'waiting', answer: null, reason: null },
    ])
    const sha256 = body.sha256 as string
    const kept = await at.member.open(getSentInvoiceDocument, { id, sha256 })
    const xml = await at.member.open(getClientInvoiceXml, { id })
    expect(await kept.text()).toBe(await xml.text())
    expect((await auditOf(server, at.workspace, id)).at(-1)).toMatchObject({
      action: 'client_invoice.hand_over',
      details: { transmissionId: body.id, sha256, environment: 'test', driver: 'e-invoice-be', profile: 'peppol' },
    })
    expect((await at.eventNames(id)).at(-1)).toBe('client_invoice.hand_over_begun')
    expect((await read(id)).transmissions).toEqual([body])
    expect([fake.requests, live.requests]).toEqual([[], []])
  })

  test('201 for a paid one', async () => {
    const paid = await issued()
    await at.owner.call(payClientInvoice, { id: paid })
    expect((await handOver(paid)).status).toBe(201)
  })

  test('201 for one of callers at once', async () => {
    const id = await issued()
    const { statuses } = await racing(6, () => handOver(id))
    expect(statuses).toEqual({ 201: 1, 409: 5 })
    expect((await read(id)).transmissions).toHaveLength(1)
  })

  test('403 for a client, 404 for a neighbour’s invoice and for a key that names projects', async () => {
    const id = await issued()
    expectError(await refused(id, client), 403, 'forbidden')
    const neighbour = await peppolWorld(server)
    expectError(await refused(id, neighbour.at.owner), 404, 'not_found')
    const narrow = await at.join('member', { projectIds: [] })
    expect([403, 404]).toContain((await refused(id, narrow.caller)).status)
  })

  test('409 for a draft or void invoice, and for an invoice that was already handed over', async () => {
    const draft = await draftOf(at, [await chargeFor(at, account)])
    expectError(await refused(draft), 409, 'invoice_not_issued')
    const gone = await issued()
    await at.owner.call(voidClientInvoice, { id: gone, body: { reason: 'Wrong' } })
    expectError(await refused(gone), 409, 'invoice_is_void')
    const twice = await world.handedOver()
    expectError(await refused(twice), 409, 'invoice_handed_over')
  })

  test('409 for a client with another profile, France among them', async () => {
    for (const profile of ['en16931', 'xrechnung', 'franceCtc']) {
      const buyer = { ...peppolBuyer, electronic: { ...peppolBuyer.electronic, profile } }
      const other = await peppolWorld(server, { buyer })
      const id = await other.issued()
      expectError(await unchanged(server, () => other.handOver(id)), 409, 'invoice_not_for_peppol')
    }
  })

  test('409 with the fields that were missing, and for what no electronic invoice is made of', async () => {
    const electronic = { ...peppolBuyer.electronic, endpoint: null }
    const other = await peppolWorld(server, { buyer: { ...peppolBuyer, electronic, buyerReference: null } })
    const id = await other.issued()
    const reply = await unchanged(server, () => other.handOver(id))
    expectError(reply, 409, 'invoice_lacks_fields')
    expect(reply.body.which).toEqual(['buyerElectronic.endpoint', 'buyerReference'])
    expectError(await refused(await issued({ currency: 'KWD' })), 409, 'invoice_in_thousandths')
  })

  test('409 for goods that go to another member state, and for the category O beside another category', async () => {
    const other = await peppolWorld(server)
    const taxClasses = [
      { name: 'goods', category: 'K', rateBps: 0, reason: 'Intra-community supply' },
      { name: 'none', category: 'O', rateBps: 0, reason: 'Not subject to tax' },
    ]
    await other.at.owner.call(saveBillingIdentity, { body: { ...peppolSeller, taxClasses } })
    const goods = await other.issued({ taxClass: 'goods' })
    expectError(await unchanged(server, () => other.handOver(goods)), 409, 'invoice_delivery_unknown')
    const charge = (change: object = {}) => chargeFor(other.at, other.account, change)
    const mixed = await issuedOf(other.at, [await charge({ taxClass: 'none' }), await charge()])
    expectError(await unchanged(server, () => other.handOver(mixed)), 409, 'invoice_mixes_untaxed')
  })

  test('409 without an access point', async () => {
    const other = await peppolWorld(server, { environment: 'none' })
    const id = await other.issued()
    expectError(await unchanged(server, () => other.handOver(id)), 409, 'access_point_not_connected')
  })

  test('409 if its totals do not match its lines', async () => {
    const id = await issued()
    await asOwner(server, 'alter table client_invoice disable trigger client_invoice_change')
    await asOwner(
      server,
      'update client_invoice set net_minor = net_minor - 1, tax_minor = tax_minor + 1 where id = $1',
      [id],
    )
    await asOwner(server, 'alter table client_invoice enable trigger client_invoice_change')
    expectError(await refused(id), 409, 'invoice_not_reconciled')
  })
})

describe('getClientInvoiceTransmissions', () => {
  const reachOf = async (caller: typeof at.owner, id: string) =>
    (await caller.call(getClientInvoiceTransmissions, { id, query: { reach: true } })).body.reach

  test('200 asks for the receiver on request, only for the agency', async () => {
    const id = await issued()
    expect(await read(id, at.member)).toEqual({ environment: 'test', reach: null, transmissions: [] })
    const before = fake.requests.length
    expect(await reachOf(at.member, id)).toBe('reachable')
    expect(fake.requests.slice(before)).toMatchObject([
      { path: '/api/validate/peppol-id', query: { peppol_id: buyerId }, tenant: 'ten-studio' },
    ])
    expect(await reachOf(client, id)).toBeNull()
    fake.troubles.push({ at: /peppol-id/, answer: 500 })
    expect(await reachOf(at.owner, id)).toBe('unknown')
    expect(fake.requests).toHaveLength(before + 2)
    expect(live.requests).toEqual([])
  })

  test('200 shows a client with a seat only live ones, without the access point’s answers', async () => {
    const id = await world.handedOver()
    expect(await read(id, client)).toEqual({ environment: null, reach: null, transmissions: [] })
    const other = await peppolWorld(server, { environment: 'live' })
    const sent = await other.handedOver()
    live.troubles.push({ at: /^POST .*\/ubl$/, answer: 422 })
    await transmitDue(server)
    expect((await other.read(sent)).transmissions).toMatchObject([
      { environment: 'live', state: 'failed', reason: 'refused', detail: '422: Status 422 on command' },
    ])
    expect((await other.read(sent, other.client)).transmissions).toMatchObject([
      { environment: 'live', state: 'failed', reason: null, detail: null },
    ])
  })

  test('404 for a client without a seat, and for a draft', async () => {
    const id = await issued()
    const stranger = await at.join('client')
    const draft = await draftOf(at, [await chargeFor(at, account)])
    expectError(await stranger.caller.call(getClientInvoiceTransmissions, { id }), 404, 'not_found')
    expectError(await client.call(getClientInvoiceTransmissions, { id: draft }), 404, 'not_found')
    expect((await client.call(handOverClientInvoice, { id: draft })).status).toBe(403)
  })
})
