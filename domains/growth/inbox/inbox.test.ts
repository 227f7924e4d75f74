import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { v7 as uuidv7 } from 'uuid'
import { wholeChain } from '../../../testing/audit/audit-chain.ts'
import { withoutRequestId } from '../../../testing/caller.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { mailboxIn, mailText, mailTo, playIn, reportText } from '../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { updateGrowthMailbox } from '../mailboxes/contract.ts'
import { sweepSending } from '../sending/domain.ts'
import { archiveGrowthProject } from '../research/contract.ts'
import { addGrowthSuppressions, listGrowthSuppressions } from '../suppression/contract.ts'
import { getGrowthThread, listGrowthInbox, sendGrowthReply, updateGrowthMessage } from './contract.ts'
import domain, { readMailboxes, sweepMailboxes } from './domain.ts'
import { scheduledContext, unhurriedTurn } from '../../../testing/jobs/scheduled.ts'

const mails = await mailWorld()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts })
const context = { ...scheduledContext, ...unhurriedTurn, log: server.parts.log }

interface Mail {
  readonly id: string
  readonly [name: string]: unknown
}
interface Thread {
  readonly lead: Record<string, unknown>
  readonly messages: Mail[]
}

const world = async ({ address = 'lead@customer.example', isWrittenTo = true, hasPlay = false } = {}) => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const mailboxId = await mailboxIn(at, mails)
  const leadId = await leadIn(server, at, { projectId, address })
  const playId = hasPlay ? await playIn(server, at, projectId) : undefined
  const header = `<${uuidv7()}@example.com>`
  const play = playId === undefined ? {} : { playId, step: 1 }
  if (isWrittenTo) await mailTo(server, at, { leadId, projectId, mailboxId, header, ...play })
  await readMailboxes(server.parts, at.workspace, context)
  return { at, projectId, mailboxId, leadId, header, playId }
}
const reply = ({ member }: Scene, leadId: string, body = 'Does Tuesday suit you?') =>
  member.call(sendGrowthReply, { leadId, body: { body } })
const threadOf = async ({ member }: Scene, leadId: string) =>
  (await member.call(getGrowthThread, { leadId })).body as unknown as Thread
const inbox = async ({ member }: Scene, projectId: string, query = {}) =>
  (await member.call(listGrowthInbox, { projectId, query })).body as Record<string, unknown>[]
const sweep = () => sweepSending(server.parts, context)
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
      References: header,
      ...heads,
    },
    body,
  )
const taken = (to: string) => mails.taken.filter((mail) => mail.to === to)

// The first test, as it reads the mailboxes of every workspace of this file.
test.runIf(isLong)('the sweep finds the workspaces whose mailboxes are read', async () => {
  const { at, leadId, header } = await world()
  mails.deliver(answer(header, 'Tell me more.'))
  await sweepMailboxes(server.parts, context)
  expect((await threadOf(at, leadId)).messages.filter(({ direction }) => direction === 'in')).toHaveLength(1)
})

test('201 sends a reply at once in its thread, from the mailbox that wrote first', async () => {
  const { at, projectId, leadId, header, mailboxId } = await world({ address: 'first@customer.example' })
  const sent = await reply(at, leadId)
  expect(sent).toMatchObject({ status: 201, body: { status: 'sent' } })
  const [mail] = taken('first@customer.example')
  expect(mail!.raw).toContain('Subject: Re: Web shops')
  expect(mail!.raw).toContain(`In-Reply-To: ${header}`)
  expect(mail!.raw).toContain(`References: ${header}`)
  expect(mail!.raw).toContain('Does Tuesday suit you?')
  const id = sent.body.messageId as string
  const { messages } = await threadOf(at, leadId)
  expect(messages.map(({ status }) => status)).toEqual(['sent', 'sent'])
  expect(messages[1]).toMatchObject({ id, author: 'person', direction: 'out', step: null })
  expect((await at.rows('growth_message')).find((row) => row.id === id)).toMatchObject({ mailbox_id: mailboxId })
  expect(await at.auditActions(id)).toEqual(['growth_message.reply'])
  expect(await at.eventNames(id)).toEqual(['growth_message.replied'])
  expect(await inbox(at, projectId)).toMatchObject([{ leadId, lastMessage: { id, direction: 'out' }, repliedAt: null }])
  expect(JSON.stringify(await wholeChain(server, at.workspace))).not.toContain('customer.example')
})

test.runIf(isLong)(
  '409 without a code for a lead that was not written to, opted out, is suppressed, or whose project is archived',
  async () => {
    const fresh = await world({ isWrittenTo: false })
    const out = await world()
    await asOwner(server, 'update growth_lead set opted_out_at = now() where id = $1', [out.leadId])
    const listed = await world()
    await listed.at.member.call(addGrowthSuppressions, { body: { entries: ['customer.example'] } })
    const archived = await world()
    await archived.at.member.call(archiveGrowthProject, { projectId: archived.projectId })
    const before = mails.taken.length
    for (const { at, leadId } of [fresh, out, listed, archived]) {
      const rows = await at.rows('growth_message')
      const refused = await reply(at, leadId)
      expect(refused.status).toBe(409)
      expect(refused.body).not.toHaveProperty('code')
      expect(refused.body.error).toMatch(/^[A-Z].*\.$/)
      expect(await at.rows('growth_message')).toEqual(rows)
    }
    expect(mails.taken.length).toBe(before)
  },
)

test('502 if the mailbox refuses the mail, which is not sent again', async () => {
  const { at, leadId } = await world({ address: 'refused@customer.example' })
  expectError(await reply(at, leadId), 502, 'growth_reply_refused')
  const { messages } = await threadOf(at, leadId)
  expect(messages.at(-1)).toMatchObject({ status: 'refused' })
  expect(messages.at(-1)!.failure).toContain('No such mailbox')
  await sweep()
  expect(taken('refused@customer.example')).toEqual([])
})

test('202 queues a reply above the daily limit, and the sweep sends it once', async () => {
  const { at, leadId, mailboxId } = await world({ address: 'queued@customer.example' })
  await at.owner.call(updateGrowthMailbox, { mailboxId, body: { dailyLimit: 1, warmUpStartedOn: null } })
  expect((await reply(at, leadId)).status).toBe(201)
  const queued = await reply(at, leadId, 'And one more.')
  expect(queued).toMatchObject({ status: 202, body: { status: 'queued', sentAt: null } })
  await at.owner.call(updateGrowthMailbox, { mailboxId, body: { dailyLimit: 10 } })
  await asOwner(server, `update growth_message set due_at = now() where status = 'approved' and lead_id = $1`, [leadId])
  await Promise.all([sweep(), sweep()])
  await sweep()
  expect(taken('queued@customer.example')).toHaveLength(2)
  expect(await at.auditActions(queued.body.messageId as string)).toEqual(['growth_message.reply', 'growth_reply.send'])
})

test.runIf(isLong)(
  '202 lets a reply wait that the server does not take yet, and cancels it when the lead opts out',
  async () => {
    const { at, leadId, header } = await world({ address: 'later@customer.example' })
    const queued = await reply(at, leadId)
    expect(queued).toMatchObject({ status: 202, body: { status: 'queued' } })
    await receive(at, answer(header, 'Please unsubscribe me.'))
    const { messages } = await threadOf(at, leadId)
    expect(messages.find(({ id }) => id === queued.body.messageId)).toMatchObject({ status: 'cancelled' })
  },
)

test('202 reports that it is unknown whether a reply was sent, and nothing sends it again', async () => {
  const { at, leadId, projectId, mailboxId } = await world({ address: 'cut@customer.example' })
  expect(await reply(at, leadId)).toMatchObject({ status: 202, body: { status: 'unknown' } })
  const id = await mailTo(server, at, { leadId, projectId, mailboxId, status: 'sending', minutesAgo: 11 })
  await sweep()
  await sweep()
  expect(taken('cut@customer.example')).toHaveLength(1)
  const { messages } = await threadOf(at, leadId)
  expect(messages.find((one) => one.id === id)).toMatchObject({ status: 'unknown' })
  expect(messages.filter(({ status }) => status === 'unknown')).toHaveLength(2)
})

test('503 without a mailbox that can send', async () => {
  const { at, leadId, mailboxId } = await world()
  await at.owner.call(updateGrowthMailbox, { mailboxId, body: { paused: true } })
  expectError(await reply(at, leadId), 503, 'growth_sending_not_set_up')
})

test('400 for a reply of blanks or of too much text', async () => {
  const { at, leadId } = await world()
  expectError(await reply(at, leadId, ' \n'), 400, 'invalid_request')
  expectError(await reply(at, leadId, 'a'.repeat(5_001)), 400, 'invalid_request')
})

test('404 is the same for the lead or mail of a neighbour and for none', async () => {
  const own = await world()
  const other = await world()
  const theirs = await own.at.member.call(getGrowthThread, { leadId: other.leadId })
  expect(theirs.status).toBe(404)
  expect(withoutRequestId(theirs)).toEqual(
    withoutRequestId(await own.at.member.call(getGrowthThread, { leadId: uuidv7() })),
  )
  expect((await reply(own.at, other.leadId)).status).toBe(404)
  const messageId = (await threadOf(other.at, other.leadId)).messages[0]!.id
  const patch = { messageId, body: { intent: 'interested' } }
  expect((await own.at.member.call(updateGrowthMessage, patch)).status).toBe(404)
  expect((await own.at.member.call(listGrowthInbox, { projectId: other.projectId })).status).toBe(404)
})

test.runIf(isLong)(
  'a reply stops the sequence, is threaded by its headers, and is sorted by its own words',
  async () => {
    const { at, projectId, leadId, header, playId } = await world({ hasPlay: true })
    const draft = await mailTo(server, at, {
      leadId,
      projectId,
      mailboxId: null,
      playId: playId!,
      step: 2,
      status: 'draft',
    })
    const quoted =
      'Sounds good, tell me more.\n\nOn Mon, 1 Jun 2026 at 10:00, Us <us@example.com> wrote:\n> unsubscribe here'
    // The address of a colleague, who answers in the thread.
    await receive(at, answer(header, quoted, { From: 'Grace <grace@other.example>' }))
    const { lead, messages } = await threadOf(at, leadId)
    expect(lead).toMatchObject({ optedOutAt: null, sequenceStopReason: 'replied' })
    const mail = messages.find(({ direction }) => direction === 'in')!
    expect(mail).toMatchObject({
      kind: 'reply',
      intent: 'interested',
      intentBy: 'rule',
      senderAddress: 'grace@other.example',
      status: 'received',
    })
    expect(messages.find(({ id }) => id === draft)).toMatchObject({ status: 'cancelled' })
    expect(await inbox(at, projectId, { replied: 'true', intent: 'interested' })).toMatchObject([
      { leadId, intent: 'interested', lastMessage: { id: mail.id, kind: 'reply' } },
    ])
    expect(await inbox(at, projectId, { intent: 'question' })).toEqual([])
    expect(await at.auditActions(mail.id)).toEqual(['growth_message.receive'])
    expect(await at.eventNames(mail.id)).toEqual(['growth_message.received'])
    expect(JSON.stringify(await wholeChain(server, at.workspace))).not.toContain('other.example')
    expect(await suppressed(at)).toEqual([])
  },
)

test('a mail without ids is threaded by its sender, and mail of strangers and of our own is not stored', async () => {
  const { at, leadId } = await world()
  const heads = { 'In-Reply-To': '<x@y.example>', References: '' }
  await receive(
    at,
    answer('', 'What does it cost?', heads),
    answer('', 'Hello', { ...heads, From: 'stranger@elsewhere.example' }),
    answer('', 'Hello', { ...heads, From: 'ada@example.com' }),
  )
  const { messages } = await threadOf(at, leadId)
  expect(messages).toHaveLength(2)
  expect(messages[1]).toMatchObject({ kind: 'reply', intent: 'question' })
})

test.runIf(isLong)('an automatic answer lets the sequence continue', async () => {
  const { at, leadId, header } = await world()
  await receive(
    at,
    answer(header, 'I am on vacation. To unsubscribe, write to us.', { 'Auto-Submitted': 'auto-replied' }),
  )
  const { lead, messages } = await threadOf(at, leadId)
  expect(messages.at(-1)).toMatchObject({ kind: 'auto_reply', intent: 'out_of_office' })
  expect(lead).toMatchObject({ sequenceStoppedAt: null, optedOutAt: null })
})

test.runIf(isLong)('a wish to get no mail opts the lead out and suppresses its address', async () => {
  const { at, leadId, header } = await world()
  await receive(at, answer(header, 'Bitte nehmen Sie mich aus dem Verteiler.'))
  const { lead, messages } = await threadOf(at, leadId)
  expect(messages.at(-1)).toMatchObject({ kind: 'unsubscribe', intent: 'unsubscribe' })
  expect(lead.optedOutAt).not.toBeNull()
  expect(lead).toMatchObject({ sequenceStopReason: 'unsubscribed' })
  expect(await suppressed(at)).toEqual([['lead@customer.example', 'unsubscribe']])
  expect(await at.auditActions(leadId)).toEqual(['growth_lead.unsubscribe'])
  expect(await at.eventNames(leadId)).toEqual(['growth_lead.unsubscribed'])
  expect((await reply(at, leadId)).status).toBe(409)
})

test.runIf(isLong)('a hard bounce suppresses the address, and a temporary one does not', async () => {
  const hard = await world()
  const failed = (status: string) =>
    `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; lead@customer.example\nAction: failed\nStatus: ${status}`
  await receive(hard.at, reportText('delivery-status', failed('5.1.1'), hard.header))
  const bounced = await threadOf(hard.at, hard.leadId)
  expect(bounced.messages.at(-1)).toMatchObject({ kind: 'bounce', failure: '5.1.1' })
  expect(bounced.lead).toMatchObject({ sequenceStopReason: 'bounced', optedOutAt: null })
  expect(await suppressed(hard.at)).toEqual([['lead@customer.example', 'bounce']])
  const soft = await world()
  await receive(soft.at, reportText('delivery-status', failed('5.2.2'), soft.header))
  expect((await threadOf(soft.at, soft.leadId)).lead).toMatchObject({ sequenceStoppedAt: null })
  expect(await suppressed(soft.at)).toEqual([])
})

test.runIf(isLong)('a complaint opts the lead out, and the second one pauses the play', async () => {
  const { at, projectId, leadId, header, playId, mailboxId } = await world({ hasPlay: true })
  const second = {
    leadId: await leadIn(server, at, { projectId, address: 'two@customer.example' }),
    header: '<two@example.com>',
  }
  await mailTo(server, at, { ...second, projectId, mailboxId, playId: playId!, step: 1 })
  const complaint = 'Feedback-Type: abuse\nUser-Agent: X/1\nVersion: 1'
  const report = reportText('feedback-report', complaint, header)
  // The same mail twice, and another report of it, count once.
  await receive(at, report, report, reportText('feedback-report', complaint, header))
  expect(await at.rows('growth_play')).toMatchObject([{ status: 'active' }])
  await receive(at, reportText('feedback-report', complaint, second.header))
  expect(await at.rows('growth_play')).toMatchObject([{ status: 'paused', pause_reason: 'complaints' }])
  expect((await suppressed(at)).map(([, source]) => source)).toEqual(['complaint', 'complaint'])
  expect((await threadOf(at, leadId)).lead.optedOutAt).not.toBeNull()
  expect(await at.eventNames(leadId)).toEqual(['growth_lead.unsubscribed'])
  expect(await at.auditActions(playId!)).toEqual(['growth_play.pause'])
  expect(await at.eventNames(playId!)).toEqual(['growth_play.paused'])
})

test.runIf(isLong)('a mail that takes the reader over its time is set aside, and the next one is filed', async () => {
  const { at, leadId, mailboxId, header } = await world()
  const isMarkup = { 'Content-Type': 'text/html' }
  mails.deliver(answer(header, '<div>'.repeat(80_000), isMarkup))
  await receive(at, answer(header, `${'<i> </i>'.repeat(100_000)}Tell me more.`, isMarkup))
  expect(await at.eventNames(mailboxId)).toEqual(['growth_mailbox.connected', 'growth_mailbox.mail_set_aside'])
  const received = (await threadOf(at, leadId)).messages.filter(({ direction }) => direction === 'in')
  expect(received).toMatchObject([{ kind: 'reply', intent: 'interested' }])
  expect(await at.rows('growth_mailbox')).toMatchObject([{ status: 'connected' }])
})

test('two readers at once, and a server that renumbers its mails, file each mail once', async () => {
  const { at, leadId, header } = await world({ address: 'only@once.example' })
  for (const text of ['One?', 'Two?', 'Three?']) mails.deliver(answer(header, text, { From: 'only@once.example' }))
  const read = () => readMailboxes(server.parts, at.workspace, context)
  await Promise.all([read(), read(), read()])
  await asOwner(server, 'update growth_mailbox set uid_validity = uid_validity + 1 where workspace_id = $1', [
    at.workspace,
  ])
  await read()
  await read()
  expect((await threadOf(at, leadId)).messages.filter(({ direction }) => direction === 'in')).toHaveLength(3)
})

test.runIf(isLong)('200 sorts a mail by hand, once', async () => {
  const { at, projectId, leadId, header } = await world()
  await receive(at, answer(header, 'Automatic answer', { 'Auto-Submitted': 'auto-generated' }))
  const messageId = (await threadOf(at, leadId)).messages.at(-1)!.id
  const sort = (intent: string) => at.member.call(updateGrowthMessage, { messageId, body: { intent } })
  expect(await sort('interested')).toMatchObject({ status: 200, body: { intent: 'interested', intentBy: 'person' } })
  expect((await sort('interested')).status).toBe(200)
  expect(await inbox(at, projectId)).toMatchObject([{ intent: 'interested' }])
  expect((await threadOf(at, leadId)).lead).toMatchObject({ sequenceStopReason: 'replied' })
  expect(await at.eventNames(messageId)).toEqual(['growth_message.received', 'growth_message.updated'])
  expect((await sort('unsubscribe')).status).toBe(200)
  expect(await suppressed(at)).toEqual([['lead@customer.example', 'unsubscribe']])
  expect((await threadOf(at, leadId)).lead.optedOutAt).not.toBeNull()
})

test('409 for sorting a mail that we sent', async () => {
  const { at, leadId } = await world()
  const messageId = (await threadOf(at, leadId)).messages[0]!.id
  const sorted = await at.member.call(updateGrowthMessage, { messageId, body: { intent: 'interested' } })
  expectError(sorted, 409, 'growth_message_not_received')
})

test.runIf(isLong)('a person’s mail is in their own data and is erased with them', async () => {
  const { at, leadId, header } = await world()
  await receive(at, answer(header, 'Hello', { From: 'Grace@other.example' }))
  const person = { userId: uuidv7(), name: 'Grace', email: 'grace@OTHER.example' }
  const exported = await server.database.within(at.workspace, (tx) => domain.person.exportIn!(tx, person))
  expect(exported).toMatchObject({ growthMessages: [{ senderAddress: 'grace@other.example' }] })
  const lead = { ...person, email: 'Lead@customer.example' }
  const ofLead = await server.database.within(at.workspace, (tx) => domain.person.exportIn!(tx, lead))
  expect(ofLead.growthMessages).toHaveLength(2)
  await server.database.within(at.workspace, async (tx) => domain.person.eraseIn!(tx, person, server.parts))
  expect((await threadOf(at, leadId)).messages).toHaveLength(1)
})

test('threads are listed a page at a time, the newest mail first', async () => {
  const { at, projectId, mailboxId, leadId } = await world()
  const older = await leadIn(server, at, { projectId, address: 'older@customer.example' })
  await mailTo(server, at, { leadId: older, projectId, mailboxId, minutesAgo: 90 })
  await leadIn(server, at, { projectId, address: 'silent@customer.example' })
  const first = await at.member.call(listGrowthInbox, { projectId, query: { limit: 1 } })
  expect(first.body).toMatchObject([{ leadId }])
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link')!)![1]!
  expect(await inbox(at, projectId, { limit: 1, cursor: decodeURIComponent(cursor) })).toMatchObject([
    { leadId: older },
  ])
})

test.runIf(isLong)('replies are sent while mail of the same lead is filed', async () => {
  const { at, leadId, header, mailboxId } = await world({ address: 'busy@customer.example' })
  await at.owner.call(updateGrowthMailbox, { mailboxId, body: { dailyLimit: 100, warmUpStartedOn: null } })
  for (let count = 0; count < 8; count += 1)
    mails.deliver(answer(header, `Question ${count}?`, { From: 'busy@customer.example' }))
  const read = readMailboxes(server.parts, at.workspace, context)
  const replies = await Promise.all(Array.from({ length: 4 }, () => reply(at, leadId)))
  await read
  await readMailboxes(server.parts, at.workspace, context)
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(taken('busy@customer.example')).toHaveLength(4)
  expect((await threadOf(at, leadId)).messages.filter(({ direction }) => direction === 'in')).toHaveLength(8)
})
