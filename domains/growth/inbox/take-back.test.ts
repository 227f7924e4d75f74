import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { mailboxIn, mailText, mailTo, reportText } from '../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { unsubscribeLead } from '../sending/handlers.ts'
import { listGrowthSuppressions } from '../suppression/contract.ts'
import { getGrowthThread, sendGrowthReply, updateGrowthMessage } from './contract.ts'
import { readMailboxes } from './domain.ts'
import { scheduledContext, unhurriedTurn } from '../../../testing/jobs/scheduled.ts'

const mails = await mailWorld()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts })
const context = { ...scheduledContext, ...unhurriedTurn, log: server.parts.log }

const wish = 'Please remove me from your list.'
const withMore = `Sounds interesting. ${wish}`
const address = 'lead@customer.example'

const writtenTo = async (at: Scene, mailboxId: string, to = address) => {
  const projectId = await growthProjectIn(server, at)
  const leadId = await leadIn(server, at, { projectId, address: to })
  const header = `<${uuidv7()}@example.com>`
  await mailTo(server, at, { leadId, projectId, mailboxId, header })
  return { leadId, header }
}
const world = async () => {
  const at = await scene(server)
  const mailboxId = await mailboxIn(at, mails)
  const lead = await writtenTo(at, mailboxId)
  await readMailboxes(server.parts, at.workspace, context)
  return { at, mailboxId, ...lead }
}
const receive = async ({ workspace }: Scene, ...texts: string[]) => {
  for (const text of texts) mails.deliver(text)
  await readMailboxes(server.parts, workspace, context)
}
const answer = (header: string, body: string, from = address) =>
  mailText(
    { From: from, Subject: 'Re: Web shops', 'Message-ID': `<${uuidv7()}@customer.example>`, 'In-Reply-To': header },
    body,
  )
const threadOf = async ({ member }: Scene, leadId: string) => {
  const { body } = await member.call(getGrowthThread, { leadId })
  const messages = body.messages as { id: string; direction: string; intent: string; kind: string }[]
  const mail = messages.find(({ direction }) => direction === 'in')!
  return { lead: body.lead as Record<string, unknown>, mail, messages }
}
const suppressed = async ({ member }: Scene) =>
  ((await member.call(listGrowthSuppressions)).body as { value: string }[]).map(({ value }) => value).sort()
const takeBack = (who: Scene['owner'], messageId: string, intent = 'interested') =>
  who.call(updateGrowthMessage, { messageId, body: { intent, takeBackReason: 'Wants the price list' } })

test('an administrator takes back a rule’s reading of a mail with more in it; the mail and its rows stay', async () => {
  const { at, leadId, header } = await world()
  await receive(at, answer(header, withMore, 'office@customer.example'))
  const { lead, mail } = await threadOf(at, leadId)
  expect(lead).toMatchObject({ optOutMessageId: mail.id, sequenceStopReason: 'unsubscribed' })
  expect(await suppressed(at)).toEqual([address, 'office@customer.example'].sort())
  expectError(await takeBack(at.member, mail.id), 403, 'growth_opt_out_for_administrators')
  expectError(await takeBack(at.owner, mail.id, 'unsubscribe'), 409, 'growth_opt_out_lasts')
  const sorted = { messageId: mail.id, body: { intent: 'interested' } }
  expect((await at.member.call(updateGrowthMessage, sorted)).status).toBe(200)
  expect((await threadOf(at, leadId)).lead.optedOutAt).not.toBeNull()
  expect(await takeBack(at.owner, mail.id)).toMatchObject({ status: 200, body: { intent: 'interested' } })
  const after = await threadOf(at, leadId)
  expect(after.lead).toMatchObject({ optedOutAt: null, optOutMessageId: null, sequenceStopReason: 'unsubscribed' })
  expect(after.mail).toMatchObject({ id: mail.id, kind: 'unsubscribe', intent: 'interested' })
  expect(await suppressed(at)).toEqual([])
  expect(await at.auditActions(leadId)).toEqual(['growth_lead.unsubscribe', 'growth_lead.take_back_opt_out'])
  expect(await at.eventNames(leadId)).toEqual(['growth_lead.unsubscribed', 'growth_lead.opt_out_taken_back'])
  const reply = { leadId, body: { body: 'Here is the list.' } }
  expect((await at.member.call(sendGrowthReply, reply)).status).toBe(201)
  expectError(await takeBack(at.owner, mail.id), 409, 'growth_opt_out_lasts')
})

const lasting: readonly [string, (one: Awaited<ReturnType<typeof world>>) => Promise<unknown>][] = [
  ['the wish is the whole text', async () => undefined],
  ['another mail has more too', ({ at, header }) => receive(at, answer(header, withMore), answer(header, withMore))],
  ['another mail is the wish alone', ({ at, header }) => receive(at, answer(header, withMore), answer(header, wish))],
  [
    'a complaint follows',
    ({ at, header }) =>
      receive(
        at,
        answer(header, withMore),
        reportText('feedback-report', 'Feedback-Type: abuse\nUser-Agent: X/1\nVersion: 1', header),
      ),
  ],
  [
    'the link is used',
    async ({ at, header, leadId }) => {
      await receive(at, answer(header, withMore))
      await server.parts.database.within(at.workspace, (tx) =>
        unsubscribeLead(tx, server.parts.vault, { leadId, addressHash: null }),
      )
    },
  ],
  [
    'a person sorted it as the wish',
    async ({ at, header, leadId }) => {
      await receive(at, answer(header, withMore))
      const { mail } = await threadOf(at, leadId)
      await at.member.call(updateGrowthMessage, { messageId: mail.id, body: { intent: 'unsubscribe' } })
    },
  ],
]
test.each(lasting)('an opt-out lasts where %s', async (name, happen) => {
  const one = await world()
  if (name === lasting[0]![0]) await receive(one.at, answer(one.header, wish))
  await happen(one)
  const { lead, mail } = await threadOf(one.at, one.leadId)
  expect([lead.optedOutAt !== null, lead.optOutMessageId]).toEqual([true, null])
  expectError(await takeBack(one.at.owner, mail.id), 409, 'growth_opt_out_lasts')
  expect(await suppressed(one.at)).toEqual([address])
})

test('an address stays on the list where another lead of it opted out', async () => {
  const { at, leadId, header, mailboxId } = await world()
  const other = await writtenTo(at, mailboxId, 'second@customer.example')
  await receive(at, answer(header, withMore), answer(other.header, wish, 'lead+two@customer.example'))
  const { mail } = await threadOf(at, leadId)
  expect((await takeBack(at.owner, mail.id)).status).toBe(200)
  expect((await threadOf(at, leadId)).lead.optedOutAt).toBeNull()
  expect(await suppressed(at)).toEqual([address, 'second@customer.example'].sort())
})
