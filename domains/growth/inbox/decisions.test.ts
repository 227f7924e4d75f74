import { expect, onTestFinished, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { v7 as uuidv7 } from 'uuid'
import { asOwner } from '../../../testing/database-state.ts'
import { mailboxIn, mailText, mailTo, reportText } from '../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { sweepSending } from '../sending/domain.ts'
import { listGrowthSuppressions } from '../suppression/contract.ts'
import { getGrowthThread, listGrowthInbox, sendGrowthReply, updateGrowthMessage } from './contract.ts'
import { readMailboxes } from './domain.ts'
import { scheduledContext, unhurriedTurn } from '../../../testing/jobs/scheduled.ts'

const mails = await mailWorld()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts })
const context = { ...scheduledContext, ...unhurriedTurn, log: server.parts.log }

interface Thread {
  readonly lead: Record<string, unknown>
  readonly messages: { readonly id: string; readonly [name: string]: unknown }[]
}

const world = async (address = 'lead@customer.example') => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const mailboxId = await mailboxIn(at, mails)
  const leadId = await leadIn(server, at, { projectId, address })
  const header = `<${uuidv7()}@example.com>`
  await mailTo(server, at, { leadId, projectId, mailboxId, header })
  await readMailboxes(server.parts, at.workspace, context)
  return { at, projectId, leadId, header }
}
const reply = ({ member }: Scene, leadId: string, body: string) =>
  member.call(sendGrowthReply, { leadId, body: { body } })
const threadOf = async ({ member }: Scene, leadId: string) =>
  (await member.call(getGrowthThread, { leadId })).body as unknown as Thread
const undecided = async ({ member }: Scene, projectId: string) =>
  (await member.call(listGrowthInbox, { projectId, query: { needsDecision: 'true' } })).body as object[]
const suppressed = async ({ member }: Scene) =>
  ((await member.call(listGrowthSuppressions)).body as { value: string; source: string }[]).map(({ value, source }) => [
    value,
    source,
  ])
const receive = async ({ workspace }: Scene, ...texts: string[]) => {
  for (const text of texts) mails.deliver(text)
  await readMailboxes(server.parts, workspace, context)
}
const answer = (header: string, body: string, heads = {}) =>
  mailText(
    {
      From: 'Ada <Lead@Customer.example>',
      Subject: 'Re: Web shops',
      'Message-ID': `<${uuidv7()}@customer.example>`,
      'In-Reply-To': header,
      ...heads,
    },
    body,
  )

test.runIf(isLong)('a wish of a colleague ends mail to their address too', async () => {
  const { at, leadId, header } = await world()
  await receive(at, answer(header, 'Please remove us from your list.', { From: 'grace@other.example' }))
  expect((await threadOf(at, leadId)).lead.optedOutAt).not.toBeNull()
  expect((await suppressed(at)).map(([value]) => value).sort()).toEqual([
    'grace@other.example',
    'lead@customer.example',
  ])
})

test('a wish from the address without the tag that was written to, in a mail of its own, opts the lead out', async () => {
  const { at, leadId } = await world('tag+fair@customer.example')
  const heads = { From: 'Tag@Customer.example', Subject: 'Stop', 'Message-ID': `<${uuidv7()}@customer.example>` }
  await receive(at, mailText(heads, 'Please remove me from your list.'))
  expect((await threadOf(at, leadId)).lead.optedOutAt).not.toBeNull()
})

test.runIf(isLong)(
  'an unclear reply lets nothing be sent to its address until a person decides its meaning',
  async () => {
    const { at, projectId, leadId, header } = await world('unclear@customer.example')
    const queued = await reply(at, leadId, 'One question.')
    expect(queued.status).toBe(201)
    await receive(at, answer(header, 'We spoke about it.', { From: 'unclear@customer.example' }))
    const { messages } = await threadOf(at, leadId)
    const mail = messages.at(-1)!
    expect(mail).toMatchObject({ kind: 'reply', intent: null, needsDecision: true })
    expect(await suppressed(at)).toEqual([])
    expect(await undecided(at, projectId)).toMatchObject([{ leadId, needsDecision: true }])
    // A lead with a tag of that address in another growth project.
    const other = await growthProjectIn(server, at)
    const twin = await leadIn(server, at, { projectId: other, address: 'unclear+fair@customer.example' })
    await mailTo(server, at, { leadId: twin, projectId: other, mailboxId: null })
    for (const id of [leadId, twin]) {
      const refused = await reply(at, id, 'Hello?')
      expect(refused.status).toBe(409)
      expect(refused.body.error).toContain('may ask for no mail')
    }
    expect(mails.taken.filter(({ to }) => to === 'unclear@customer.example')).toHaveLength(1)
    const sorted = await at.member.call(updateGrowthMessage, { messageId: mail.id, body: { intent: 'other' } })
    expect(sorted).toMatchObject({ status: 200, body: { intent: 'other', needsDecision: false } })
    expect(await undecided(at, projectId)).toEqual([])
    expect((await reply(at, twin, 'Hello.')).status).toBe(201)
  },
)

test('a wish that a person reads in an unclear reply opts the lead out', async () => {
  const { at, leadId, header } = await world()
  await receive(at, answer(header, 'Genug davon, wirklich.'), answer(header, 'Hallo?!'))
  const [, first, second] = (await threadOf(at, leadId)).messages
  expect([first, second]).toMatchObject([{ needsDecision: true }, { needsDecision: true }])
  await at.member.call(updateGrowthMessage, { messageId: first!.id, body: { intent: 'unsubscribe' } })
  const { lead, messages } = await threadOf(at, leadId)
  expect(lead.optedOutAt).not.toBeNull()
  expect(messages.map(({ needsDecision }) => needsDecision)).toEqual([false, false, false])
})

test.runIf(isLong)('a report that names no mail of ours changes nothing', async () => {
  const { at, leadId, header } = await world()
  const inbound = `<${uuidv7()}@customer.example>`
  await receive(at, answer(header, 'Sounds good.', { 'Message-ID': inbound }))
  const before = await at.rows('growth_message')
  const bounce =
    'Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; lead@customer.example\nAction: failed\nStatus: 5.1.1'
  const complaint = 'Feedback-Type: abuse\nUser-Agent: X/1\nVersion: 1\nOriginal-Rcpt-To: lead@customer.example'
  await receive(
    at,
    reportText('delivery-status', bounce, '<guessed@example.com>'),
    reportText('feedback-report', complaint, '<guessed@example.com>'),
    // The lead knows the id of their own mail.
    reportText('feedback-report', complaint, inbound),
  )
  expect(await at.rows('growth_message')).toEqual(before)
  expect(await suppressed(at)).toEqual([])
  expect((await threadOf(at, leadId)).lead).toMatchObject({ optedOutAt: null })
  // The report itself may name the mail that it answers.
  const answering = reportText('delivery-status', bounce, '<other@example.com>').replace(
    '\r\n',
    `\r\nIn-Reply-To: ${header}\r\n`,
  )
  await receive(at, answering)
  expect(await suppressed(at)).toEqual([['lead@customer.example', 'bounce']])
})

test.runIf(isLong)(
  '202 lets a reply wait while its mailbox cannot be reached for a day, for any number of tries, and sends it then',
  async () => {
    const { at, leadId } = await world('patient@customer.example')
    mails.gate.pass = async () => {
      throw Object.assign(new Error('Closing down'), { responseCode: 421 })
    }
    onTestFinished(() => void delete mails.gate.pass)
    expect(await reply(at, leadId, 'Does Tuesday suit you?')).toMatchObject({ status: 202, body: { status: 'queued' } })
    const hourPasses = async () => {
      const text = `update growth_message set due_at = due_at - interval '1 hour' where workspace_id = $1 and status = 'approved'`
      await asOwner(server, text, [at.workspace])
      await sweepSending(server.parts, context)
      return (await at.rows('growth_message')).find(({ body }) => body === 'Does Tuesday suit you?')!
    }
    for (let hour = 1; hour <= 24; hour += 1)
      expect(await hourPasses()).toMatchObject({ status: 'approved', attempts: 0, failure: expect.any(String) })
    delete mails.gate.pass
    expect(await hourPasses()).toMatchObject({ status: 'sent', attempts: 1, failure: null })
    expect(mails.taken.filter(({ to }) => to === 'patient@customer.example')).toHaveLength(1)
  },
)
