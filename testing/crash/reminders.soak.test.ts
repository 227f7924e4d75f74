import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import {
  createBillable,
  saveBillingIdentity,
  saveClientBillingIdentity,
} from '../../domains/billing/billables/contract.ts'
import { listClientInvoiceLetters } from '../../domains/billing/invoice-letters/contract.ts'
import { saveInvoiceReminders } from '../../domains/billing/invoice-letters/contract/reminders.ts'
import { createClientInvoiceDraft, issueClientInvoice } from '../../domains/billing/invoices/contract.ts'
import { chargeBody, draftBody, wholeBuyer, wholeSeller } from '../billing/billed-work.ts'
import type { Caller, Reply } from '../caller.ts'
import { databaseUrl, testDatabase } from '../index.ts'
import { mailTaker, type MailTaker } from '../mail/smtp.ts'
import { patience } from '../runner/hang-timeout.ts'
import { asOwner } from '../database-state.ts'
import { inOwnDatabase, type OwnDatabase } from './own-database.ts'
import type { ServerProcess } from './server-process.ts'
import { openTraps, type Trap, type Traps } from './traps.ts'

const processes = 2
const ofEachDeath = 6
const deaths = ['writing', 'taking', 'handing over', 'ending'] as const
type Death = (typeof deaths)[number]

// A process tries four mails at once: so many may be with the mail server, and not yet said to be, as it dies.
const mailsAtOnce = 4
const daysBefore = 3

const database = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

test(
  `${deaths.length * ofEachDeath} reminders of ${processes} processes, one of which is killed while ${deaths.join(', ')}, are written once and all handed over`,
  { timeout: 900_000 },
  async () => {
    const gate = openGate()
    const taker = await mailTaker({ onRcptTo: (_address, _session, done) => gate.pass(done) })
    const settings = {
      ATELIER_SMTP_URL: `smtp://127.0.0.1:${taker.port}`,
      ATELIER_MAIL_FROM: 'Atelier <mail@example.com>',
    }
    await inOwnDatabase(database, settings, (lent) => remindThroughDeaths(lent, taker, gate))
  },
)

/** At which the mail server keeps the first sender that comes once it is set. */
const openGate = () => {
  let came: (() => void) | undefined
  return {
    pass: (done: () => void) => {
      const isHeld = came !== undefined
      came?.()
      came = undefined
      if (!isHeld) done()
    },
    set: (): Trap => {
      const { promise, resolve } = Promise.withResolvers<void>()
      came = resolve
      return { sprung: () => promise, open: async () => undefined }
    },
  }
}
type Gate = ReturnType<typeof openGate>

const remindThroughDeaths = async ({ start, url }: OwnDatabase, taker: MailTaker, gate: Gate) => {
  const running = [await start()]
  while (running.length < processes) running.push(await start())
  const traps = await openTraps(url)
  const scene: Scene = { url, traps, gate, stranded: [] }
  const begin = await billing(running[0]!.owner)
  const invoices: string[] = []
  for (const death of deaths) {
    await quiet(scene)
    for (let nth = 0; nth < ofEachDeath; nth += 1)
      invoices.push(await begin(running[0]!.owner, `${death.replace(' ', '-')}-${nth}`))
    await dieWhile(death, invoices.at(-1)!, scene, async (pid) => {
      const at = running.findIndex((one) => one.pid === pid)
      expect(at).toBeGreaterThanOrEqual(0)
      await running[at]!.kill()
      running[at] = await start()
    })
  }
  await expectRemindedOnce(url, invoices, taker)
  const [{ owner }] = running as [ServerProcess]
  for (const id of invoices) {
    const { body } = await owner.call(listClientInvoiceLetters, { id })
    expect(body).toMatchObject([{ kind: 'reminder', dayOffset: -daysBefore, state: 'sent' }])
  }
  await traps.close()
  for (const one of running) await one.stop()
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const made = (expected: number, { status, body }: Reply) => {
  expect([status, body]).toEqual([expected, body])
  return (body as { readonly id: string }).id
}

/** Bills from a whole seller who reminds; gives what issues an invoice that is to be reminded of today. */
const billing = async (owner: Caller) => {
  const clientAccountId = made(201, await owner.call(createClientAccount, { body: { name: 'Globex' } }))
  made(200, await owner.call(saveBillingIdentity, { body: wholeSeller }))
  made(200, await owner.call(saveClientBillingIdentity, { clientAccountId, body: wholeBuyer }))
  made(200, await owner.call(saveInvoiceReminders, { body: { days: [-daysBefore] } }))
  return async (caller: Caller, recipient: string) => {
    const charge = made(201, await caller.call(createBillable, { body: chargeBody(clientAccountId) }))
    const told = { dueAt: inDays(daysBefore), buyerBillingEmail: `${recipient}@globex.example` }
    const id = made(201, await caller.call(createClientInvoiceDraft, { body: draftBody([charge], told) }))
    made(200, await caller.call(issueClientInvoice, { id }))
    return id
  }
}

interface Scene {
  readonly url: string
  readonly traps: Traps
  readonly gate: Gate
  /** Dead holders of mails: no other process takes these until their leases end. */
  readonly stranded: string[]
}

const open = `from mail where state = 'queued' and (holder is null or holder <> all($1::uuid[]))`
const reminding = `select split_part(process, ':', 2)::int as pid from scheduled_work where name = 'invoice-reminders'`
const held = `select holder from mail where state = 'queued' and leased_until > now()::timestamptz(3)`

/** Postpones a schedule, or makes it due, as soon as no process carries it out. */
const turn = (url: string, name: string, due: string) =>
  vi.waitUntil(async () => {
    const free = `name = $1 and (lease_until is null or lease_until < now())`
    const text = `update scheduled_work set due_at = now() + $2::interval where ${free} returning name`
    return (await asOwner({ databaseUrl: url }, text, [name, due])).length === 1
  }, patience)

/** Waits until no process reminds and no mail is on its way but those of the dead, and keeps it so. */
const quiet = async ({ url, stranded }: Scene): Promise<void> => {
  await turn(url, 'invoice-reminders', '1 hour')
  const isQuiet = async () => (await asOwner({ databaseUrl: url }, `select ${open}`, [stranded])).length === 0
  await vi.waitUntil(isQuiet, patience)
  await turn(url, 'mail', '1 hour')
}

/**
 * Lets a process remind, and gives its pid to `kill` at the point where it is to die. It does not reach the end of its
 * work before, as the invoice that is `last` is locked, and only this process hands mail over until then.
 */
const dieWhile = async (
  death: Death,
  last: string,
  { url, traps, gate, stranded }: Scene,
  kill: (pid: number) => Promise<void>,
): Promise<void> => {
  const trap = death === 'handing over' ? gate.set() : await traps.setLetter(death)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select from client_invoice where id = $1 for update', [last])
    await turn(url, 'invoice-reminders', '0')
    await trap.sprung()
    const [row] = await asOwner({ databaseUrl: url }, reminding)
    await kill(row!.pid as number)
    stranded.push(...(await asOwner({ databaseUrl: url }, held)).map(({ holder }) => holder as string))
    await trap.open()
  } finally {
    await client.end()
  }
  await turn(url, 'mail', '0')
}

const became = `
  select i.id, i.buyer_billing_email as recipient,
    array(select l.kind || ' ' || l.day_offset || ' ' || coalesce(l.outcome, 'unknown') from client_invoice_letter l
      where l.invoice_id = i.id) as letters,
    array(select m.state from client_invoice_letter l join mail m on m.id = l.mail_id where l.invoice_id = i.id) as mails,
    (select count(*)::int from audit_row r where r.resource_id = i.id::text and r.action = 'client_invoice.remind') as audited,
    (select count(*)::int from activity_event e
      where e.entity_id = i.id::text and e.name = 'client_invoice.reminded') as told,
    (select count(*)::int from activity_event e
      where e.entity_id = i.id::text and e.name = 'client_invoice.letter_ended') as ended
  from client_invoice i`

const expectRemindedOnce = async (url: string, invoices: readonly string[], taker: MailTaker) => {
  await turn(url, 'invoice-reminders', '0')
  const over = `select from client_invoice_letter l join mail m on m.id = l.mail_id where m.state = 'sent'`
  await vi.waitUntil(async () => (await asOwner({ databaseUrl: url }, over)).length === invoices.length, patience)
  await turn(url, 'invoice-letters', '0')
  const known = 'select from client_invoice_letter where outcome is not null'
  await vi.waitUntil(async () => (await asOwner({ databaseUrl: url }, known)).length === invoices.length, patience)
  const rows = await asOwner({ databaseUrl: url }, became)
  expect(rows.map(({ id }) => id).sort()).toEqual([...invoices].sort())
  const once = { letters: [`reminder -${daysBefore} sent`], mails: ['sent'], audited: 1, told: 1, ended: 1 }
  for (const { id, recipient, ...row } of rows) {
    expect({ id, ...row }).toEqual({ id, ...once })
    const copies = taker.taken.filter(({ to }) => to.includes(recipient as string))
    expect([recipient, new Set(copies.map(({ mail }) => mail.messageId)).size]).toEqual([recipient, 1])
  }
  // Mails that the server took from a process which died before it could record them came once more, as the same
  // message.
  const twice = taker.taken.length - invoices.length
  expect(twice).toBeGreaterThanOrEqual(1)
  expect(twice).toBeLessThanOrEqual(2 * mailsAtOnce)
}
