import { pino } from 'pino'
import { expect, test } from 'vitest'
import { auditOf, refusalsOf } from '../../../testing/audit/audit-chain.ts'
import { chargeFor, draftBody, wholeBuyer, wholeSeller } from '../../../testing/billing/billed-work.ts'
import { mailsTo } from '../../../testing/mail/outbox.ts'
import { makeAccount } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { saveBillingIdentity, saveClientBillingIdentity } from '../billables/contract.ts'
import {
  createClientInvoiceDraft,
  issueClientInvoice,
  payClientInvoice,
  voidClientInvoice,
} from '../invoices/contract.ts'
import { listClientInvoiceLetters } from './contract.ts'
import {
  getClientInvoiceReminders,
  getInvoiceReminders,
  saveClientInvoiceReminders,
  saveInvoiceReminders,
} from './contract/reminders.ts'
import { sendReminders } from './jobs/send-reminders.ts'
import type { InvoiceLetterParts } from './write-letter.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
/** A look at which nothing fails: what failed would only be logged. */
const look = async () => {
  const failures: unknown[] = []
  const log = pino({ level: 'silent' })
  log.error = (failure: unknown) => void failures.push(failure)
  await sendReminders(server.parts, { ...scheduledContext, log })
  expect(failures).toEqual([])
}

/** Waits until the mails of an invoice are over: they are handed over beside the job. */
const delivered = async (id: string) => {
  const rows = await asOwner(server, 'select mail_id as id from client_invoice_letter where invoice_id = $1', [id])
  await Promise.all(rows.map((row) => server.parts.mailer.deliver(row.id as string)))
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const world = async (recipient: string, buyer: object = wholeBuyer) => {
  const at = await scene(server)
  const account = await makeAccount(at)
  await at.owner.call(saveBillingIdentity, { body: wholeSeller })
  await at.owner.call(saveClientBillingIdentity, { clientAccountId: account, body: buyer })
  const dueIn = async (days: number, draft: object = {}) => {
    const times = { dueAt: inDays(days).toISOString(), buyerBillingEmail: recipient }
    const body = draftBody([await chargeFor(at, account)], { ...times, ...draft })
    const id = (await at.owner.call(createClientInvoiceDraft, { body })).body.id as string
    expect((await at.owner.call(issueClientInvoice, { id })).status).toBe(200)
    return id
  }
  const remind = (days: number[]) => at.owner.call(saveInvoiceReminders, { body: { days } })
  const letters = async (id: string) =>
    (await at.member.call(listClientInvoiceLetters, { id })).body as unknown as object[]
  return { at, account, dueIn, remind, letters }
}

test('200 for settings of the workspace and of a client account; without any, no reminder goes', async () => {
  const { at, account, dueIn, letters } = await world('off@globex.example')
  expect((await at.member.call(getInvoiceReminders)).body).toEqual({ days: [], updatedAt: null })
  const id = await dueIn(3)
  await look()
  expect(await letters(id)).toEqual([])
  const saved = await at.owner.call(saveInvoiceReminders, { body: { days: [-3, 14] } })
  expect(saved).toMatchObject({ status: 200, body: { days: [-3, 14] } })
  const own = { clientAccountId: account }
  expect((await at.member.call(getClientInvoiceReminders, own)).body).toMatchObject({
    days: null,
    effectiveDays: [-3, 14],
  })
  const off = await at.owner.call(saveClientInvoiceReminders, { ...own, body: { days: [] } })
  expect(off).toMatchObject({ status: 200, body: { days: [], effectiveDays: [] } })
  await look()
  expect(await letters(id)).toEqual([])
  expect((await at.owner.call(saveClientInvoiceReminders, { ...own, body: { days: null } })).body).toMatchObject({
    days: null,
    effectiveDays: [-3, 14],
  })
  expect((await auditOf(server, at.workspace, account)).at(-1)).toMatchObject({
    action: 'client_invoice_reminders.save',
    details: { days: null },
  })
})

test('a reminder goes once for all senders at once and again, with the documents and an audit row', async () => {
  const to = 'once@globex.example'
  const { at, dueIn, remind, letters } = await world(to)
  await remind([-3, -1])
  const id = await dueIn(3)
  await Promise.all([look(), look(), look()])
  await look()
  expect(await letters(id)).toMatchObject([
    {
      kind: 'reminder',
      dayOffset: -3,
      recipient: to,
      attached: ['pdf', 'xml'],
      evidenceSha256: null,
      payLink: 'not_payable',
    },
  ])
  await delivered(id)
  const mails = await mailsTo(server.dataFolder, to)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Reminder: €119\.00 for invoice \d{4}-0001$/),
  ])
  expect(mails[0]!.text).toMatch(/ for €119\.00, issued on .*, is not paid yet\.\n\nPlease pay by /)
  expect(mails[0]!.attachments).toHaveLength(2)
  const rows = (await auditOf(server, at.workspace, id)).filter(({ action }) => action === 'client_invoice.remind')
  expect(rows).toMatchObject([{ details: { dayOffset: -3 } }])
  expect((await at.eventNames(id)).filter((name) => name === 'client_invoice.reminded')).toHaveLength(1)
})

test('a process that dies before or behind the commit writes each reminder once, and another process hands it over', async () => {
  const to = 'dies@globex.example'
  const { at, dueIn, remind, letters } = await world(to)
  await remind([-3])
  const id = await dueIn(3)
  const { mailer } = server.parts
  const dies = () => Promise.reject(new Error('The process died'))
  const queued = async () =>
    (await asOwner(server, "select from mail where workspace_id = $1 and kind = 'invoice'", [at.workspace])).length
  // Before the commit: neither a row nor a mail is left, also if the mail was queued already.
  const beforeQueueing: InvoiceLetterParts = { ...server.parts, mailer: { queueMail: dies, deliver: dies } }
  const behindQueueing: InvoiceLetterParts = {
    ...server.parts,
    mailer: { queueMail: (tx, mail) => mailer.queueMail(tx, mail).then(dies), deliver: dies },
  }
  for (const parts of [beforeQueueing, behindQueueing]) {
    await sendReminders(parts, scheduledContext)
    expect([await letters(id), await queued()]).toEqual([[], 0])
  }
  // Behind the lock: the mail waits, and no second one is written.
  await sendReminders(
    { ...server.parts, mailer: { queueMail: (tx, mail) => mailer.queueMail(tx, mail), deliver: dies } },
    scheduledContext,
  )
  expect(await letters(id)).toMatchObject([{ dayOffset: -3, state: 'waiting' }])
  expect(await mailsTo(server.dataFolder, to)).toEqual([])
  await Promise.all([look(), look()])
  await delivered(id)
  expect(await letters(id)).toMatchObject([{ dayOffset: -3, state: 'outbox' }])
  expect(await mailsTo(server.dataFolder, to)).toHaveLength(1)
  expect((await at.eventNames(id)).filter((name) => name === 'client_invoice.reminded')).toHaveLength(1)
})

test('text that no PDF can show is reported once with its reason, and tried again once all scripts are allowed', async () => {
  const { at, account, dueIn, remind, letters } = await world('scripts@globex.example')
  await remind([-3])
  const id = await dueIn(3, { billableIds: [await chargeFor(at, account, { description: 'Часы работы' })] })
  for (let turn = 0; turn < 3; turn += 1) await look()
  expect(await letters(id)).toEqual([])
  const failed = { action: 'client_invoice.remind', outcome: 'failure', resourceId: id }
  const details = { dayOffset: -3, reason: 'invoice_not_encodable', field: 'lines[0].description' }
  expect(await refusalsOf(server, at.workspace)).toMatchObject([{ ...failed, details }])
  await at.owner.call(saveBillingIdentity, { body: { ...wholeSeller, allScripts: true } })
  await look()
  expect(await letters(id)).toMatchObject([{ dayOffset: -3 }])
  expect(await refusalsOf(server, at.workspace)).toHaveLength(1)
})

test('no reminder goes for an invoice that is paid, void, without an address, or due on another day', async () => {
  const { at, dueIn, remind, letters } = await world('none@globex.example')
  await remind([-3])
  const [paid, gone, mute, later] = [
    await dueIn(3),
    await dueIn(3),
    await dueIn(3, { buyerBillingEmail: null }),
    await dueIn(9),
  ] as [string, string, string, string]
  await at.owner.call(payClientInvoice, { id: paid })
  await at.owner.call(voidClientInvoice, { id: gone, body: { reason: 'Wrong' } })
  await look()
  expect(await Promise.all([paid, gone, mute, later].map(letters))).toEqual([[], [], [], []])
})

test('after the due day the words ask to pay, in the language of the client; earlier reminders are not caught up on', async () => {
  const to = 'late@globex.example'
  const { at, dueIn, remind, letters } = await world(to, { ...wholeBuyer, language: 'de' })
  const id = await dueIn(1)
  await remind([-10, 7, 14])
  await asOwner(server, 'alter table client_invoice disable trigger client_invoice_change')
  await asOwner(
    server,
    `update client_invoice set created_at = created_at - interval '40 days', issued_at = issued_at - interval '40 days',
       due_at = now() - interval '7 days' where id = $1`,
    [id],
  )
  await asOwner(server, 'alter table client_invoice enable trigger client_invoice_change')
  await look()
  expect(await letters(id)).toMatchObject([{ dayOffset: 7, language: 'de' }])
  await delivered(id)
  const [mail] = await mailsTo(server.dataFolder, to)
  expect(mail!.subject).toMatch(/^Erinnerung: 119,00 € zu Rechnung /)
  expect(mail!.text).toMatch(/Sie war am .* fällig\. Bitte zahlen Sie jetzt\./)
  await asOwner(server, `update client_invoice_letter set day_offset = 6 where invoice_id = $1`, [id])
  await at.owner.call(saveInvoiceReminders, { body: { days: [-10, 5] } })
  await look()
  expect(await letters(id)).toHaveLength(1)
})

test('a reminder that waits is withdrawn when it is switched off, and when its invoice is paid', async () => {
  const { at, dueIn, remind, letters } = await world('waits@globex.example')
  await remind([-3])
  const one = await dueIn(3)
  const two = await dueIn(3)
  const { mailer } = server.parts
  // Nothing is delivered automatically: the process that wrote them has died.
  await sendReminders(
    {
      ...server.parts,
      mailer: { queueMail: (tx, message) => mailer.queueMail(tx, message), deliver: async () => false },
    },
    scheduledContext,
  )
  expect([await letters(one), await letters(two)]).toMatchObject([[{ state: 'waiting' }], [{ state: 'waiting' }]])
  await at.owner.call(payClientInvoice, { id: one })
  await remind([])
  await asOwner(server, `update mail set next_attempt_at = now() - interval '1 second' where state = 'queued'`)
  await mailer.work(scheduledContext)
  expect([await letters(one), await letters(two)]).toMatchObject([[{ state: 'withdrawn' }], [{ state: 'withdrawn' }]])
  expect(await mailsTo(server.dataFolder, 'waits@globex.example')).toEqual([])
})

test('400 for days that are too far, repeated or too many; 403 for a member; 404 for a neighbour’s client account', async () => {
  const [{ at, account }, neighbour] = [await world('no@globex.example'), await world('other@globex.example')]
  for (const days of [[-31], [91], [1, 1], [1.5], Array.from({ length: 11 }, (_, day) => day), 'none']) {
    const reply = await unchanged(server, () => at.owner.call(saveInvoiceReminders, { body: { days } }))
    expectError(reply, 400, 'invalid_request')
  }
  const body = { days: [1] }
  expectError(await unchanged(server, () => at.member.call(saveInvoiceReminders, { body })), 403, 'forbidden')
  const theirs = { clientAccountId: account, body }
  expectError(
    await unchanged(server, () => neighbour.at.owner.call(saveClientInvoiceReminders, theirs)),
    404,
    'not_found',
  )
})
