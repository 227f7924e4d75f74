import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { withoutRequestId } from '../../../testing/caller.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { letPropose, playsOf, proposalRuns, proposed } from '../../../testing/growth/proposals.ts'
import { growthProjectIn } from '../../../testing/growth/rows.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { updateGrowthPlay, getGrowthProject } from '../plays/contract.ts'
import { getGrowthPlay } from '../sending/contract.ts'
import { archiveGrowthProject, createGrowthProject, startGrowthRun } from '../research/contract.ts'
import { claimRunsForProposals } from '../research/index.ts'
import { updateGrowthSettings } from '../settings/contract.ts'
import { listGrowthProposalRuns } from './contract.ts'

const site = await loopbackSite((request, response) => {
  if (request.url === '/robots.txt') return void response.writeHead(404).end()
  response.setHeader('content-type', 'text/html')
  return void response.end('<title>Acme</title><p>We build web shops for wholesale.</p>')
})
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: site.host })

const fence = '```'
const block = (word: string, value: object) => `${fence}${word}\n${JSON.stringify(value)}\n${fence}\n`
const shops = { sentence: 'It builds shops.', source: '/', quote: 'We build web shops' }
const mails = [
  { delayDays: 0, brief: 'Introduce us.' },
  { delayDays: 4, brief: 'Ask whether our mail was read.' },
]
const play = (name: string, change: object = {}) => ({
  name,
  audience: `${name} with ten to fifty people.`,
  language: 'en',
  excludedCountries: ['FR'],
  evidence: [shops],
  steps: mails,
  ...change,
})
const plays = (...all: object[]) => block('plays', { plays: all })
const statement = { kind: 'does', text: 'Builds web shops.', page: '/', quote: 'We build web shops' }

test.runIf(isLong)(
  'a finished research run proposes the plays that the notes spell out, once; a later one proposes none of them again',
  async () => {
    const at = await scene(server)
    const invented = play('Clinics', { evidence: [{ ...shops, quote: 'We won the first prize.' }] })
    const notes = block('brain', { statements: [statement] }) + plays(play('Wholesalers'), play('Importers'), invented)
    const created = await at.member.call(createGrowthProject, { body: { websiteUrl: site.url, notes } })
    const projectId = created.body.id as string
    const first = await proposed(at, projectId)
    const { lastRun } = (await at.member.call(getGrowthProject, { projectId })).body
    expect(first).toMatchObject({
      growthRunId: lastRun.id,
      status: 'finished',
      failure: null,
      playsProposed: 2,
      playsDropped: 1,
      costUsd: 0,
    })
    expect(await at.auditActions(first.id)).toEqual(['growth_proposal_run.finish'])
    expect(await at.eventNames(first.growthRunId)).toEqual(['growth_run.ended', 'growth_run.plays_proposed'])

    const drafts = await playsOf(at, projectId)
    expect(drafts.map(({ name }) => name).toSorted()).toEqual(['Importers', 'Wholesalers'])
    const importers = drafts.find(({ name }) => name === 'Importers')!
    expect(importers).toMatchObject({
      status: 'draft',
      audience: 'Importers with ten to fifty people.',
      excludedCountries: ['FR'],
      excludesUnknownLaw: true,
      sendApproval: 'always',
      acknowledgedAt: null,
      proposedByRunId: lastRun.id,
      evidence: [
        { sentence: 'It builds shops.', source: 'page', sourceName: `${site.url}/`, quote: 'We build web shops' },
      ],
      steps: [
        { delayDays: 0, subject: null, body: null, brief: 'Introduce us.' },
        { delayDays: 4, subject: null, body: null },
      ],
    })
    expect(await at.auditActions(importers.id)).toEqual(['growth_play.propose'])
    expect(await at.eventNames(importers.id)).toEqual(['growth_play.proposed'])

    expect((await at.member.call(getGrowthProject, { projectId })).body.plays).toMatchObject([
      { status: 'draft', proposedByRunId: lastRun.id },
      { status: 'draft', proposedByRunId: lastRun.id },
    ])

    // One is archived, and the other renamed.
    const [other] = drafts.filter(({ id }) => id !== importers.id)
    await at.member.call(updateGrowthPlay, { playId: importers.id, body: { status: 'archived' } })
    await at.member.call(updateGrowthPlay, { playId: other!.id, body: { name: 'Others', audience: 'Others.' } })
    await at.member.call(startGrowthRun, { projectId, body: {} })
    expect(await proposed(at, projectId, 2)).toMatchObject({ status: 'finished', playsProposed: 0, playsDropped: 3 })
    expect(await playsOf(at, projectId)).toHaveLength(2)
  },
)

test('only the first sweep takes a research run, and each has one run that proposes', async () => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  await letPropose(server, projectId, plays(play('Wholesalers')))
  const take = () => server.database.within(at.workspace, (tx) => claimRunsForProposals(tx, { limit: 20 }))
  const taken = (await Promise.all([take(), take(), take(), take()])).flat().length
  // The server looks too.
  const itself = (await proposalRuns(at, projectId)).length
  expect(taken + itself).toBe(1)
  const again = asOwner(
    server,
    `insert into growth_proposal_run (id, workspace_id, growth_project_id, growth_run_id, status, started_by, created_at)
     select gen_random_uuid(), workspace_id, growth_project_id, id, 'queued', started_by, now()
     from growth_run cross join generate_series(1, 2) where growth_project_id = $1`,
    [projectId],
  )
  await expect(again).rejects.toThrow(/growth_run_id/)
})

test.runIf(isLong)('a proposal needs what any play needs before it is launched', async () => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  await letPropose(server, projectId, plays(play('Wholesalers')))
  await proposed(at, projectId)
  const playId = (await playsOf(at, projectId))[0]!.id
  expectError(
    await at.owner.call(updateGrowthPlay, { playId, body: { status: 'active' } }),
    409,
    'growth_play_not_acknowledged',
  )
  await at.owner.call(updateGrowthSettings, { body: { senderPostalAddress: '1 Main Street, Dublin' } })
  const launched = await at.owner.call(updateGrowthPlay, { playId, body: { status: 'active', acknowledgesGdpr: true } })
  expectError(launched, 409, 'growth_public_address_missing')
  expect((await at.member.call(getGrowthPlay, { playId })).body).toMatchObject({
    missing: ['acknowledgement', 'public_address', 'mailbox', 'leads'],
    play: { proposedByRunId: expect.any(String), evidence: [{ quote: 'We build web shops' }] },
  })
})

test.runIf(isLong)(
  'a run without a block “plays” fails in words, and one of an archived growth project too',
  async () => {
    const at = await scene(server)
    const projectId = await growthProjectIn(server, at)
    const archived = await growthProjectIn(server, at)
    await at.member.call(archiveGrowthProject, { projectId: archived })
    await letPropose(server, projectId, 'No block.')
    await letPropose(server, archived, plays(play('Wholesalers')))
    const run = await proposed(at, projectId)
    expect(run).toMatchObject({ status: 'failed', failure: { code: 'no_plays_in_notes' }, playsProposed: 0 })
    expect(await at.eventNames(run.growthRunId)).toEqual(['growth_run.plays_proposed'])
    expect(await proposed(at, archived)).toMatchObject({ status: 'failed', failure: { code: 'archived' } })
    expect(await playsOf(at, archived)).toEqual([])
  },
)

test('404 is the same for a growth project of a neighbour and for none', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const theirs = await growthProjectIn(server, neighbour)
  const ask = (projectId: string) => at.member.call(listGrowthProposalRuns, { projectId })
  const replies = [await ask(theirs), await ask(uuidv7())]
  expect(replies.map(({ status }) => status)).toEqual([404, 404])
  expect(withoutRequestId(replies[0]!).body).toEqual(withoutRequestId(replies[1]!).body)
  expect((await ask(await growthProjectIn(server, at))).body).toEqual([])
})
