import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { withoutRequestId } from '../../../testing/caller.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { type Scene } from '../../../testing/scene.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { draft, hello, again, shop, playsOn } from '../../../testing/growth/plays.ts'
import { queuedLeads, runningPlay } from '../../../testing/growth/sending.ts'
import { updateGrowthMailbox } from '../mailboxes/contract.ts'
import { outreachServer } from '../../../testing/network/public-address.ts'
import { archiveGrowthProject } from '../research/contract.ts'
import { updateGrowthSettings } from '../settings/contract.ts'
import { addGrowthSuppressions } from '../suppression/contract.ts'
import {
  approveGrowthMessage,
  approveGrowthMessages,
  discardGrowthMessage,
  resolveGrowthMessage,
} from '../messages/contract.ts'
import { testGrowthPlay, getGrowthPlay } from '../sending/contract.ts'
import { listNames } from '../../record/names/contract.ts'
import { startGrowthDrafts } from './contract.ts'

const mails = await mailWorld()
const server = await outreachServer(mails)
const { create, update, world, lead, show, assign, messages, drafted } = playsOn(server, mails)

test('drafts are written for each lead: by the words of a person, each sentence marked as theirs', async () => {
  const { at, projectId, playId } = await world()
  const named = await lead(at, projectId, { firstName: 'Eve', company: 'Acme' })
  await assign(at, playId)
  expect(await drafted(at, playId)).toMatchObject({
    status: 'finished',
    leads: 1,
    drafts: 2,
    leadsSkipped: 0,
    costUsd: 0,
  })
  const [second, first] = await messages(at, projectId, { playId, status: 'draft' })
  expect(first).toMatchObject({
    leadId: named,
    leadAddress: expect.stringMatching(/@example\.com$/),
    leadName: 'Eve Lovelace',
    step: 1,
    subject: 'Shops for Acme',
    body: 'Hello Eve,\n\nmay we call you?',
    author: 'person',
    citations: [{ source: 'person' }, { sentence: 'may we call you?', source: 'person', sourceId: null, quote: null }],
    dueAt: expect.any(String),
  })
  expect(second).toMatchObject({ step: 2, subject: 'Re: Shops for Acme', dueAt: null })
  expect(await drafted(at, playId)).toMatchObject({ leads: 1, drafts: 0, leadsSkipped: 0 })
  const ids = [projectId, playId, named, first!.id].join(',')
  expect((await at.member.call(listNames, { query: { ids } })).body.names).toMatchObject([
    { id: projectId, kind: 'growth_project' },
    { id: playId, kind: 'growth_play', title: 'A play' },
    { id: named, kind: 'growth_lead', title: 'Eve Lovelace' },
    { id: first!.id, kind: 'growth_message', title: 'Eve Lovelace' },
  ])
})

test('a mail that is added to a sequence follows the last sent one', async () => {
  const { at, projectId, playId } = await world({ steps: [hello] })
  await lead(at, projectId, { company: 'Acme' })
  await assign(at, playId)
  await drafted(at, playId)
  const sentAt = new Date(Date.now() - 86_400_000)
  await asOwner(
    server,
    `update growth_message set status = 'sent', sent_at = $2, handed_over_at = $2, message_id = '<a@example.com>'
     where workspace_id = $1`,
    [at.workspace, sentAt],
  )
  await update(at, playId, { steps: [hello, again] })
  expect(await drafted(at, playId)).toMatchObject({ drafts: 1 })
  const [added] = await messages(at, projectId, { status: 'draft' })
  expect(added).toMatchObject({ step: 2, dueAt: new Date(sentAt.getTime() + 4 * 86_400_000).toISOString() })
})

test('the offline model carries out a mail that the brief spells out, and no sentence without a source', async () => {
  const praise = { text: 'All clients are happy with us.' }
  const invented = { text: 'We won a prize.', source: '/', quote: 'We won the first prize of Europe.' }
  const { at, projectId, playId } = await world({ steps: [draft(shop, praise, invented)] })
  await lead(at, projectId, { firstName: 'Eve "the\\boss"' })
  const disqualified = await lead(at, projectId)
  await lead(at, projectId, {}, 'ada@listed.example')
  await at.member.call(addGrowthSuppressions, { body: { entries: ['listed.example'] } })
  await assign(at, playId)
  await asOwner(server, `update growth_lead set status = 'disqualified' where id = $1`, [disqualified])
  expect(await drafted(at, playId)).toMatchObject({ leads: 3, drafts: 1, leadsSkipped: 2, sentencesDropped: 2 })
  expect(await messages(at, projectId)).toMatchObject([
    {
      author: 'model',
      body: 'Hello Eve "the\\boss",\n\nWe build web shops.',
      citations: [
        {
          sentence: 'We build web shops.',
          source: 'page',
          sourceName: 'http://127.0.0.1/',
          quote: 'We build web shops.',
        },
      ],
    },
  ])
  const run = (await show(at, playId)).lastDraftRun.id as string
  expect(await at.auditActions(run)).toEqual(['growth_draft_run.start', 'growth_draft_run.finish'])
  expect(await at.eventNames(run)).toEqual(['growth_draft_run.started', 'growth_draft_run.ended'])
})

test('a brief that spells nothing out fails the run in words; one run at a time; none without mails', async () => {
  const { at, projectId, playId } = await world({ steps: [{ delayDays: 0, brief: 'Introduce us.' }] })
  await lead(at, projectId)
  await assign(at, playId)
  expect((await at.member.call(startGrowthDrafts, { playId, body: {} })).status).toBe(202)
  await expect.poll(async () => (await show(at, playId)).lastDraftRun.status as string).toBe('failed')
  const { id, failure } = (await show(at, playId)).lastDraftRun
  expect(failure.code).toBe('no_draft_in_brief')
  const goesOn = `update growth_draft_run set status = 'writing', ended_at = null, failure_code = null, failure_message = null
    where id = $1`
  await asOwner(server, goesOn, [id])
  expectError(await at.member.call(startGrowthDrafts, { playId, body: {} }), 409, 'growth_draft_run_active')
  const { playId: empty } = { playId: (await create(at, projectId, { steps: [] })).body.id as string }
  expectError(await at.member.call(startGrowthDrafts, { playId: empty, body: {} }), 409, 'growth_play_without_steps')
})

const oneDraft = async () => {
  const made = await world({ steps: [draft(shop), again] })
  await lead(made.at, made.projectId)
  await assign(made.at, made.playId)
  await drafted(made.at, made.playId)
  const [second, first] = await messages(made.at, made.projectId)
  return { ...made, first: first!.id, second: second!.id }
}
const approve = ({ member }: Scene, messageId: string, body: object = {}) =>
  member.call(approveGrowthMessage, { messageId, body })

test('200 approves a draft once, edited if a person likes: their changes are marked as theirs', async () => {
  const { at, first, second } = await oneDraft()
  const body = 'Hello Ada,\n\nWe build web shops. We are the best!'
  const reply = await approve(at, first, { subject: 'Shops', body })
  expect(reply).toMatchObject({ status: 200, body: { status: 'approved', subject: 'Shops', body } })
  expect(reply.body.approvedBy).toEqual(expect.any(String))
  expect(reply.body.citations).toMatchObject([{ source: 'page' }, { sentence: 'We are the best!', source: 'person' }])
  expectError(await approve(at, first), 409, 'growth_message_not_draft')
  expectError(await approve(at, second, { body: ' \u200b ' }), 400, 'invalid_request')
  expectError(await approve(at, second, { subject: 'A\r\nBcc: eve@example.com' }), 400, 'invalid_request')
  expect((await approve(at, second)).body).toMatchObject({ status: 'approved', author: 'person' })
  expect(await at.auditActions(first)).toEqual(['growth_message.approve'])
})

test('409 for a draft whose quoted words were deleted, or whose growth project is archived', async () => {
  const { at, projectId, first } = await oneDraft()
  await asOwner(server, `update growth_page set content = 'Another page.' where workspace_id = $1`, [at.workspace])
  expectError(await unchanged(server, () => approve(at, first)), 409, 'growth_citation_unresolved')
  expect((await approve(at, first, { body: 'Hello, may we call you?' })).status).toBe(200)
  const other = await oneDraft()
  await other.at.member.call(archiveGrowthProject, { projectId: other.projectId })
  expectError(await approve(other.at, other.first), 409, 'growth_project_archived')
  expectError(await create(other.at, other.projectId), 409, 'growth_project_archived')
  expect(await messages(at, projectId, { status: 'approved' })).toHaveLength(1)
})

test('200 discards a mail that waits; the mail after it is due in its place', async () => {
  const { at, projectId, first, second } = await oneDraft()
  const discard = (messageId: string) => at.member.call(discardGrowthMessage, { messageId })
  expect((await discard(first)).body).toMatchObject({ status: 'cancelled' })
  expectError(await discard(first), 409, 'growth_message_not_waiting')
  const [shown] = await messages(at, projectId, { status: 'draft' })
  expect(shown).toMatchObject({ id: second, dueAt: expect.any(String) })
})

test('200 resolves a mail of unknown delivery once: a sent mail is followed, an unsent mail is a draft again', async () => {
  const { at, projectId, first, second } = await oneDraft()
  await approve(at, first)
  const unknown = () =>
    asOwner(
      server,
      `update growth_message set status = 'unknown', message_id = '<a@example.com>', handed_over_at = now() where id = $1`,
      [first],
    )
  const resolve = (delivered: boolean) =>
    at.member.call(resolveGrowthMessage, { messageId: first, body: { delivered } })
  expectError(await resolve(true), 409, 'growth_message_not_unknown')
  await unknown()
  expect((await resolve(false)).body).toMatchObject({ status: 'draft', failure: 'not_delivered', approvedBy: null })
  await approve(at, first)
  await unknown()
  expect((await resolve(true)).body).toMatchObject({ status: 'sent', failure: null, sentAt: expect.any(String) })
  const follows = (await messages(at, projectId)).find(({ id }) => id === second)!
  expect(new Date(follows.dueAt!).getTime()).toBeGreaterThan(Date.now() + 3.9 * 86_400_000)
  expect(await at.auditActions(first)).toEqual([
    'growth_message.approve',
    'growth_message.resolve',
    'growth_message.approve',
    'growth_message.resolve',
  ])
})

test('200 approves several drafts at once, each with a row and an event of its own, and names ids without a draft', async () => {
  const { at, projectId, playId } = await world({ steps: [hello] })
  for (const firstName of ['Ada', 'Eve', 'Grace']) await lead(at, projectId, { firstName, company: 'Acme' })
  await assign(at, playId)
  await drafted(at, playId)
  const ids = (await messages(at, projectId, { status: 'draft' })).map(({ id }) => id)
  await asOwner(server, `update growth_message set status = 'cancelled' where id = $1`, [ids[2]])
  const absentId = uuidv7()
  const ask = (messageIds: readonly (string | undefined)[]) =>
    at.member.call(approveGrowthMessages, { projectId, body: { messageIds } })
  const refused = [
    { id: absentId, code: 'not_found' },
    { id: ids[2], code: 'growth_message_not_draft' },
  ]
  expect(await ask([...ids, absentId])).toMatchObject({ status: 200, body: { approved: 2, refused } })
  for (const id of ids.slice(0, 2)) {
    expect(await at.auditActions(id)).toEqual(['growth_message.approve'])
    expect(await at.eventNames(id)).toEqual(['growth_message.approved'])
  }
  expect((await messages(at, projectId, { status: 'approved' })).every(({ approvedBy }) => approvedBy !== null)).toBe(
    true,
  )
  expectError(await unchanged(server, () => ask([ids[0], ids[0]])), 400, 'invalid_request')
  expectError(await ask(Array.from({ length: 101 }, () => uuidv7())), 400, 'invalid_request')
  await at.member.call(archiveGrowthProject, { projectId })
  expectError(await unchanged(server, () => ask(ids)), 409, 'growth_project_archived')
})

const running = async () => {
  const made = await runningPlay(server, mails)
  const [leadId] = await queuedLeads(server, made.at, made, [`${uuidv7()}@customer.example`])
  return { ...made, leadId: leadId! }
}

test('200 sends one mail of a play to the caller, and to no other address', async () => {
  const { at, playId, leadId } = await running()
  const { caller, userId } = await at.join('member')
  const ask = (body: object) => caller.call(testGrowthPlay, { playId, body })
  const reply = await ask({ step: 1 })
  expect(reply).toMatchObject({ status: 200, body: { to: `${userId}@example.com` } })
  const [mail] = mails.taken.filter(({ to }) => to === `${userId}@example.com`)
  expect(mail!.raw).toContain('Subject: [Test] Web shops')
  expect(mail!.raw).toContain('Hello Ada,')
  expect((await ask({ step: 1, leadId })).status).toBe(200)
  expectError(await ask({ step: 3 }), 409, 'growth_play_step_missing')
  await at.owner.call(updateGrowthSettings, { body: { senderPostalAddress: null } })
  expectError(await ask({ step: 1 }), 409, 'growth_postal_address_missing')
  expect(await at.auditActions(playId)).toContain('growth_play.test')
})

test('503 for a test without a mailbox that can send', async () => {
  const { at, playId, mailboxId } = await running()
  await at.owner.call(updateGrowthMailbox, { mailboxId, body: { paused: true } })
  expectError(await at.member.call(testGrowthPlay, { playId, body: { step: 1 } }), 503, 'growth_sending_not_set_up')
})

test('404 is the same for a play or a mail of a neighbour and for none, and for a client', async () => {
  const [own, neighbour] = await Promise.all([oneDraft(), oneDraft()])
  const shown = (caller: Scene['member'], playId: string) => caller.call(getGrowthPlay, { playId })
  const replies = [
    await shown(own.at.member, neighbour.playId),
    await shown(own.at.member, uuidv7()),
    await shown(own.at.client, own.playId),
    await approve(own.at, neighbour.first),
    await own.at.client.call(approveGrowthMessage, { messageId: own.first, body: {} }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  const sentences = replies.map((reply) => JSON.stringify(withoutRequestId(reply).body))
  expect(sentences).toEqual([...new Array<unknown>(3).fill(sentences[0]), ...new Array<unknown>(2).fill(sentences[3])])
})
