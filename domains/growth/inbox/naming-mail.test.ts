import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { mailboxIn, mailText, mailTo } from '../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { scheduledContext, unhurriedTurn } from '../../../testing/jobs/scheduled.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listGrowthSuppressions } from '../suppression/contract.ts'
import { getGrowthThread, sendGrowthReply, updateGrowthMessage } from './contract.ts'
import { readMailboxes } from './sweep-mailboxes.ts'

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
  const messageId = messages[1]!.id
  expect(await at.eventNames(messageId)).toEqual(['growth_message.received'])
  await at.member.call(updateGrowthMessage, { messageId, body: { intent: 'unsubscribe' } })
  expect((await at.member.call(listGrowthSuppressions)).body).toEqual(
    expect.arrayContaining([expect.objectContaining({ value: 'dan@named.example', source: 'unsubscribe' })]),
  )
  expect(await at.eventNames(leadId)).toEqual(['growth_lead.unsubscribed'])
})

test('mail of a stranger that names six leads holds none, and that of a program or about a lead of the year before is left out', async () => {
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
