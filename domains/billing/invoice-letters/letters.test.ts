import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit-chain.ts'
import { chargeFor, draftBody, draftOf, wholeBuyer, wholeSeller } from '../../../testing/billing.ts'
import { holdRow } from '../../../testing/held.ts'
import { connectTo, paymentServer } from '../../../testing/payments/world.ts'
import { makeAccount, openPortalOf, seatOf } from '../../../testing/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/scheduled.ts'
import { asOwner } from '../../../testing/state.ts'
import { correctBillable, saveBillingIdentity, saveClientBillingIdentity } from '../billables/contract.ts'
import { getClientInvoicePdf, getClientInvoiceXml } from '../documents/contract.ts'
import {
  createClientInvoiceDraft,
  getClientInvoice,
  issueClientInvoice,
  payClientInvoice,
  voidClientInvoice,
} from '../invoices/contract.ts'
import { listClientInvoiceLetters, sendClientInvoice } from './contract.ts'
import { keepOutcomes } from './jobs/keep-outcomes.ts'

const taken: Email[] = []
const gate: { answer: Error | undefined } = { answer: undefined }
const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
const taker = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  onRcptTo: (_address, _session, done) => done(gate.answer),
  onData: (stream, _session, done) => {
    const keep = async () => void taken.push(await PostalMime.parse(await buffer(stream)))
    keep().then(() => done(), done)
  },
})
taker.listen(0, '127.0.0.1')
await once(taker.server, 'listening')
const { port } = taker.server.address() as { readonly port: number }
afterAll(() => new Promise<void>((resolve) => taker.close(resolve)))
const { server } = await paymentServer({
  ATELIER_SMTP_URL: `smtp://127.0.0.1:${port}`,
  ATELIER_MAIL_FROM: 'Atelier <mail@example.com>',
})

const recipient = 'billing@globex.example'
const world = async (buyer: object = wholeBuyer) => {
  const at = await scene(server)
  const account = await makeAccount(at)
  await at.owner.call(saveBillingIdentity, { body: wholeSeller })
  await at.owner.call(saveClientBillingIdentity, { clientAccountId: account, body: buyer })
  const issued = async (draft: object = {}, charge: object = {}) =>
    issuedOf([await chargeFor(at, account, charge)], draft)
  const issuedOf = async (billableIds: readonly string[], draft: object = {}) => {
    const body = draftBody(billableIds, { buyerBillingEmail: recipient, ...draft })
    const id = (await at.owner.call(createClientInvoiceDraft, { body })).body.id as string
    expect((await at.owner.call(issueClientInvoice, { id })).status).toBe(200)
    return id
  }
  const send = (id: string, caller = at.owner) => caller.call(sendClientInvoice, { id })
  const refused = (id: string, caller = at.owner) => unchanged(server, () => send(id, caller))
  const letters = async (id: string) => (await at.member.call(listClientInvoiceLetters, { id })).body
  return { at, account, issued, issuedOf, send, refused, letters }
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const attachedTo = (mail: Email) =>
  mail.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer)])

beforeEach(() => {
  taken.length = 0
  gate.answer = undefined
})

test('201 sends the PDF and the XML to the billing address, in the brand, with the way to pay; again when asked', async () => {
  const { at, issued, send, letters } = await world()
  await connectTo(at, 'stripe')
  const slug = await openPortalOf(at)
  const id = await issued()
  const first = await send(id, at.member)
  expect(first).toMatchObject({
    status: 201,
    body: {
      ...{ invoiceId: id, kind: 'invoice', recipient, language: 'en', attached: ['pdf', 'xml'], xmlOmitted: null },
      ...{ xmlLacks: [], payLink: 'given', state: 'sent', reason: null, endedAt: expect.any(String) as string },
    },
  })
  const [mail] = taken
  const number = `${new Date().getUTCFullYear()}-0001`
  expect(mail).toMatchObject({
    ...{ subject: `Invoice ${number} from Northwind`, to: [{ name: 'Globex SA', address: recipient }] },
    ...{ from: { name: 'Northwind via Atelier' }, replyTo: [{ address: 'accounts@northwind.example' }] },
  })
  expect(mail!.text).toContain(`for EUR 119.00.`)
  expect(mail!.text).toContain('Please pay it by 3 April 2099.')
  expect(mail!.text).toContain(`Pay online:\n${server.baseUrl}/console/portal/${slug}/invoices/${id}`)
  expect(attachedTo(mail!)).toEqual([
    [`${number}.pdf`, await bytesOf(await at.owner.open(getClientInvoicePdf, { id }))],
    [`${number}.xml`, await bytesOf(await at.owner.open(getClientInvoiceXml, { id }))],
  ])
  expect((await send(id)).status).toBe(201)
  expect(await letters(id)).toMatchObject([{ state: 'sent' }, { id: first.body.id as string, state: 'sent' }])
  expect(taken).toHaveLength(2)
  const rows = await auditOf(server, at.workspace, id)
  expect(rows.at(-1)).toMatchObject({
    ...{ action: 'client_invoice.send', details: { attached: ['pdf', 'xml'], payLink: 'given', language: 'en' } },
  })
  expect(JSON.stringify(rows)).not.toContain(recipient)
  expect(await at.eventNames(id)).toContain('client_invoice.letter_written')
})

test('201 once for a repeated idempotency key', async () => {
  const { at, issued, letters } = await world()
  const id = await issued()
  const headers = { 'idempotency-key': 'send-once-0001' }
  const [one, two] = [
    await at.owner.call(sendClientInvoice, { id, headers }),
    await at.owner.call(sendClientInvoice, { id, headers }),
  ]
  expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
  expect([taken.length, (await letters(id)).length]).toEqual([1, 1])
})

test('201 in German, without the XML that lacks an address, and without a link where nobody can pay online', async () => {
  const { issued, send } = await world({ ...wholeBuyer, address: null, language: 'de' })
  const { body } = await send(await issued())
  expect(body).toMatchObject({
    ...{ language: 'de', attached: ['pdf'], xmlOmitted: 'invoice_lacks_fields', xmlLacks: ['buyerPostalAddress'] },
    payLink: 'not_payable',
  })
  const [mail] = taken
  expect(mail!.subject).toMatch(/^Rechnung \d{4}-0001 von Northwind GmbH$/)
  expect(mail!.text).toContain('über EUR 119,00.')
  expect(mail!.text).toContain('Bitte zahlen Sie sie bis zum 3. April 2099.')
  expect(mail!.text).toContain('Gesendet an billing@globex.example von Northwind GmbH mit Atelier.')
  expect(mail!.text).not.toContain('http')
  expect(mail!.attachments).toHaveLength(1)
})

test('201 of a paid invoice says that it is paid; of a credit note, that nothing is to pay; with no portal, no link', async () => {
  const { at, issued, issuedOf, send } = await world()
  await connectTo(at, 'stripe')
  const paid = await issued()
  expect((await send(paid)).body.payLink).toBe('no_portal')
  await at.owner.call(payClientInvoice, { id: paid })
  expect((await send(paid)).body).toMatchObject({ state: 'sent', payLink: 'not_payable' })
  expect(taken[1]!.text).toContain('There is nothing left to pay.')
  expect(taken[1]!.text).not.toContain('Please pay')
  const [line] = (await at.owner.call(getClientInvoice, { id: paid })).body.lines as { billableId: string }[]
  const credit = { description: 'Given back', quantity: '-1', unitPriceMinor: 10_000 }
  const correction = await at.owner.call(correctBillable, { id: line!.billableId, body: credit })
  await send(await issuedOf([correction.body.id as string]))
  expect(taken[2]!.subject).toMatch(/^Credit note /)
  expect(taken[2]!.text).toContain('for EUR 119.00.\n\nThere is nothing for you to pay.')
})

test('201 for what the server refuses; the list keeps its words without addresses, and an event tells of it', async () => {
  const { at, issued, send, letters } = await world()
  const id = await issued()
  gate.answer = refusal(550, 'No mailbox billing@globex.example here')
  const { status, body } = await send(id)
  expect([status, body.state]).toEqual([201, 'refused'])
  expect(body.reason).toMatch(/^RCPT TO: 550 No mailbox … here/)
  await keepOutcomes(server.parts, scheduledContext)
  await keepOutcomes(server.parts, scheduledContext)
  await asOwner(server, 'delete from mail where recipient = $1', [recipient])
  expect(await letters(id)).toMatchObject([{ state: 'refused', reason: body.reason, endedAt: body.endedAt }])
  const rows = (await auditOf(server, at.workspace, id)).filter(({ action }) => action === 'client_invoice.end_letter')
  expect(rows).toMatchObject([{ severity: 'warning', details: { letterId: body.id, outcome: 'refused' } }])
  expect((await at.eventNames(id)).filter((name) => name === 'client_invoice.letter_ended')).toHaveLength(1)
})

test('a letter that waits is withdrawn when its invoice is paid, and goes when that is not', async () => {
  const { at, issued, send, letters } = await world()
  const [paid, open] = [await issued(), await issued()]
  gate.answer = refusal(451, 'Later')
  expect((await send(paid)).body).toMatchObject({ state: 'waiting', reason: expect.stringContaining('451') as string })
  expect((await send(open)).body).toMatchObject({ state: 'waiting', endedAt: null })
  await keepOutcomes(server.parts, scheduledContext)
  await at.owner.call(payClientInvoice, { id: paid })
  gate.answer = undefined
  await asOwner(server, `update mail set next_attempt_at = now() - interval '1 second' where state = 'queued'`)
  await server.parts.mailer.work(scheduledContext)
  expect([await letters(paid), await letters(open)]).toMatchObject([[{ state: 'withdrawn' }], [{ state: 'sent' }]])
  expect(taken.map(({ subject }) => subject)).toEqual([expect.stringContaining('-0002 from')])
  await asOwner(server, 'delete from mail where recipient = $1', [recipient])
  expect(await letters(open)).toMatchObject([{ state: 'removed' }])
})

test('404 for a neighbour’s invoice and for none; 403 for a client, of the own invoice too', async () => {
  const [{ at, account, issued, refused }, neighbour] = [await world(), await world()]
  const id = await issued()
  const { caller, userId } = await at.join('client')
  await seatOf(server, at, account, userId)
  expectError(await refused(id, caller), 403, 'forbidden')
  expectError(await unchanged(server, () => caller.call(listClientInvoiceLetters, { id })), 403, 'forbidden')
  for (const one of [id, crypto.randomUUID(), 'none'])
    for (const operation of [sendClientInvoice, listClientInvoiceLetters])
      expectError(await unchanged(server, () => neighbour.at.owner.call(operation, { id: one })), 404, 'not_found')
  expect(taken).toEqual([])
})

test('409 for a draft, a void invoice, one without an address, and totals that are not those of the lines', async () => {
  const { at, account, issued, refused } = await world()
  expectError(await refused(await draftOf(at, [await chargeFor(at, account)])), 409, 'invoice_not_issued')
  const [gone, mute, wrong] = [await issued(), await issued({ buyerBillingEmail: null }), await issued()]
  await at.owner.call(voidClientInvoice, { id: gone, body: { reason: 'Wrong' } })
  expectError(await refused(gone), 409, 'invoice_is_void')
  expectError(await refused(mute), 409, 'invoice_without_billing_email')
  await asOwner(server, 'alter table client_invoice disable trigger client_invoice_change')
  await asOwner(server, 'update client_invoice set net_minor = 9999, total_minor = 11899 where id = $1', [wrong])
  await asOwner(server, 'alter table client_invoice enable trigger client_invoice_change')
  expectError(await refused(wrong), 409, 'invoice_not_reconciled')
})

test('409 for an invoice that is paid while its letter is being written, and nothing is sent', async () => {
  const { issued, send, letters } = await world()
  const id = await issued()
  const held = await holdRow(server, 'client_invoice', id)
  const sending = send(id)
  await held.someoneWaits()
  await held.releaseWith(
    `update client_invoice set status = 'paid', paid_at = now(), settled_at = now(), settled_by = created_by where id = $1`,
  )
  expectError(await sending, 409, 'invoice_changed')
  expect([await letters(id), taken]).toEqual([[], []])
})

test('415 for what the PDF cannot show', async () => {
  const { issued, refused } = await world()
  const reply = await refused(await issued({}, { description: 'عربي' }))
  expectError(reply, 415, 'invoice_not_encodable')
  expect(reply.body).toMatchObject({ field: 'lines[0].description' })
})
