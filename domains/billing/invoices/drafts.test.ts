import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { chargeFor, draftBody, draftOf, issuedOf, noBuyer, nobody } from '../../../testing/billing/billed-work.ts'
import { makeAccount } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { profileNames } from '../billables/rules.ts'
import {
  correctBillable,
  saveBillingIdentity,
  saveClientBillingIdentity,
  writeOffBillable,
} from '../billables/contract.ts'
import {
  createClientInvoiceDraft,
  getClientInvoice,
  issueClientInvoice,
  listClientInvoices,
  voidClientInvoice,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = await scene(server)
const { owner, member } = world
const account = await makeAccount(world)
const idOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => body.id as string
const correct = async (id: string, quantity: string) =>
  idOf(await owner.call(correctBillable, { id, body: { description: 'Less', quantity, unitPriceMinor: 10_000 } }))
const refused = (billableIds: readonly string[], change: object = {}) =>
  unchanged(server, () => owner.call(createClientInvoiceDraft, { body: draftBody(billableIds, change) }))
describe('createClientInvoiceDraft', () => {
  test('201 stores lines and totals, tax rounded once, with parties from the request', async () => {
    const ids = [
      await chargeFor(world, account, { unitPriceMinor: 3 }),
      await chargeFor(world, account, { unitPriceMinor: 3, quantity: '2' }),
      await chargeFor(world, account, { quantity: '7.5', unitPriceMinor: 9_500, taxClass: 'free' }),
    ]
    const body = draftBody(ids, { taxRatesBps: { standard: 1_900, free: 0 }, paymentTerms: 'At once' })
    const reply = await member.call(createClientInvoiceDraft, {
      body: { ...body, billableIds: body.billableIds.map((id) => id.toUpperCase()) },
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        status: 'draft',
        type: '380',
        currency: 'EUR',
        clientAccountId: account,
        netMinor: 71_259,
        taxMinor: 2,
        totalMinor: 71_261,
        paymentTerms: 'At once',
        buyerLegalName: 'Globex',
        sellerLegalName: null,
        invoiceNumber: null,
        invoiceSequence: null,
        taxTotals: [
          { category: 'S', rateBps: 1_900, taxableMinor: 9, taxMinor: 2 },
          { category: 'Z', rateBps: 0, taxableMinor: 71_250, taxMinor: 0 },
        ],
        lines: ids.map((billableId, at) => ({ position: at + 1, billableId })),
      },
    })
    const id = idOf(reply)
    expect((await member.call(getClientInvoice, { id })).body).toEqual(reply.body)
    expect(await auditOf(server, world.workspace, id)).toMatchObject([
      { action: 'client_invoice.draft', details: { totalMinor: 71_261, billableIds: ids } },
    ])
    expect(await world.eventNames(id)).toEqual(['client_invoice.drafted'])
  })

  test('201 takes parties, terms and tax from the billing identities, and keeps them when those change', async () => {
    const at = await scene(server)
    const clientAccountId = await makeAccount(at)
    const address = { line1: '1 Harbour Street', line2: null, postalCode: '20457', city: 'Hamburg', country: 'DE' }
    const taxClasses = [{ name: 'reverse', category: 'AE', rateBps: 0, reason: 'Reverse charge' }]
    const seller = { legalName: 'Northwind GmbH', address, vatId: 'DE123456788', paymentTerms: 'Net 30' }
    await at.owner.call(saveBillingIdentity, { body: { ...nobody, ...seller, taxClasses } })
    const contact = { name: 'Ada', email: null, phone: null }
    const buyer = {
      legalName: 'Globex Ltd',
      vatId: 'FR12345678901',
      buyerReference: 'PO-1',
      address: { ...address, country: 'FR' },
      contact,
      language: 'de',
    }
    await at.owner.call(saveClientBillingIdentity, { clientAccountId, body: buyer })
    const id = await draftOf(at, [await chargeFor(at, clientAccountId, { taxClass: 'reverse' })])
    const expected = {
      sellerLegalName: 'Northwind GmbH',
      sellerAddress: '1 Harbour Street\n20457 Hamburg\nDE',
      sellerVatId: 'DE123456788',
      buyerLegalName: 'Globex Ltd',
      buyerVatId: 'FR12345678901',
      buyerReference: 'PO-1',
      buyerPostalAddress: buyer.address,
      buyerContact: contact,
      language: 'de',
      sellerPostalAddress: null,
      paymentTerms: 'Net 30',
      taxMinor: 0,
      taxTotals: [{ category: 'AE', reason: 'Reverse charge' }],
    }
    expect((await at.owner.call(getClientInvoice, { id })).body).toMatchObject(expected)
    await at.owner.call(saveBillingIdentity, { body: { ...nobody, legalName: 'Other' } })
    await at.owner.call(saveClientBillingIdentity, { clientAccountId, body: noBuyer })
    expect((await at.owner.call(getClientInvoice, { id })).body).toMatchObject(expected)
  })

  test('201 for corrections of an invoiced charge is a credit note that takes exactly it back', async () => {
    const charge = await chargeFor(world, account, { quantity: '0.335', unitPriceMinor: 10_000 })
    const invoice = await issuedOf(world, [charge])
    const back = await correct(charge, '-0.335')
    const reply = await owner.call(createClientInvoiceDraft, { body: draftBody([back]) })
    const { body } = await owner.call(getClientInvoice, { id: invoice })
    expect(reply).toMatchObject({
      status: 201,
      body: { type: '381', netMinor: -(body.netMinor as number), taxMinor: -(body.taxMinor as number) },
    })
    const again = await refused([charge])
    expectError(again, 409, 'invoice_billable_invoiced')
    expect(again.body.which).toEqual([charge])
  })

  test('404 names billables that the workspace does not have; 403 for a key restricted to projects', async () => {
    const neighbour = await scene(server)
    const own = await chargeFor(world, account)
    const theirs = await chargeFor(neighbour, await makeAccount(neighbour))
    const reply = await refused([own, theirs])
    expectError(reply, 404, 'invoice_billable_not_found')
    expect(reply.body.which).toEqual([theirs])
    const { caller } = await world.join('owner', { projectIds: [own] })
    const narrow = await unchanged(server, () => caller.call(createClientInvoiceDraft, { body: draftBody([own]) }))
    expectError(narrow, 403, 'forbidden')
  })

  test('201 keeps the days of the service; 400 for invalid days or the wrong order', async () => {
    const id = await chargeFor(world, account)
    const wrong: [object, string][] = [
      [{ serviceFrom: '2026-02-30' }, 'serviceFrom'],
      [{ serviceFrom: '2026-02-02', serviceTo: '2026-02-01' }, 'serviceTo'],
      [{ serviceTo: '2026-02-01' }, 'serviceFrom'],
    ]
    for (const [change, path] of wrong) {
      const reply = await refused([id], change)
      expect([reply.status, reply.body.fields]).toMatchObject([
        400,
        expect.arrayContaining([expect.objectContaining({ path })]),
      ])
    }
    const body = draftBody([id], { serviceFrom: '2026-01-15', serviceTo: '2026-02-14' })
    const draft = await owner.call(createClientInvoiceDraft, { body })
    expect(draft).toMatchObject({ status: 201, body: { serviceFrom: '2026-01-15', serviceTo: '2026-02-14' } })
    const read = await owner.call(getClientInvoice, { id: idOf(draft) })
    expect(read.body).toMatchObject({ serviceFrom: '2026-01-15', serviceTo: '2026-02-14' })
  })

  test('409 for two customers, and for two currencies, naming both', async () => {
    const other = await makeAccount(world, 'Initech')
    const one = await chargeFor(world, account)
    const two = await chargeFor(world, other)
    const three = await chargeFor(world, account, { currency: 'JPY' })
    const accounts = await refused([one, two])
    expectError(accounts, 409, 'invoice_two_customers')
    expect(accounts.body.which).toEqual([account, other])
    const currencies = await refused([one, three])
    expectError(currencies, 409, 'invoice_two_currencies')
    expect(currencies.body.which).toEqual(['EUR', 'JPY'])
  })

  test('409 for a charge that nets to zero, and a correction without its charge, naming it', async () => {
    const charge = await chargeFor(world, account)
    const back = await correct(charge, '-1')
    const zero = await refused([charge, back])
    expectError(zero, 409, 'invoice_charge_nets_to_zero')
    expect(zero.body.which).toEqual([charge])
    const loose = await refused([back])
    expectError(loose, 409, 'invoice_charge_never_invoiced')
    expect(loose.body.which).toEqual([back])
  })

  test('409 for a charge for free, alone and among others, in each profile of its client', async () => {
    for (const profile of profileNames) {
      const client = await makeAccount(world, `Free ${profile}`)
      await owner.call(saveClientBillingIdentity, {
        clientAccountId: client,
        body: {
          ...noBuyer,
          legalName: profile,
          electronic: { endpoint: null, legalId: null, orderReference: null, profile },
        },
      })
      const free = await chargeFor(world, client, { unitPriceMinor: 0 })
      const other = await chargeFor(world, client)
      for (const ids of [[free], [other, free]]) {
        const reply = await refused(ids)
        expectError(reply, 409, 'invoice_charge_nets_to_zero')
        expect(reply.body.which).toEqual([free])
      }
      expect((await owner.call(createClientInvoiceDraft, { body: draftBody([other]) })).status).toBe(201)
    }
  })

  test('409 for a billable that was written off', async () => {
    const charge = await chargeFor(world, account)
    await owner.call(writeOffBillable, { id: charge, body: { reason: 'Agreed' } })
    const reply = await refused([charge])
    expectError(reply, 409, 'invoice_billable_written_off')
    expect(reply.body.which).toEqual([charge])
  })

  test('409 for a tax class without a rate, and for a rate that its category cannot have', async () => {
    const charge = await chargeFor(world, account, { taxClass: 'constructor' })
    const rateless = await refused([charge])
    expectError(rateless, 409, 'invoice_tax_class_without_rate')
    expect(rateless.body.which).toEqual(['constructor'])
    const at = await scene(server)
    const own = await chargeFor(at, await makeAccount(at))
    const taxClasses = [{ name: 'standard', category: 'E', rateBps: 0, reason: 'Art. 132' }]
    await at.owner.call(saveBillingIdentity, { body: { ...nobody, taxClasses } })
    const reply = await unchanged(server, () => at.owner.call(createClientInvoiceDraft, { body: draftBody([own]) }))
    expectError(reply, 409, 'invoice_tax_rate_contradicts_class')
  })

  test('409 for a total beyond the limit of an invoice', async () => {
    const reply = await refused([await chargeFor(world, account, { unitPriceMinor: Number.MAX_SAFE_INTEGER })])
    expectError(reply, 409, 'invoice_total_too_large')
    expect(reply.body.which).toEqual(['10718567113141779'])
  })

  test('replaces a void invoice of the same customer: 409 for another customer, or if it is not void; 404 for an unknown invoice', async () => {
    const charge = await chargeFor(world, account)
    const replacesInvoiceId = await draftOf(world, [charge])
    expectError(await refused([charge], { replacesInvoiceId }), 409, 'invoice_replaced_not_void')
    expectError(await refused([charge], { replacesInvoiceId: uuidv7() }), 404, 'invoice_replaced_not_found')
    await owner.call(voidClientInvoice, { id: replacesInvoiceId, body: { reason: 'Wrong' } })
    const body = draftBody([charge], { replacesInvoiceId })
    expect(await owner.call(createClientInvoiceDraft, { body })).toMatchObject({
      status: 201,
      body: { replacesInvoiceId },
    })
    const others = await chargeFor(world, await makeAccount(world, 'Umbrella'))
    expectError(await refused([others], { replacesInvoiceId }), 409, 'invoice_replaced_of_another_customer')
  })

  test('201 for an invoice that is due today or was due years ago, which is issued and changed late', async () => {
    const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
    for (const dueAt of [today, '2020-01-01T00:00:00.000Z']) {
      const reply = await member.call(createClientInvoiceDraft, {
        body: draftBody([await chargeFor(world, account)], { dueAt }),
      })
      expect(reply).toMatchObject({ status: 201, body: { dueAt } })
      expect(await member.call(issueClientInvoice, { id: idOf(reply) })).toMatchObject({
        status: 200,
        body: { status: 'final', dueAt },
      })
    }
    const late = await member.call(createClientInvoiceDraft, {
      body: draftBody([await chargeFor(world, account)], { dueAt: today }),
    })
    const id = idOf(late)
    const refusedIssue = await unchanged(server, () =>
      member.call(issueClientInvoice, { id, body: { dueAt: '1999-12-31T23:59:59Z' } }),
    )
    expectError(refusedIssue, 422, 'invoice_refused_by_constraint')
    expect(await member.call(issueClientInvoice, { id, body: { dueAt: '2098-01-02T00:00:00Z' } })).toMatchObject({
      status: 200,
      body: { status: 'final', dueAt: '2098-01-02T00:00:00.000Z' },
    })
  })

  test.each(['1999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00'])(
    '422 if a constraint refuses: due on %s',
    async (dueAt) => {
      expectError(await refused([await chargeFor(world, account)], { dueAt }), 422, 'invoice_refused_by_constraint')
    },
  )

  test.each([
    ['billableIds', { billableIds: [] }],
    ['billableIds', { billableIds: [account, account] }],
    ['buyerAddress', { buyerAddress: ' ' }],
    ['buyerAddress', { buyerAddress: 'x'.repeat(501) }],
    ['buyerLegalName', { buyerLegalName: 'Globex\u202e' }],
    ['buyerBillingEmail', { buyerBillingEmail: 'nobody' }],
    ['dueAt', { dueAt: 'soon' }],
    ['taxRatesBps.standard', { taxRatesBps: { standard: 10_001 } }],
  ])('400 names %s', async (path, change) => {
    const reply = await refused([uuidv7()], change)
    expect([reply.status, (reply.body.fields as { path: string }[] | undefined)?.[0]?.path]).toEqual([400, path])
  })

  test.each(['شركة المثال', 'Müller 🚀', 'x'.repeat(200), '<script>alert(1)</script>', '#set text(red)'])(
    '201 keeps the name %s as it is',
    async (buyerLegalName) => {
      const body = draftBody([await chargeFor(world, account)], { buyerLegalName })
      expect(await owner.call(createClientInvoiceDraft, { body })).toMatchObject({
        status: 201,
        body: { buyerLegalName },
      })
    },
  )
})

test('listClientInvoices 200 returns headers by customer and status, newest first, in pages', async () => {
  const own = await makeAccount(world, 'Hooli')
  const first = await issuedOf(world, [await chargeFor(world, own)])
  const second = await draftOf(world, [await chargeFor(world, own)])
  const list = (query: object) => member.call(listClientInvoices, { query: { clientAccountId: own, ...query } })
  expect((await list({})).body).toMatchObject([
    { id: second, status: 'draft', lines: [] },
    { id: first, status: 'final', lines: [] },
  ])
  expect((await list({ status: 'final' })).body).toMatchObject([{ id: first }])
  const page = await list({ limit: 1 })
  const cursor = /cursor=([^&>]+)/.exec(page.headers.get('link')!)![1]!
  expect((await list({ limit: 1, cursor })).body).toMatchObject([{ id: first }])
  const { caller } = await world.join('owner', { projectIds: [own] })
  expect(await caller.call(listClientInvoices)).toMatchObject({ status: 200, body: [] })
})

test('getClientInvoice 404 for a neighbour and a key restricted to projects, 403 for a client', async () => {
  const id = await draftOf(world, [await chargeFor(world, account)])
  const neighbour = await scene(server)
  const { caller } = await world.join('owner', { projectIds: [id] })
  expectError(await neighbour.owner.call(getClientInvoice, { id }), 404, 'not_found')
  expectError(await caller.call(getClientInvoice, { id }), 404, 'not_found')
  for (const one of [id, uuidv7()])
    expectError(await world.client.call(getClientInvoice, { id: one }), 403, 'forbidden')
})
