import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asOwner } from '../../../testing/database-state.ts'
import { mailboxIn, mailText, mailTo } from '../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { scheduledContext, unhurriedTurn } from '../../../testing/jobs/scheduled.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { namingExpiry } from '../messages/store-undecided.ts'
import { listGrowthSuppressions } from '../suppression/contract.ts'
import { getGrowthThread, sendGrowthReply, updateGrowthMessage } from './contract.ts'
import { readMailboxes } from './domain.ts'

const mails = await mailWorld()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts })
const context = { ...scheduledContext, ...unhurriedTurn, log: server.parts.log }

const world = async (address: string) => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const mailboxId = await mailboxIn(at, mails)
  const leadId = await leadIn(server, at, { projectId, address })
  await mailTo(server, at, { leadId, projectId, mailboxId, header: `<${uuidv7()}@example.com>` })
  await readMailboxes(server.parts, at.workspace, context)
  return { at, projectId, mailboxId, leadId }
}
const receive = async ({ workspace }: Scene, ...texts: string[]) => {
  for (const text of texts) mails.deliver(text)
  await readMailboxes(server.parts, workspace, context)
}
const stranger = (from: string, body: string, heads = {}) =>
  mailText({ From: from, Subject: 'My secret subject', 'Message-ID': `<${uuidv7()}@private.example>`, ...heads }, body)

test('a mail of a stranger that names a lead holds its mail for a person, and only its sentence is kept', async () => {
  const { at, leadId } = await world('dan@named.example')
  const text = (name: string) => `Hello.\n\nPlease remove ${name} from your list.\n\nA private matter.`
  const from = 'dan@private.example'
  await receive(at, stranger(from, text('unknown@named.example')), stranger(from, text('Dan@named.example')))
  const { lead, messages } = (await at.member.call(getGrowthThread, { leadId })).body
  expect(lead).toMatchObject({ optedOutAt: null, sequenceStoppedAt: null })
  expect(messages).toHaveLength(2)
  expect(messages[1]).toMatchObject({
    kind: 'reply',
    intent: null,
    needsDecision: true,
    senderAddress: from,
    subject: '',
    body: 'Please remove Dan@named.example from your list.',
  })
  expect((await at.member.call(sendGrowthReply, { leadId, body: { body: 'Hello' } })).status).toBe(409)
  const { id: messageId, waitsUntil, createdAt } = messages[1]!
  expect(Date.parse(waitsUntil) - Date.parse(createdAt)).toBe(7 * 24 * 3_600_000)
  expect(await at.eventNames(messageId)).toEqual(['growth_message.received', 'growth_message.wait_began'])
  await at.member.call(updateGrowthMessage, { messageId, body: { intent: 'unsubscribe' } })
  expect((await at.member.call(listGrowthSuppressions)).body).toEqual(
    expect.arrayContaining([expect.objectContaining({ value: 'dan@named.example', source: 'unsubscribe' })]),
  )
  expect(await at.eventNames(leadId)).toEqual(['growth_lead.unsubscribed'])
})

test('mail of a stranger that names six leads holds none, and a program’s mail or mail about a lead of the year before is left out', async () => {
  const { at, projectId, mailboxId } = await world('n0@many.example')
  const names = [0, 1, 2, 3, 4, 5].map((number) => `n${number}@many.example`)
  const writeTo = async (address: string, minutesAgo = 60) => {
    const leadId = await leadIn(server, at, { projectId, address })
    await mailTo(server, at, { leadId, projectId, mailboxId, header: `<${uuidv7()}@example.com>`, minutesAgo })
  }
  for (const address of names.slice(1)) await writeTo(address)
  await writeTo('old@many.example', 366 * 24 * 60)
  const from = 'list@private.example'
  await receive(
    at,
    stranger(from, `Please remove ${names.join(', ')}`),
    stranger(from, `Please remove ${names[0]}`, { 'Auto-Submitted': 'auto-generated' }),
    stranger(from, 'Please remove old@many.example'),
  )
  const stored = (await at.rows('growth_message')).filter(({ direction }) => direction === 'in')
  expect(stored.map(({ needs_decision }) => needs_decision)).toEqual(names.map(() => false))
})

test('a sentence about a lead lets its mail wait for seven days and is removed after thirty', async () => {
  const { at, leadId } = await world('late@named.example')
  await receive(at, stranger('late@private.example', 'Please remove late@named.example from your list.'))
  const age = (days: number) =>
    asOwner(
      server,
      `update growth_message set created_at = now() - make_interval(days => $2) where lead_id = $1 and names_lead`,
      [leadId, days],
    )
  const waits = async () =>
    (await at.member.call(getGrowthThread, { leadId })).body.messages.map(
      (mail: { needsDecision: boolean }) => mail.needsDecision,
    )
  await age(6)
  await receive(at)
  expect(await waits()).toEqual([false, true])
  await age(8)
  await receive(at)
  await receive(at)
  expect(await waits()).toEqual([false, false])
  const { id } = (await at.rows('growth_message')).find(({ names_lead }) => names_lead === true)!
  expect(await at.eventNames(id as string)).toEqual([
    'growth_message.received',
    'growth_message.wait_began',
    'growth_message.wait_ended',
  ])
  expect(await at.auditActions(id as string)).toEqual(['growth_message.receive', 'growth_message.end_wait'])
  const { database } = server.parts
  expect(await database.within(at.workspace, (tx) => namingExpiry.remove(tx, 10))).toBe(0)
  await age(31)
  expect(await database.identity((tx) => namingExpiry.dueIn(tx, 10))).toContain(at.workspace)
  expect(await database.within(at.workspace, (tx) => namingExpiry.remove(tx, 10))).toBe(1)
  expect(await waits()).toEqual([false])
})

test('mail from the domain of a contacted company holds its leads, and mail from a mail provider or the workspace none', async () => {
  const { at, projectId, mailboxId, leadId } = await world('ada@company.example')
  for (const address of ['bob@gmail.com', 'eve@example.com']) {
    const other = await leadIn(server, at, { projectId, address })
    await mailTo(server, at, { leadId: other, projectId, mailboxId, header: `<${uuidv7()}@example.com>` })
  }
  await receive(
    at,
    stranger('carl@gmail.com', 'Please do not write to us.'),
    stranger('fay@example.com', 'Please do not write to us.'),
    stranger('dora@company.example', 'Hello,\n\nwe got your mail twice.\nPlease do not write to us again. Thanks.'),
  )
  const stored = (await at.rows('growth_message')).filter(({ direction }) => direction === 'in')
  expect(stored).toEqual([
    expect.objectContaining({
      lead_id: leadId,
      needs_decision: true,
      sender_address: 'dora@company.example',
      body: 'Please do not write to us again.',
    }),
  ])
})

test('a wish for a company holds its domain until a person confirms it or not', async () => {
  const ask = async (address: string, colleague: string) => {
    const { at, projectId, mailboxId } = await world(address)
    const otherId = await leadIn(server, at, { projectId, address: colleague })
    await mailTo(server, at, { leadId: otherId, projectId, mailboxId, header: `<${uuidv7()}@example.com>` })
    await receive(
      at,
      stranger(address, 'Please remove our company from your list and do not contact anyone here again.'),
    )
    const write = async () =>
      JSON.stringify((await at.member.call(sendGrowthReply, { leadId: otherId, body: { body: 'Hello' } })).body)
    const mail = (await at.rows('growth_message')).find(({ kind }) => kind === 'unsubscribe')!
    const sort = (intent: 'unsubscribe' | 'other') =>
      at.member.call(updateGrowthMessage, { messageId: mail.id as string, body: { intent } })
    return { at, mail, write, sort }
  }
  const confirmed = await ask('ann@whole.example', 'bo@whole.example')
  expect(confirmed.mail).toMatchObject({ held_domain: 'whole.example' })
  expect(await confirmed.write()).toContain('may ask for no mail')
  await confirmed.sort('unsubscribe')
  expect(await confirmed.write()).toContain('do-not-contact list')
  expect((await confirmed.at.member.call(listGrowthSuppressions)).body).toEqual(
    expect.arrayContaining([expect.objectContaining({ value: 'whole.example', kind: 'domain', source: 'person' })]),
  )
  const denied = await ask('cy@half.example', 'di@half.example')
  expect(await denied.write()).toContain('may ask for no mail')
  await denied.sort('other')
  expect(await denied.write()).toContain('"status":"sent"')
  const ofProvider = await ask('ed@gmail.com', 'flo@gmail.com')
  expect(ofProvider.mail).toMatchObject({ held_domain: null })
  expect(await ofProvider.write()).toContain('"status":"sent"')
})
