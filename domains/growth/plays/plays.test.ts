import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Static } from '../../../platform/contract/index.ts'
import { withoutRequestId } from '../../../testing/caller.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { mailTo } from '../../../testing/growth-mail.ts'
import { addLead } from '../../../testing/growth-lookups.ts'
import { growthProjectIn } from '../../../testing/growth-rows.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listGrowthLeads } from '../leads/contract.ts'
import { archiveGrowthProject } from '../research/contract.ts'
import { updateGrowthSettings } from '../settings/contract.ts'
import { addGrowthSuppressions } from '../suppression/contract.ts'
import {
  approveGrowthMessage,
  assignGrowthLeads,
  createGrowthPlay,
  discardGrowthMessage,
  exportGrowthResults,
  getGrowthPlay,
  listGrowthMessages,
  listGrowthPlays,
  queueGrowthLeads,
  resolveGrowthMessage,
  startGrowthDrafts,
  startGrowthPlayLookup,
  updateGrowthLead,
  updateGrowthPlay,
} from './contract.ts'
import type { GrowthMessage } from './contract/schemas.ts'

const server = await testServer()

const hello = { delayDays: 0, subject: 'Shops for {{company}}', body: 'Hello {{firstName|there}},\n\nmay we call you?' }
const again = { delayDays: 4, subject: null, body: 'Did you read our mail, {{firstName|there}}?' }
const fence = '```'
const draft = (...sentences: object[]) => ({
  delayDays: 0,
  subject: null,
  brief: `Introduce us.\n\n${fence}draft\n${JSON.stringify({
    subject: 'Shops for {{company}}',
    paragraphs: [[{ text: 'Hello {{firstName}},' }], sentences],
  })}\n${fence}\n`,
})
const shop = { text: 'We build web shops.', source: '/', quote: 'We build web shops.' }

const create = ({ member }: Scene, projectId: string, body: object = {}) =>
  member.call(createGrowthPlay, { projectId, body: { name: 'A play', steps: [hello, again], ...body } })
const update = ({ owner }: Scene, playId: string, body: object) => owner.call(updateGrowthPlay, { playId, body })
const launch = async (at: Scene, playId: string) => {
  await at.owner.call(updateGrowthSettings, { body: { senderPostalAddress: 'Example Ltd, 1 Main Street, Dublin' } })
  return update(at, playId, { status: 'active', acknowledgesGdpr: true })
}
const world = async (body: object = {}) => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const { body: play } = await create(at, projectId, body)
  return { at, projectId, playId: play.id as string }
}
const lead = async (at: Scene, projectId: string, facts: Record<string, string> = {}, address?: string) => {
  const id = await addLead(server, at, projectId, {
    address: address ?? `${uuidv7()}@example.com`,
    facts: { country: 'IE', ...facts },
  })
  await asOwner(server, 'update growth_lead set looked_up_at = now() where id = $1', [id])
  return id
}
const show = async ({ member }: Scene, playId: string) => (await member.call(getGrowthPlay, { playId })).body
const assign = ({ member }: Scene, playId: string, body: Readonly<Record<string, unknown>> = {}) =>
  member.call(assignGrowthLeads, { playId, body })
const messages = async ({ member }: Scene, projectId: string, query: Readonly<Record<string, string>> = {}) =>
  (await member.call(listGrowthMessages, { projectId, query })).body as Static<typeof GrowthMessage>[]
const drafted = async (at: Scene, playId: string, body: Readonly<Record<string, unknown>> = {}) => {
  const reply = await at.member.call(startGrowthDrafts, { playId, body })
  expect(reply.status).toBe(202)
  await expect
    .poll(async () => (await show(at, playId)).lastDraftRun.endedAt as string | null, {
      interval: 100,
    })
    .not.toBeNull()
  return (await show(at, playId)).lastDraftRun
}

test('201 creates a play as a draft; it is listed, shown with its results, and leaves a row and an event', async () => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const reply = await create(at, projectId, { hardCapUsd: 2.5, excludedCountries: ['FR'] })
  expect(reply).toMatchObject({
    status: 201,
    body: { status: 'draft', hardCapUsd: 2.5, sendApproval: 'always', excludesUnknownLaw: true, acknowledgedAt: null },
  })
  const id = reply.body.id as string
  expect((await at.member.call(listGrowthPlays, { projectId })).body).toMatchObject([{ id }])
  expect(await show(at, id)).toMatchObject({
    play: { id, steps: [{ subject: 'Shops for {{company}}', brief: null }, { subject: null }] },
    results: { sent: 0, leads: { new: 0 }, costPerReplyUsd: null },
    lastDraftRun: null,
  })
  expect((await show(at, id)).results.days).toHaveLength(30)
  expect(await at.auditActions(id)).toEqual(['growth_play.create'])
  expect(await at.eventNames(id)).toEqual(['growth_play.created'])
})

test('400 for a sequence that cannot be sent, an unknown place and a mailbox of nobody here', async () => {
  const { at, projectId, playId } = await world()
  const wrong = async (body: object, path: string) => {
    const reply = await unchanged(server, () => create(at, projectId, body))
    expectError(reply, 400, 'invalid_request')
    expect(reply.body.fields).toMatchObject([{ path }])
  }
  await wrong({ steps: [{ ...hello, subject: null }] }, 'steps[0].subject')
  await wrong({ steps: [{ ...hello, body: 'Hello {{password}}' }] }, 'steps[0].body')
  await wrong({ mailboxIds: [uuidv7()] }, 'mailboxIds[0]')
  await wrong({ bookingUrl: 'http://example.com' }, 'bookingUrl')
  expectError(
    await create(at, projectId, { steps: [{ ...hello, subject: 'A\r\nBcc: eve@example.com' }] }),
    400,
    'invalid_request',
  )
  expectError(await update(at, playId, { steps: [hello, hello] }), 400, 'invalid_request')
})

test('403 for a member who decides about approval, and 409 for an owner where the settings do not leave it to the play', async () => {
  const { at, projectId, playId } = await world()
  for (const reply of [
    await create(at, projectId, { sendApproval: 'always' }),
    await at.member.call(updateGrowthPlay, { playId, body: { sendApproval: 'never' } }),
  ])
    expectError(reply, 403, 'growth_send_approval_forbidden')
  expectError(await update(at, playId, { sendApproval: 'never' }), 409, 'growth_send_approval_always')
  const byOwner = { name: 'B', sendApproval: 'never' }
  expectError(await at.owner.call(createGrowthPlay, { projectId, body: byOwner }), 409, 'growth_send_approval_always')
  await at.owner.call(updateGrowthSettings, { body: { sendApproval: 'by_play' } })
  expect((await update(at, playId, { sendApproval: 'never' })).body.sendApproval).toBe('never')
})

test('a play is launched by a named person, paused, changed and archived for good', async () => {
  const { at, playId } = await world({ steps: [] })
  expectError(await update(at, playId, { status: 'paused' }), 409, 'growth_play_not_running')
  expectError(await update(at, playId, { status: 'active' }), 409, 'growth_play_without_steps')
  await update(at, playId, { steps: [hello, again] })
  expectError(await update(at, playId, { status: 'active' }), 409, 'growth_play_not_acknowledged')
  const unnamed = await update(at, playId, { status: 'active', acknowledgesGdpr: true })
  expectError(unnamed, 409, 'growth_postal_address_missing')
  expect((await show(at, playId)).play.acknowledgedBy).toBeNull()
  const launched = (await launch(at, playId)).body
  expect(launched).toMatchObject({
    status: 'active',
    acknowledgedBy: expect.any(String),
    launchedAt: expect.any(String),
  })
  expectError(await update(at, playId, { language: 'de' }), 409, 'growth_play_active')
  expect((await update(at, playId, { name: 'Another name' })).body.name).toBe('Another name')
  expect((await update(at, playId, { status: 'paused' })).body).toMatchObject({
    status: 'paused',
    pauseReason: 'person',
  })
  expect((await update(at, playId, { language: 'de', status: 'active' })).body).toMatchObject({
    status: 'active',
    language: 'de',
    pauseReason: null,
    acknowledgedBy: launched.acknowledgedBy,
    launchedAt: launched.launchedAt,
  })
  expect((await update(at, playId, { status: 'archived' })).body.status).toBe('archived')
  expectError(await update(at, playId, { name: 'C' }), 409, 'growth_play_archived')
  expectError(await assign(at, playId), 409, 'growth_play_archived')
  expectError(await at.member.call(startGrowthDrafts, { playId, body: {} }), 409, 'growth_play_archived')
  expectError(await at.member.call(startGrowthPlayLookup, { playId }), 409, 'growth_play_archived')
})

test('leads get into one play, and wait for their mails where the law and the list allow it', async () => {
  const { at, projectId, playId } = await world()
  const good = await lead(at, projectId)
  const german = await lead(at, projectId, { country: 'Germany' })
  const unknown = await lead(at, projectId, { country: 'Atlantis' })
  const consented = await lead(at, projectId, { country: 'DE' })
  await asOwner(server, 'update growth_lead set has_consent = true where id = $1', [consented])
  expect((await assign(at, playId, { leadIds: [good] })).body).toEqual({ assigned: 1 })
  expect((await at.member.call(listGrowthLeads, { projectId, query: { playId } })).body).toMatchObject([{ id: good }])
  expect((await assign(at, playId)).body).toEqual({ assigned: 3 })
  expect((await assign(at, playId)).body).toEqual({ assigned: 0 })
  expectError(await at.member.call(queueGrowthLeads, { playId }), 409, 'campaign_not_running')
  const queue = (leadId: string) => at.member.call(updateGrowthLead, { leadId, body: { status: 'queued' } })
  expectError(await queue(good), 409, 'campaign_not_running')
  await launch(at, playId)
  expectError(await queue(german), 409, 'region_excluded')
  expectError(await queue(unknown), 409, 'region_excluded')
  expect((await at.member.call(queueGrowthLeads, { playId })).body).toEqual({
    queued: 2,
    refused: { region_excluded: 2 },
  })
  expect((await queue(good)).status).toBe(200)
  expect((await show(at, playId)).results.leads).toEqual({ new: 2, queued: 2, disqualified: 0 })
  await update(at, playId, { excludesUnknownLaw: false })
  expect((await queue(unknown)).status).toBe(200)
  await update(at, playId, { excludedCountries: ['IE'] })
  expectError(await queue(good), 409, 'region_excluded')
})

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
})

test('a mail that is added to a sequence follows the last one that was sent', async () => {
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

test('the offline model carries out a mail that the brief spells out, and no sentence that stands on nothing', async () => {
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
  const replies = await Promise.all([1, 2].map(() => at.member.call(startGrowthDrafts, { playId, body: {} })))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 409])
  await expect.poll(async () => (await show(at, playId)).lastDraftRun.status as string).toBe('failed')
  expect((await show(at, playId)).lastDraftRun.failure.code).toBe('no_draft_in_brief')
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

test('200 approves a draft once, edited where a person likes: what they changed is marked as theirs', async () => {
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

test('409 for a draft whose quoted words are gone, or whose growth project is archived', async () => {
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

test('200 discards a mail that waits; the one after it is due in its place', async () => {
  const { at, projectId, first, second } = await oneDraft()
  const discard = (messageId: string) => at.member.call(discardGrowthMessage, { messageId })
  expect((await discard(first)).body).toMatchObject({ status: 'cancelled' })
  expectError(await discard(first), 409, 'growth_message_not_waiting')
  const [shown] = await messages(at, projectId, { status: 'draft' })
  expect(shown).toMatchObject({ id: second, dueAt: expect.any(String) })
})

test('200 resolves a mail of unknown delivery once: one that went out is followed, one that did not is a draft again', async () => {
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

test('200 exports what became of each lead, with no formula in a cell', async () => {
  const { at, projectId, playId } = await world()
  const id = await lead(at, projectId, { company: '=cmd|calc' })
  await assign(at, playId)
  await mailTo(server, at, { leadId: id, projectId, mailboxId: null, playId, step: 1 })
  const reply = await at.member.call(exportGrowthResults, { playId })
  const [names, line] = String(reply.body).split('\r\n')
  expect(names).toMatch(/^lead_id,address,domain,company,/)
  expect(line).toContain(`,'=cmd|calc,`)
  expect(line).toMatch(/,new,1,20/)
  expect(await at.auditActions(playId)).toContain('growth_play.export')
  expect((await show(at, playId)).results).toMatchObject({ sent: 1, delivered: 1, leadsWrittenTo: 1, leadsReplied: 0 })
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
  expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply).body))).size).toBe(1)
})
