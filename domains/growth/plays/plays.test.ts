import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { FetchRefusal, openFetcher, type ReadAnswer } from '../../../platform/fetch/index.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { mailTo } from '../../../testing/growth/mail.ts'
import { growthProjectIn } from '../../../testing/growth/rows.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { startGrowthDrafts } from '../drafts/contract.ts'
import { stopSequence } from '../messages/end-mail.ts'
import { exportGrowthResults, updateGrowthLead } from '../sending/contract.ts'
import { openReach } from '../sending/reach.ts'
import {
  createGrowthPlay,
  listGrowthPlays,
  queueGrowthLeads,
  startGrowthPlayLookup,
  updateGrowthPlay,
} from './contract.ts'
import { hello, again, playsOn } from '../../../testing/growth/plays.ts'
import { outreachServer } from '../../../testing/network/public-address.ts'
import { listGrowthLeads } from '../leads/contract.ts'
import { updateGrowthSettings } from '../settings/contract.ts'

const mails = await mailWorld()
const server = await outreachServer(mails)
const { create, update, launch, world, lead, show, assign, drafted } = playsOn(server, mails)

const ownPage = '<input type="hidden" name="List-Unsubscribe" value="One-Click" />'

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

test('400 for a sequence that cannot be sent, an unknown place and a mailbox of another workspace', async () => {
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

test('403 for a member who decides about approval, and 409 for an owner if the settings do not leave it to the play', async () => {
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

test('a play is launched by a named person, paused, changed and archived permanently', async () => {
  const { at, projectId, playId } = await world({ steps: [] })
  expectError(await update(at, playId, { status: 'paused' }), 409, 'growth_play_not_running')
  const missing = ['steps', 'acknowledgement', 'postal_address', 'mailbox', 'leads']
  expect((await show(at, playId)).missing).toEqual(missing)
  const first = await update(at, playId, { status: 'active' })
  expectError(first, 409, 'growth_play_without_steps')
  expect(first.body).toMatchObject({ missing })
  await update(at, playId, { steps: [hello, again] })
  expectError(await update(at, playId, { status: 'active' }), 409, 'growth_play_not_acknowledged')
  const unnamed = await update(at, playId, { status: 'active', acknowledgesGdpr: true })
  expectError(unnamed, 409, 'growth_postal_address_missing')
  expect((await show(at, playId)).play.acknowledgedBy).toBeNull()
  expectError(await launch(at, playId), 409, 'growth_play_without_leads')
  await lead(at, projectId)
  await assign(at, playId)
  const launched = (await update(at, playId, { status: 'active', acknowledgesGdpr: true })).body
  expect((await show(at, playId)).missing).toEqual([])
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

test('leads get into a single play, and wait for their mails if the law and the list allow it', async () => {
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
  expect((await show(at, playId)).results.leads).toEqual({ new: 2, queued: 2, ended: 0, disqualified: 0 })
  await update(at, playId, { excludesUnknownLaw: false })
  expect((await queue(unknown)).status).toBe(200)
  await update(at, playId, { excludedCountries: ['IE'] })
  expectError(await queue(good), 409, 'region_excluded')
})

test.runIf(isLong)(
  'a sequence that ended has the reason, is not queued again with others, and a person lets it begin again',
  async () => {
    const { at, projectId, playId } = await world()
    const leadId = await lead(at, projectId, { company: 'Acme' })
    await assign(at, playId)
    await launch(at, playId)
    await drafted(at, playId)
    await server.database.within(at.workspace, async (tx) =>
      stopSequence(tx, leadId, 'no_sendable_address', await tx.now()),
    )
    expect((await at.member.call(queueGrowthLeads, { playId })).body).toEqual({
      queued: 0,
      refused: { sequence_ended: 1 },
    })
    expect((await show(at, playId)).results.leads).toEqual({ new: 0, queued: 0, ended: 1, disqualified: 0 })
    const shown = async () => (await at.member.call(listGrowthLeads, { projectId })).body[0]
    expect(await shown()).toMatchObject({ sequenceStopReason: 'no_sendable_address' })
    const move = (status: string) => at.member.call(updateGrowthLead, { leadId, body: { status } })
    expect((await move('queued')).body).toMatchObject({ status: 'queued' })
    expect(await shown()).toMatchObject({ sequenceStoppedAt: null, sequenceStopReason: null })
    expect(await drafted(at, playId)).toMatchObject({ drafts: 2, leadsSkipped: 0 })
    expect((await move('new')).body).toMatchObject({ status: 'new' })
    expect(await shown()).toMatchObject({ lookedUpAt: null, addressVerdict: null })
    expectError(await move('queued'), 409, 'lookup_required')
  },
)

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

test.each([
  ['http://agency.example', 'public_address', ownPage],
  ['https://127.0.0.1:4310', 'public_address', ownPage],
  ['https://10.0.0.7', 'public_address', ownPage],
  ['https://[fd00::7]', 'public_address', ownPage],
  ['https://localhost', 'public_address', ownPage],
  ['https://agency.example', 'unsubscribe_link', '<p>Welcome to our agency</p>'],
  ['https://agency.example', 'unsubscribe_link', new FetchRefusal('status', 'agency.example', undefined, 404)],
  ['https://agency.example', 'unsubscribe_link', new FetchRefusal('unreachable', 'agency.example')],
  ['https://agency.example', undefined, ownPage],
])('links in mails of a server at %s need %s', async (publicUrl, need, page) => {
  const { workspace } = await scene(server)
  const asked: string[] = []
  const fetcher = {
    judge: openFetcher().judge,
    read: async ({ url }: { readonly url: string }) => {
      asked.push(url)
      if (page instanceof FetchRefusal) throw page
      return { bytes: Buffer.from(page) } as ReadAnswer
    },
  }
  const reach = openReach({ ...server.parts, fetcher, linkTo: (path) => publicUrl + path })
  expect(await Promise.all([reach.linkNeed(workspace), reach.linkNeed(workspace)])).toEqual([need, need])
  expect(asked.length).toBe(need === 'public_address' ? 0 : 1)
  for (const url of asked) expect((await fetch(server.baseUrl + new URL(url).pathname)).status).toBe(200)
})
