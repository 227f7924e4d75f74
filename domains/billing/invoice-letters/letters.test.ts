import { randomBytes } from 'node:crypto'
import type { Email } from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { chargeFor, draftOf, wholeBuyer } from '../../../testing/billing/billed-work.ts'
import { holdRow } from '../../../testing/runs/held-commands.ts'
import { lateFrom } from '../../../testing/console/late-pages.ts'
import { letterServer, letterWorld, proved, recipient } from '../../../testing/billing/invoice-letters.ts'
import { connectTo } from '../../../testing/payments/world.ts'
import { streamsOf } from '../../../testing/ai/pdf-streams.ts'
import { openPortalOf, seatOf } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { correctBillable } from '../billables/contract.ts'
import { unpublishDeliverable } from '../../delivery/deliverables/contract.ts'
import { getClientInvoicePdf, getClientInvoiceXml } from '../documents/contract.ts'
import {
  getClientInvoiceEvidence,
  getClientInvoiceEvidencePdf,
  getPortalInvoiceEvidencePdf,
} from '../evidence/contract.ts'
import { getClientInvoice, payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { listClientInvoiceLetters, sendClientInvoice } from './contract.ts'
import { keepOutcomes } from './jobs/keep-outcomes.ts'
import { isLong } from '../../../testing/soak.ts'

const { server, taken, gate } = await letterServer()
const world = (buyer?: object) => letterWorld(server, buyer)
const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
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
      invoiceId: id,
      kind: 'invoice',
      recipient,
      language: 'en',
      attached: ['pdf', 'xml'],
      xmlOmitted: null,
      xmlLacks: [],
      payLink: 'given',
      state: 'sent',
      reason: null,
      endedAt: expect.any(String) as string,
    },
  })
  const [mail] = taken
  const number = `${new Date().getUTCFullYear()}-0001`
  expect(mail).toMatchObject({
    subject: `Invoice ${number} from Northwind: €119.00`,
    to: [{ name: 'Globex SA', address: recipient }],
    from: { name: 'Northwind via Atelier' },
    replyTo: [{ address: 'accounts@northwind.example' }],
  })
  expect(mail!.text).toContain(`Hello Globex SA,\n\nHere is invoice ${number} for €119.00, issued on `)
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
    action: 'client_invoice.send',
    details: { attached: ['pdf', 'xml'], payLink: 'given', language: 'en' },
  })
  expect(JSON.stringify(rows)).not.toContain(recipient)
  expect(await at.eventNames(id)).toContain('client_invoice.letter_written')
})

test('201 once for a repeated idempotency key', async () => {
  const { at, issued, letters } = await world()
  const id = await issued()
  const headers = { 'idempotency-key': 'send-once-0001' }
  const one = await at.owner.call(sendClientInvoice, { id, headers })
  const two = await at.owner.call(sendClientInvoice, { id, headers })
  expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
  expect([taken.length, (await letters(id)).length]).toEqual([1, 1])
})

test('201 in German, without the XML that lacks an address, and without a link if online payment is off', async () => {
  const { issued, send } = await world({ ...wholeBuyer, address: null, language: 'de' })
  const { body } = await send(await issued())
  expect(body).toMatchObject({
    language: 'de',
    attached: ['pdf'],
    xmlOmitted: 'invoice_lacks_fields',
    xmlLacks: ['buyerPostalAddress'],
    payLink: 'not_payable',
  })
  const [mail] = taken
  expect(mail!.subject).toMatch(/^Rechnung \d{4}-0001 von Northwind GmbH: 119,00 €$/)
  expect(mail!.text).toContain('Guten Tag Globex SA,')
  expect(mail!.text).toContain('über 119,00 €.')
  expect(mail!.text).toContain('Bitte zahlen Sie den Betrag bis zum 3. April 2099.')
  expect(mail!.text).toContain('Gesendet an billing@globex.example von Northwind GmbH mit Atelier.')
  expect(mail!.text).not.toContain('http')
  expect(mail!.attachments).toHaveLength(1)
})

test('201 of a paid invoice reports it as paid; of a credit note, that nothing is to pay; with no portal, no link', async () => {
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
  expect(taken[2]!.text).toMatch(/for €119\.00, issued on .*\.\n\nThere is nothing for you to pay\./)
})

test('201 for a refusal of the server; the list keeps its words without addresses, and has an event', async () => {
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
  const paid = await issued()
  const open = await issued()
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

test('409 for a draft, a void invoice, an invoice without an address, and totals that do not match the lines', async () => {
  const { at, account, issued, refused } = await world()
  expectError(await refused(await draftOf(at, [await chargeFor(at, account)])), 409, 'invoice_not_issued')
  const gone = await issued()
  const mute = await issued({ buyerBillingEmail: null })
  const wrong = await issued()
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

test('415 for characters that the PDF cannot show', async () => {
  const { issued, refused } = await world()
  const reply = await refused(await issued({}, { description: 'عربي' }))
  expectError(reply, 415, 'invoice_not_encodable')
  expect(reply.body).toMatchObject({ field: 'lines[0].description' })
})

test('201 with evidence brings the pack that client and agency read, with its hash, and none of the agency’s words', async () => {
  const one = await world({ ...wholeBuyer, language: 'de' })
  const { at, account, sendProved, letters } = one
  const { id } = await proved(server, one)
  const { caller: holder, userId } = await at.join('client')
  await seatOf(server, at, account, userId)
  const told = await at.member.call(getClientInvoiceEvidence, { id })
  const evidenceSha256 = told.body.sha256 as string
  const attached = ['pdf', 'xml', 'evidence']
  expect(await sendProved(id)).toMatchObject({ status: 201, body: { attached, evidenceSha256, state: 'sent' } })
  const [mail] = taken
  expect(mail!.text).toContain('Ein zweites PDF zeigt, worauf jede Position beruht.')
  const [, , [fileName, pdf]] = attachedTo(mail!) as [unknown, unknown, [string, Buffer]]
  expect(fileName).toMatch(/^\d{4}-0001-evidence\.pdf$/)
  for (const [caller, operation] of [
    [at.member, getClientInvoiceEvidencePdf],
    [holder, getPortalInvoiceEvidencePdf],
  ] as const)
    expect((await bytesOf(await caller.open(operation, { id }))).equals(pdf)).toBe(true)
  expect(pdf.toString('latin1')).toMatch(/<pdfaid:part>3</)
  expect(streamsOf(pdf).filter((text) => text.includes(evidenceSha256))).toHaveLength(1)
  expect(JSON.stringify(told.body.notes)).toContain('Planted title')
  for (const text of [mail!.text!, ...streamsOf(pdf)])
    for (const word of ['Planted', 'billableId', 'recordedBy']) expect(text).not.toContain(word)
  expect((await auditOf(server, at.workspace, id)).at(-1)).toMatchObject({ details: { attached, evidenceSha256 } })
  expect(await letters(id)).toMatchObject([{ attached, evidenceSha256 }])
})

test('201 without evidence reports that; a waiting letter is withdrawn when the work behind its evidence is', async () => {
  const one = await world()
  const { at, send, sendProved, letters } = one
  const { id, cycleId } = await proved(server, one)
  gate.answer = refusal(451, 'Later')
  expect((await send(id)).body).toMatchObject({ attached: ['pdf', 'xml'], evidenceSha256: null, state: 'waiting' })
  expect((await sendProved(id)).body.state).toBe('waiting')
  await at.owner.call(unpublishDeliverable, { cycleId })
  gate.answer = undefined
  await asOwner(server, `update mail set next_attempt_at = now() - interval '1 second' where state = 'queued'`)
  await server.parts.mailer.work(scheduledContext)
  expect(await letters(id)).toMatchObject([{ state: 'withdrawn' }, { state: 'sent', evidenceSha256: null }])
  expect(taken.map((mail) => [mail.attachments.length, mail.text!.includes('second PDF')])).toEqual([[2, false]])
})

test('409 for evidence that changes while its letter is being written, and nothing is sent', async () => {
  const one = await world()
  const { at, sendProved, letters } = one
  const { id, cycleId } = await proved(server, one)
  const held = await holdRow(server, 'client_invoice', id)
  const sending = sendProved(id)
  await held.someoneWaits()
  await at.owner.call(unpublishDeliverable, { cycleId })
  await held.release()
  expectError(await sending, 409, 'invoice_evidence_changed')
  expect([await letters(id), taken]).toEqual([[], []])
})

test('503 for evidence whose PDF takes too long, and no letter goes without it', async () => {
  const { issued, sendProved } = await world()
  const id = await issued()
  // The page of the invoice comes first, in time.
  const pages = lateFrom(2)
  const reply = await unchanged(server, () => sendProved(id))
  expectError(reply, 503, 'invoice_evidence_unmade')
  expect([reply.body.reason, pages(), taken]).toEqual(['too_slow', 2, []])
})

test.runIf(isLong)('409 for evidence that is larger than a mail may be', async () => {
  const one = await world()
  const { id, approvalId } = await proved(server, one)
  // Random text does not pack: the database need not try.
  await asOwner(server, 'alter table deliverable_signature alter statement set storage external')
  const noise = randomBytes(17 * 2 ** 20).toString('base64')
  await asOwner(
    server,
    `insert into deliverable_signature select id, workspace_id, project_id, $2, '', '', '', '', '', now()
     from deliverable_approval where id = $1`,
    [approvalId, noise],
  )
  expectError(await one.sendProved(id), 409, 'invoice_letter_too_large')
  expect([await one.letters(id), taken]).toEqual([[], []])
  await asOwner(server, 'delete from deliverable_signature where approval_id = $1', [approvalId])
})
