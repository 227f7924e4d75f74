import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { chargeFor, draftOf, issuedOf } from '../../../testing/billing/billed-work.ts'
import { makeAccount, makeAccountProject, seated, seatOf } from '../../../testing/clients/portals.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { archiveClientAccount } from '../../accounts/clients/contract/accounts.ts'
import { removeClientPortalMember } from '../../accounts/clients/contract/portals.ts'
import { getClientInvoicePdf } from '../documents/contract.ts'
import { getClientInvoice, listClientInvoices, payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { getPortalInvoice, getPortalInvoicePdf, listPortalInvoices } from './contract.ts'

type PdfOperation = typeof getClientInvoicePdf | typeof getPortalInvoicePdf

const server = await testServer({ ATELIER_ROLE: 'server' })
const { scene: at, accountId, userId, holder, projectId } = await seated(server)
const planted = 'quince-7719'
const charge = (account = accountId, description = 'Opening hours') => chargeFor(at, account, { description })
const idsOf = (body: unknown) => (body as { id: string }[]).map(({ id }) => id)

describe('listPortalInvoices', () => {
  test('200 has only the issued invoices of the own accounts, newest first, and no note of the agency', async () => {
    const issued = await issuedOf(at, [await charge()])
    const paid = await issuedOf(at, [await charge()])
    await at.owner.call(payClientInvoice, { id: paid, body: { paymentReference: planted } })
    const voided = await issuedOf(at, [await charge()])
    await at.owner.call(voidClientInvoice, { id: voided, body: { reason: planted } })
    await draftOf(at, [await charge(accountId, planted)])
    const discarded = await draftOf(at, [await charge(accountId, planted)])
    await at.owner.call(voidClientInvoice, { id: discarded, body: { reason: planted } })
    const neighbour = await makeAccount(at, 'Initech')
    await issuedOf(at, [await charge(neighbour, planted)])
    const reply = await holder.call(listPortalInvoices)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject([
      { id: voided, status: 'void', firstLine: 'Opening hours', lineCount: 1, lines: [] },
      { id: paid, status: 'paid', totalMinor: 11_900 },
      { id: issued, status: 'final', clientAccountId: accountId },
    ])
    const whole = await Promise.all([issued, paid, voided].map((id) => holder.call(getPortalInvoice, { id })))
    const bytes = JSON.stringify([reply, ...whole])
    expect(bytes).toContain('Opening hours')
    for (const word of [
      planted,
      neighbour,
      discarded,
      'billableId',
      'paymentReference',
      'voidReason',
      'buyerBillingEmail',
    ])
      expect(bytes).not.toContain(word)
  })

  test('200 is empty for the agency, for a grant on a project of the account, and for a key that names projects', async () => {
    const stranger = await at.join('client')
    await at.grant(projectId, stranger.userId, 'steer')
    const narrow = await at.join('client', { projectIds: [projectId] })
    await seatOf(server, at, accountId, narrow.userId)
    for (const caller of [at.owner, at.member, stranger.caller, narrow.caller])
      expect(await caller.call(listPortalInvoices)).toMatchObject({ status: 200, body: [] })
  })

  test('200 ends with the seat', async () => {
    const leaving = await at.join('client')
    await seatOf(server, at, accountId, leaving.userId)
    const other = await makeAccount(at, 'Hooli')
    await seatOf(server, at, other, leaving.userId)
    const theirs = await issuedOf(at, [await charge(other)])
    expect(idsOf((await leaving.caller.call(listPortalInvoices)).body)).toContain(theirs)
    await at.owner.call(removeClientPortalMember, { id: other, userId: leaving.userId })
    const left = await leaving.caller.call(listPortalInvoices)
    expect(idsOf(left.body)).not.toContain(theirs)
    expectError(await leaving.caller.call(getPortalInvoice, { id: theirs }), 404, 'not_found')
  })

  test('200 in pages, each invoice once', async () => {
    const page = await holder.call(listPortalInvoices, { query: { limit: 2 } })
    const cursor = new URL(/<([^>]+)>/.exec(page.headers.get('link')!)![1]!, server.baseUrl).searchParams.get('cursor')!
    const next = await holder.call(listPortalInvoices, { query: { limit: 2, cursor } })
    const all = await holder.call(listPortalInvoices)
    expect([...idsOf(page.body), ...idsOf(next.body)]).toEqual(idsOf(all.body).slice(0, 3))
  })
})

describe('getPortalInvoice', () => {
  test('200 has every line as it was issued', async () => {
    const id = await issuedOf(at, [await charge(), await charge(accountId, 'Wishlist')])
    expect(await holder.call(getPortalInvoice, { id })).toMatchObject({
      status: 200,
      body: {
        invoiceNumber: expect.stringMatching(/^\d{4}-\d{4}$/),
        netMinor: 20_000,
        taxMinor: 3_800,
        lines: [{ position: 1 }, { position: 2, description: 'Wishlist', amountMinor: 10_000 }],
      },
    })
  })

  test('404 is equal for a draft, another account’s, another workspace’s, an unknown and an invalid id', async () => {
    const elsewhere = await scene(server)
    const ids = [
      await draftOf(at, [await charge()]),
      await issuedOf(at, [await charge(await makeAccount(at, 'Umbrella'))]),
      await issuedOf(elsewhere, [await chargeFor(elsewhere, await makeAccount(elsewhere))]),
      uuidv7(),
      'not-an-id',
    ]
    for (const one of [getPortalInvoice, getPortalInvoicePdf]) {
      const replies = await Promise.all(ids.map((id) => holder.call(one, { id })))
      for (const reply of replies) expectError(reply, 404, 'not_found')
      expect(new Set(replies.map((reply) => JSON.stringify({ ...reply.body, requestId: null }))).size).toBe(1)
    }
  })

  test('404 for the agency and for a grant on the project that was billed', async () => {
    const project = await makeAccountProject(at, accountId)
    const id = await issuedOf(at, [await charge()])
    const granted = await at.join('client')
    await at.grant(project, granted.userId, 'view')
    for (const caller of [at.owner, granted.caller])
      for (const one of [getPortalInvoice, getPortalInvoicePdf])
        expectError(await caller.call(one, { id }), 404, 'not_found')
  })

  test('403 stays the answer of the agency’s operations to a client with a seat', async () => {
    const id = await issuedOf(at, [await charge()])
    expectError(await holder.call(getClientInvoice, { id }), 403, 'forbidden')
    expectError(await holder.call(listClientInvoices), 403, 'forbidden')
    expectError(await holder.call(getClientInvoicePdf, { id }), 403, 'forbidden')
  })

  test('404 once the account is archived, which ends its seats', async () => {
    const own = await makeAccount(at, 'Stark')
    await seatOf(server, at, own, userId)
    const id = await issuedOf(at, [await charge(own)])
    expect((await holder.call(getPortalInvoice, { id })).status).toBe(200)
    await at.owner.call(archiveClientAccount, { id: own })
    expectError(await holder.call(getPortalInvoice, { id }), 404, 'not_found')
  })
})

describe('getPortalInvoicePdf', () => {
  const pdfFor = async (caller: typeof holder, operation: PdfOperation, id: string) => {
    const reply = await caller.open(operation, { id })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    return Buffer.from(await reply.arrayBuffer()).toString('latin1')
  }

  test('200 is the page of the agency, but without the reason of voiding', async () => {
    const id = await issuedOf(at, [await charge()])
    const agencys = () => pdfFor(at.owner, getClientInvoicePdf, id)
    const clients = () => pdfFor(holder, getPortalInvoicePdf, id)
    expect(await clients()).toBe(await agencys())
    await at.owner.call(voidClientInvoice, { id, body: { reason: `${planted} — an agency’s note` } })
    // The reason is outside Latin-1, which only the agency’s page refuses.
    expectError(await at.owner.call(getClientInvoicePdf, { id }), 415, 'invoice_not_encodable')
    expect(await clients()).toMatch(/^%PDF/)
  })

  test('409 for totals that do not match the lines, and 415 for characters that it cannot show', async () => {
    const id = await issuedOf(at, [await charge(accountId, 'Wunschliste – עברית')])
    expectError(await holder.call(getPortalInvoicePdf, { id }), 415, 'invoice_not_encodable')
    await asOwner(server, 'alter table client_invoice disable trigger client_invoice_change')
    await asOwner(server, 'update client_invoice set net_minor = 9999, total_minor = 11899 where id = $1', [id])
    await asOwner(server, 'alter table client_invoice enable trigger client_invoice_change')
    expectError(await holder.call(getPortalInvoicePdf, { id }), 409, 'invoice_not_reconciled')
  })
})
