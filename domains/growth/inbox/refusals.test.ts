import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asOwner } from '../../../testing/database-state.ts'
import { mailboxIn, mailText, mailTo, playIn } from '../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { scheduledContext, unhurriedTurn } from '../../../testing/jobs/scheduled.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { updateGrowthLead } from '../sending/contract.ts'
import { updateGrowthSettings } from '../settings/contract.ts'
import { updateGrowthMessage } from './contract.ts'
import { readMailboxes } from './domain.ts'

const mails = await mailWorld()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts })
const context = { ...scheduledContext, ...unhurriedTurn, log: server.parts.log }

const world = async (address: string) => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const mailboxId = await mailboxIn(at, mails)
  const leadId = await leadIn(server, at, { projectId, address })
  const header = `<${uuidv7()}@example.com>`
  await mailTo(server, at, { leadId, projectId, mailboxId, header })
  const otherProjectId = await growthProjectIn(server, at)
  const [local, domain] = address.split('@')
  const otherId = await leadIn(server, at, { projectId: otherProjectId, address: `${local}+shop@${domain}` })
  const playId = await playIn(server, at, otherProjectId)
  const text = 'update growth_lead set growth_play_id = $2, has_consent = true, looked_up_at = now() where id = $1'
  await asOwner(server, text, [otherId, playId])
  await readMailboxes(server.parts, at.workspace, context)
  const answer = async (body: string) => {
    const heads = { From: address, Subject: 'Re: Web shops', 'Message-ID': `<${uuidv7()}@customer.example>` }
    mails.deliver(mailText({ ...heads, 'In-Reply-To': header }, body))
    await readMailboxes(server.parts, at.workspace, context)
  }
  const queue = (despiteRefusal?: true) =>
    at.member.call(updateGrowthLead, {
      leadId: otherId,
      body: { status: 'queued', ...(despiteRefusal && { despiteRefusal }) },
    })
  return { at, leadId, otherId, answer, queue }
}

test.each(['No, thank you.', 'Not for us. Please close our file.'])(
  '“%s” holds the mail of every growth project until it is confirmed for the lead',
  async (words) => {
    const { at, leadId, otherId, answer, queue } = await world(`ada${words.length}@refuses.example`)
    await answer(words)
    expect(await at.rows('growth_lead')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: leadId, refused_at: expect.anything(), sequence_stop_reason: 'replied' }),
      ]),
    )
    expectError(await queue(), 409, 'refused_before')
    expect(await at.auditActions(otherId)).not.toContain('growth_lead.confirm')
    expect((await queue(true)).body).toMatchObject({ status: 'queued' })
    expect((await queue()).status).toBe(200)
    await answer('No, thank you.')
    expectError(await queue(), 409, 'refused_before')
  },
)

test('a refusal ends after the days of the settings, by a reply that is open, and when a person sorts it otherwise', async () => {
  const { at, leadId, answer, queue } = await world('bob@refuses.example')
  await answer('No, thank you.')
  const age = (days: number) =>
    asOwner(server, 'update growth_lead set refused_at = now() - make_interval(days => $2) where id = $1', [
      leadId,
      days,
    ])
  await age(729)
  expectError(await queue(), 409, 'refused_before')
  await at.owner.call(updateGrowthSettings, { body: { refusalDays: 700 } })
  expect((await queue()).status).toBe(200)
  await at.owner.call(updateGrowthSettings, { body: { refusalDays: 730 } })
  expectError(await queue(), 409, 'refused_before')
  await answer('Sounds good, tell me more.')
  expect((await queue()).status).toBe(200)
  await answer('No, thank you.')
  expectError(await queue(), 409, 'refused_before')
  const refusal = (await at.rows('growth_message')).findLast(({ intent }) => intent === 'not_interested')!
  const messageId = refusal.id as string
  await at.member.call(updateGrowthMessage, { messageId, body: { intent: 'other' } })
  expect((await queue()).status).toBe(200)
  await at.member.call(updateGrowthMessage, { messageId, body: { intent: 'not_interested' } })
  expectError(await queue(), 409, 'refused_before')
})
