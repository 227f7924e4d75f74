import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { chargeFor, draftBody, draftOf, issuedOf, nobody } from '../../../testing/billing/billed-work.ts'
import { pixelBase64 } from '../../../testing/ai/pixel.ts'
import { makeAccount } from '../../../testing/clients/portals.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { publishWorkspaceBrandKit } from '../../accounts/brand/contract.ts'
import { correctBillable, listBillables, saveBillingIdentity, writeOffBillable } from '../billables/contract.ts'
import {
  createClientInvoiceDraft,
  getClientInvoice,
  getClientInvoiceLogo,
  issueClientInvoice,
  listClientInvoices,
  payClientInvoice,
  voidClientInvoice,
} from './contract.ts'
import { postingsIn } from './store-payments.ts'
import { issuedInOrder, openInvoicesAfter } from './store.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = await scene(server)
const { owner, member } = world
const account = await makeAccount(world)
const reason = { reason: 'The wrong customer' }
const charge = (change: object = {}) => chargeFor(world, account, change)
const draft = async (change: object = {}) => draftOf(world, [await charge(change)])
const issued = async () => issuedOf(world, [await charge()])
const correct = async (id: string, quantity: string) =>
  (await owner.call(correctBillable, { id, body: { description: 'Less', quantity, unitPriceMinor: 10_000 } })).body
    .id as string
const get = async (id: string) => (await owner.call(getClientInvoice, { id })).body
const statusesOf = async (ids: readonly string[]) => {
  const rows = (await owner.call(listBillables, { query: { clientAccountId: account } })).body as unknown
  return (rows as { id: string; status: string }[]).filter(({ id }) => ids.includes(id)).map(({ status }) => status)
}
const refused = (operation: typeof issueClientInvoice | typeof payClientInvoice, id: string, body: object = {}) =>
  unchanged(server, () => owner.call(operation, { id, body }))
const refusedToVoid = (id: string) => unchanged(server, () => owner.call(voidClientInvoice, { id, body: reason }))

describe('issueClientInvoice', () => {
  test('200, and its days stay in documents, bookings and reports, also after the workspace moves to another time zone', async () => {
    const at = await scene(server)
    const client = await makeAccount(at)
    const id = await issuedOf(at, [await chargeFor(at, client)])
    const drafted = await draftOf(at, [await chargeFor(at, client)])
    await asOwner(
      server,
      `with off as (select set_config('session_replication_role', 'replica', true))
       update client_invoice set issued_at = '2026-12-31T23:30:00Z', due_at = '2027-01-14T23:30:00Z' from off where id = $1`,
      [id],
    )
    await asOwner(server, "update workspace set time_zone = 'Europe/Berlin' where id = $1", [at.workspace])
    const rows = 10
    const within = <T>(read: (tx: Transaction) => Promise<T>) => server.parts.database.within(at.workspace, read)
    const zoneOf = async (which: string) => (await at.owner.call(getClientInvoice, { id: which })).body.timeZone
    expect([await zoneOf(id), await zoneOf(drafted)]).toEqual(['UTC', 'Europe/Berlin'])
    const day = { from: '2026-12-31', to: '2026-12-31' }
    const next = { from: '2027-01-01', to: '2027-01-01' }
    const booked = [{ id, day: '2026-12-31', dueDay: '2027-01-14' }]
    expect(await within((tx) => postingsIn(tx, { ...day, rows }))).toMatchObject(booked)
    expect(await within((tx) => postingsIn(tx, { ...next, rows }))).toEqual([])
    expect(await within((tx) => issuedInOrder(tx, { ...day, after: 0, rows }))).toMatchObject([{ id }])
    expect(await within((tx) => issuedInOrder(tx, { ...next, after: 0, rows }))).toEqual([])
    const first = '00000000-0000-0000-0000-000000000000'
    expect(await within((tx) => openInvoicesAfter(tx, { after: first, rows }))).toMatchObject([
      { id, issuedDay: '2026-12-31', dueDay: '2027-01-14' },
    ])
  })

  test('200 assigns the next number, freezes seller and logo, and bills the named lines', async () => {
    const at = await scene(server)
    const id = await draftOf(at, [await chargeFor(at, await makeAccount(at))])
    const kit = { name: 'Northwind', logo: { contentBase64: pixelBase64 } }
    const publish = (draft: object) =>
      at.owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled: false } })
    expect((await publish(kit)).status).toBe(200)
    const format = { prefix: 'INV-', withYear: true, digits: 5 }
    const body = { ...nobody, legalName: 'Northwind GmbH', vatId: 'DE123456788', numberFormat: format }
    await at.owner.call(saveBillingIdentity, { body })
    const reply = await at.member.call(issueClientInvoice, { id })
    const invoiceNumber = `INV-${new Date().getUTCFullYear()}-00001`
    const expected = {
      status: 'final',
      invoiceNumber,
      invoiceSequence: 1,
      logoMediaType: 'image/png',
      sellerLegalName: 'Northwind GmbH',
      sellerVatId: 'DE123456788',
      paidAt: null,
      voidedAt: null,
      lines: [{ position: 1 }],
    }
    expect(reply).toMatchObject({ status: 200, body: expected })
    await publish({ name: 'Northwind' })
    await at.owner.call(saveBillingIdentity, { body: { ...nobody, legalName: 'Other' } })
    expect((await at.owner.call(getClientInvoice, { id })).body).toEqual(reply.body)
    const logo = await at.owner.open(getClientInvoiceLogo, { id })
    expect([logo.headers.get('content-type'), logo.headers.get('x-content-type-options')]).toEqual([
      'image/png',
      'nosniff',
    ])
    expect(Buffer.from(await new Response(logo.body).arrayBuffer()).toString('base64')).toBe(pixelBase64)
    expect((await auditOf(server, at.workspace, id)).at(-1)).toMatchObject({
      action: 'client_invoice.issue',
      details: { invoiceNumber, invoiceSequence: 1, totalMinor: 11_900 },
    })
    expect(await at.eventNames(id)).toEqual(['client_invoice.drafted', 'client_invoice.issued'])
  })

  test('200 for 50 drafts at once: the numbers have no gap and no twin, and dates follow them', async () => {
    const at = await scene(server)
    const clientAccountId = await makeAccount(at)
    const ids: string[] = []
    const draftOne = async () => draftOf(at, [await chargeFor(at, clientAccountId)])
    while (ids.length < 50)
      ids.push(...(await Promise.all([draftOne(), draftOne(), draftOne(), draftOne(), draftOne()])))
    const { statuses } = await racing(ids.length, (nth) => at.owner.call(issueClientInvoice, { id: ids[nth]! }))
    expect(statuses).toEqual({ 200: 50 })
    const rows = await at.rows('client_invoice')
    const inOrder = rows.toSorted((one, other) => Number(one.invoice_sequence) - Number(other.invoice_sequence))
    expect(inOrder.map((row) => Number(row.invoice_sequence))).toEqual(ids.map((_id, nth) => nth + 1))
    expect(new Set(rows.map((row) => row.invoice_number)).size).toBe(50)
    const times = inOrder.map((row) => (row.issued_at as Date).getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  test('409 for all but one caller when several issue one draft, or two drafts of the same charge', async () => {
    const id = await draft()
    expect((await racing(6, () => owner.call(issueClientInvoice, { id }))).statuses).toEqual({ 200: 1, 409: 5 })
    expectError(await refused(issueClientInvoice, id), 409, 'invoice_not_a_draft')
    const one = await charge()
    const twins = [await draftOf(world, [one]), await draftOf(world, [one])]
    const { statuses } = await racing(2, (at) => owner.call(issueClientInvoice, { id: twins[at]! }))
    expect(statuses).toEqual({ 200: 1, 409: 1 })
    const second = (await get(twins[0]!)).status === 'draft' ? twins[0]! : twins[1]!
    const reply = await refused(issueClientInvoice, second)
    expectError(reply, 409, 'invoice_billable_invoiced')
    expect(reply.body.which).toEqual([one])
  })

  test('409 for a header that does not reconcile with its lines, and for one without lines', async () => {
    const id = await draft()
    await asOwner(server, 'update client_invoice set net_minor = 9999, total_minor = 11899 where id = $1', [id])
    expectError(await refused(issueClientInvoice, id), 409, 'invoice_not_reconciled')
    await asOwner(server, 'delete from client_invoice_line where invoice_id = $1', [id])
    expectError(await refused(issueClientInvoice, id), 409, 'invoice_without_lines')
  })

  test('409 for a correction made after the draft, a charge written off, and a correction without its charge', async () => {
    const corrected = await charge()
    const gone = await charge()
    const early = await draftOf(world, [corrected])
    const lost = await draftOf(world, [gone])
    const less = await correct(corrected, '-0.5')
    const missing = await refused(issueClientInvoice, early)
    expectError(missing, 409, 'invoice_correction_missing')
    expect(missing.body.which).toEqual([less])
    await owner.call(writeOffBillable, { id: gone, body: { reason: 'Agreed' } })
    expectError(await refused(issueClientInvoice, lost), 409, 'invoice_billable_written_off')
    const first = await issuedOf(world, [corrected, less])
    const back = await correct(corrected, '-0.5')
    const credit = await draftOf(world, [back])
    await owner.call(voidClientInvoice, { id: first, body: reason })
    expectError(await refused(issueClientInvoice, credit), 409, 'invoice_charge_never_invoiced')
  })

  test('422 if a constraint refuses: a due date that no document can have', async () => {
    const id = await draft()
    const body = { dueAt: '0001-01-01T00:00:00Z' }
    expectError(await refused(issueClientInvoice, id, body), 422, 'invoice_refused_by_constraint')
    expect(await get(id)).toMatchObject({ status: 'draft', invoiceNumber: null })
  })
})

describe('payClientInvoice', () => {
  test('200 settles with an audit action of its own; 409 for all but one at once, and for a draft', async () => {
    const id = await issued()
    const body = { paidAt: '2026-01-05T00:00:00Z', paymentReference: 'Statement 7' }
    const { statuses, replies } = await racing(5, () => member.call(payClientInvoice, { id, body }))
    expect(statuses).toEqual({ 200: 1, 409: 4 })
    const paid = { status: 'paid', paidAt: '2026-01-05T00:00:00.000Z', paymentReference: 'Statement 7' }
    expect(replies.find(({ status }) => status === 200)!.body).toMatchObject({ ...paid, lines: [{ position: 1 }] })
    expect(await world.auditActions(id)).toEqual([
      'client_invoice.draft',
      'client_invoice.issue',
      'client_invoice.settle_out_of_band',
    ])
    expect((await world.eventNames(id)).slice(-2)).toEqual(['client_invoice.paid', 'client_invoice.payment_recorded'])
    expectError(await refused(payClientInvoice, id), 409, 'invoice_not_payable')
    expectError(await refused(payClientInvoice, await draft()), 409, 'invoice_not_payable')
    expectError(await refusedToVoid(id), 409, 'invoice_paid')
  })

  test('200 without a body is paid now; 422 if a constraint refuses: at a time that is still to come', async () => {
    const id = await issued()
    expectError(
      await refused(payClientInvoice, id, { paidAt: '2199-01-01T00:00:00Z' }),
      422,
      'invoice_refused_by_constraint',
    )
    expect(await owner.call(payClientInvoice, { id })).toMatchObject({
      status: 200,
      body: { paidAt: expect.any(String) as string, paymentReference: null },
    })
  })
})

describe('voidClientInvoice', () => {
  test('200 keeps the number, opens its billables, and lets another invoice replace it; 409 a second time', async () => {
    const billed = await charge()
    const id = await issuedOf(world, [billed])
    const { invoiceNumber } = await get(id)
    const reply = await member.call(voidClientInvoice, { id, body: reason })
    expect(reply).toMatchObject({ status: 200, body: { status: 'void', invoiceNumber, voidReason: reason.reason } })
    expect(await statusesOf([billed])).toEqual(['open'])
    expect((await auditOf(server, world.workspace, id)).at(-1)).toMatchObject({
      action: 'client_invoice.void',
      details: reason,
    })
    expectError(await refusedToVoid(id), 409, 'invoice_void')
    expectError(await refused(payClientInvoice, id), 409, 'invoice_not_payable')
    expectError(await refused(issueClientInvoice, id), 409, 'invoice_not_a_draft')
    const body = draftBody([billed], { replacesInvoiceId: id })
    const next = (await owner.call(createClientInvoiceDraft, { body })).body.id as string
    expect(await owner.call(issueClientInvoice, { id: next })).toMatchObject({ body: { replacesInvoiceId: id } })
  })

  test('200 for a draft, which never had a number', async () => {
    const id = await draft()
    expect(await owner.call(voidClientInvoice, { id, body: reason })).toMatchObject({
      status: 200,
      body: { status: 'void', invoiceNumber: null, invoiceSequence: null },
    })
  })

  test('409 while a credit note takes back its charges; then the credit note first', async () => {
    const billed = await charge()
    const id = await issuedOf(world, [billed])
    const back = await correct(billed, '-1')
    const credit = await issuedOf(world, [back])
    const reply = await refusedToVoid(id)
    expectError(reply, 409, 'invoice_corrected')
    expect(reply.body.which).toEqual([back])
    for (const one of [credit, id])
      expect((await owner.call(voidClientInvoice, { id: one, body: reason })).status).toBe(200)
    expect(await statusesOf([billed, back])).toEqual(['open', 'open'])
  })

  test('of issuing and voiding a draft at once, either comes first, and the other meets its result', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await draft()
      const calls = [
        () => owner.call(issueClientInvoice, { id }),
        () => owner.call(voidClientInvoice, { id, body: reason }),
      ]
      const { replies } = await racing(2, (at) => calls[at]!())
      const { status, invoiceNumber } = await get(id)
      expect([status, replies[1]!.status, replies[0]!.status]).toEqual([
        'void',
        200,
        invoiceNumber === null ? 409 : 200,
      ])
    }
  })

  test('422 if a constraint refuses', async () => {
    const id = await issued()
    const rule = `alter table client_invoice add constraint kept check (id <> '${id}' or status <> 'void')`
    await asOwner(server, rule)
    const reply = await refusedToVoid(id)
    await asOwner(server, 'alter table client_invoice drop constraint kept')
    expectError(reply, 422, 'invoice_refused_by_constraint')
  })
})

test('void and replace keep the billed amount equal to the charged and corrected one', async () => {
  const own = await makeAccount(world, 'Ledger')
  const charges = [await chargeFor(world, own), await chargeFor(world, own, { quantity: '0.335' })]
  const first = await issuedOf(world, charges)
  await owner.call(voidClientInvoice, { id: first, body: reason })
  const body = draftBody(charges, { replacesInvoiceId: first })
  const second = (await owner.call(createClientInvoiceDraft, { body })).body.id as string
  await owner.call(issueClientInvoice, { id: second })
  await issuedOf(world, [await correct(charges[0]!, '-1')])
  const rows = (await owner.call(listClientInvoices, { query: { clientAccountId: own } })).body as unknown
  const billed = (rows as { status: string; netMinor: number }[]).filter(({ status }) => status !== 'void')
  expect(billed.map(({ netMinor }) => netMinor)).toEqual([-10_000, 13_350])
})

test('the database keeps an issued invoice: its lines, its amounts, its number and the sequence', async () => {
  const id = await issued()
  const { invoiceSequence } = await get(id)
  const broken = [
    `update client_invoice set net_minor = net_minor + 1, total_minor = total_minor + 1 where id = '${id}'`,
    `update client_invoice set invoice_number = 'other' where id = '${id}'`,
    `update client_invoice set status = 'draft' where id = '${id}'`,
    `insert into client_invoice_line select workspace_id, invoice_id, position + 1, client_account_id, currency,
       '${await charge()}', description, quantity, unit, unit_price_minor, amount_minor, tax_class, category, rate_bps, reason
       from client_invoice_line where invoice_id = '${id}'`,
    `update client_invoice set status = 'final', invoice_sequence = ${Number(invoiceSequence) + 2}, invoice_number = 'gap',
       issued_at = now(), issued_by = created_by where id = '${await draft()}'`,
    `update billable set invoice_id = '${id}' where id = '${await charge()}'`,
  ]
  for (const text of broken)
    await expect(asOwner(server, text)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) as string })
})

test.each([
  ['issue', issueClientInvoice, {}],
  ['pay', payClientInvoice, {}],
  ['void', voidClientInvoice, reason],
  ['logo', getClientInvoiceLogo, undefined],
] as const)(
  '%s: 404 for a neighbour, 403 for a client with any id, and nothing for a key restricted to projects',
  async (_name, operation, body) => {
    const id = await draft()
    const neighbour = await scene(server)
    const { caller } = await world.join('owner', { projectIds: [id] })
    const input = (one: string) => ({ id: one, ...(body && { body }) })
    await unchanged(server, async () => {
      expectError(await neighbour.owner.call(operation, input(id)), 404, 'not_found')
      const narrow = await caller.call(operation, input(id))
      expect([narrow.status, narrow.body.code]).toEqual(
        operation === getClientInvoiceLogo ? [404, 'not_found'] : [403, 'forbidden'],
      )
      for (const one of [id, uuidv7()]) expectError(await world.client.call(operation, input(one)), 403, 'forbidden')
      expectError(await owner.call(operation, input(uuidv7())), 404, 'not_found')
    })
  },
)

test.each([{}, { reason: '' }, { reason: 'x'.repeat(501) }])('voidClientInvoice 400 for %j', async (body) => {
  const id = await draft()
  const reply = await unchanged(server, () => owner.call(voidClientInvoice, { id, body }))
  expect(reply).toMatchObject({ status: 400, body: { fields: [{ path: 'reason' }] } })
})
