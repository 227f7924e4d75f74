import { expect, test } from 'vitest'
import { testCodeHost } from '../../../testing/integrations/code-host.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deliverAsLinear, sessionEvent, testLinear } from '../../../testing/integrations/linear.ts'
import { withOddTexts } from '../../../testing/texts/odd-texts.ts'
import { expectError } from '../../../testing/refusals.ts'
import { requestIn } from '../../../testing/runs/requests.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { warnOfEnds } from '../../code/connections/index.ts'
import { connectProjectRepo, createCodeHost } from '../../code/code-hosts/contract.ts'
import { pushRevisions } from '../../code/code-hosts/jobs/push-revisions.ts'
import { listCycleMessages } from '../conversation/contract.ts'
import { getCycle, listCycles } from '../cycles/contract.ts'
import { executeCycle } from '../runs/contract.ts'
import { getPendingRequest } from '../requests/contract.ts'
import {
  createTracker,
  deleteTracker,
  getProjectTracker,
  linkProjectTracker,
  renewTracker,
  listProjectLinearSessions,
  listTrackers,
  setTrackerSecret,
  testTracker,
  unlinkProjectTracker,
} from './contract.ts'
import { renewTokens } from './jobs/renew-tokens.ts'
import { readIssues } from './jobs/read-issues.ts'
import { tellTrackers } from './jobs/tell-trackers.ts'
import { endingTrackers } from './store-trackers.ts'
import { sessionsWithNews } from './store.ts'
import { isLong } from '../../../testing/soak.ts'

const token = 'lin_oauth_of_the_test_0001'
const hostToken = 'gitea-token-of-the-test-0003'
const webhookSecret = 'lin_wh_of_the_test'
const linear = await testLinear(token)
const host = await testCodeHost(hostToken)
const server = await testServer({
  ATELIER_ROLE: 'server',
  ATELIER_FETCH_PRIVATE_HOSTS: `${linear.host},${host.host}`,
})
const tell = () => tellTrackers(server.parts, scheduledContext)

const connection = { kind: 'linear' as const, name: 'Linear', token, webhookSecret, baseUrl: `${linear.url}/graphql` }

interface World {
  readonly at: Scene
  readonly id: string
  readonly url: string
  readonly trackerId: string
}

/** A project that takes the issues of the team SHOP. */
const world = async (): Promise<World> => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const made = await at.owner.call(createTracker, { body: connection })
  expect(made.status).toBe(201)
  const trackerId = made.body.id as string
  const body = { source: 'linear' as const, trackerId, teamKey: 'shop' }
  expect((await at.owner.call(linkProjectTracker, { id, body })).status).toBe(200)
  return { at, id, trackerId, url: made.body.webhookUrl as string }
}
const sessionsOf = async ({ at, id }: World) =>
  (await at.owner.call(listProjectLinearSessions, { id })).body as { cycleId: string; sessionKey: string }[]
const entriesOf = (sessionId: string) =>
  linear.entries.filter(({ agentSessionId }) => agentSessionId === sessionId).map(({ content }) => content)

test('200 and 201: a tracker is tested, gets its secret, and is removed; its token is shown nowhere', async () => {
  const at = await scene(server)
  const { webhookSecret: _secret, ...unsigned } = connection
  const made = await at.owner.call(createTracker, { body: unsigned })
  expect(made).toMatchObject({ status: 201, body: { kind: 'linear', hasWebhookSecret: false, lastDeliveryAt: null } })
  const id = made.body.id as string
  const url = made.body.webhookUrl as string
  expect((await at.owner.call(testTracker, { id })).body).toEqual({ works: true, account: 'Atelier', problem: null })
  const wrong = await at.owner.call(createTracker, { body: { ...connection, name: 'Wrong', token: 'another' } })
  expect((await at.owner.call(testTracker, { id: wrong.body.id as string })).body).toMatchObject({
    works: false,
    problem: expect.stringContaining('does not accept the token') as string,
  })
  const event = sessionEvent({ action: 'created', sessionId: 'ses_unsigned' })
  expect(await deliverAsLinear(url, webhookSecret, event)).toBe(400)
  expect((await at.owner.call(setTrackerSecret, { id, body: { webhookSecret } })).body).toMatchObject({
    hasWebhookSecret: true,
    webhookUrl: url,
  })
  expect(await deliverAsLinear(url, webhookSecret, event)).toBe(200)
  expect((await at.member.call(listTrackers, {})).body).toMatchObject([{ id, webhookUrl: null }, { name: 'Wrong' }])
  expect((await at.owner.call(deleteTracker, { id })).body).toEqual({ deleted: true })
  expect(await at.auditActions(id)).toEqual(['tracker.create', 'tracker.test', 'tracker.update', 'tracker.delete'])
  expect(JSON.stringify([await at.rows('tracker'), await at.rows('audit_row')])).not.toContain(token)
})

test('a token of a day is renewed by its refresh token, and another takes its place without unlinking', async () => {
  const { at, id, trackerId, url } = await world()
  const refresh = { refreshToken: linear.oauth.refresh, clientId: 'client', clientSecret: 'secret' }
  const renewed = await at.owner.call(renewTracker, { id: trackerId, body: { token: 'of-yesterday', refresh } })
  expect(renewed).toMatchObject({ status: 200, body: { id: trackerId, webhookUrl: url, renewsItself: true } })
  expect((await at.owner.call(testTracker, { id: trackerId })).body).toMatchObject({ works: false })
  const before = Date.now()
  await renewTokens(server.parts, scheduledContext)
  expect((await at.owner.call(testTracker, { id: trackerId })).body).toMatchObject({ works: true })
  const shown = async () => (await at.owner.call(listTrackers, {})).body as unknown as Record<string, unknown>[]
  const [first] = await shown()
  expect(first).toMatchObject({ renewsItself: true, renewalError: null })
  expect(new Date(first!.tokenExpiresAt as string).getTime() - before).toBeGreaterThan(86_000_000)
  const due = () => asOwner(server, `update tracker set next_renewal_at = now() where id = '${trackerId}'`)
  await due()
  await renewTokens(server.parts, scheduledContext)
  expect(linear.oauth.tokens).toHaveLength(3)
  linear.oauth.refresh = 'revoked'
  await due()
  await renewTokens(server.parts, scheduledContext)
  const failed = { renewsItself: false, renewalError: expect.stringContaining('Give the connection another') as string }
  expect(await shown()).toMatchObject([failed])
  const warn = () => warnOfEnds(server.parts, 'tracker', endingTrackers, scheduledContext)
  await warn()
  await warn()
  const told = (await at.eventNames(trackerId)).filter((name) => name === 'tracker.token_ends')
  expect([told.length, (await at.owner.call(getProjectTracker, { id })).body]).toMatchObject([1, { trackerId }])
  await at.owner.call(renewTracker, { id: trackerId, body: { token } })
  expect(await shown()).toMatchObject([{ tokenExpiresAt: null, renewalError: null }])
  expect((await at.owner.call(testTracker, { id: trackerId })).body).toMatchObject({ works: true })
  expect(JSON.stringify([await at.rows('audit_row'), await shown()])).not.toMatch(/refresh-|renewed-|of-yesterday/)
})

test('409 for a tracker in use and a team of another project, 400 for no team and a neighbour’s tracker', async () => {
  const { at, trackerId } = await world()
  expectError(await at.owner.call(deleteTracker, { id: trackerId }), 409, 'tracker_in_use')
  const other = await emptyProject(at.owner)
  const body = { source: 'linear' as const, trackerId, teamKey: 'SHOP' }
  expectError(await at.owner.call(linkProjectTracker, { id: other, body }), 409, 'tracker_team_taken')
  const bare = { source: 'linear' as const, trackerId }
  expectError(await at.owner.call(linkProjectTracker, { id: other, body: bare }), 400, 'invalid_request')
  const theirs = await scene(server)
  const project = await emptyProject(theirs.owner)
  expectError(await theirs.owner.call(linkProjectTracker, { id: project, body }), 400, 'invalid_request')
  const issues = { source: 'code_host' as const }
  expectError(await at.owner.call(linkProjectTracker, { id: other, body: issues }), 409, 'project_not_connected')
  expectError(await at.owner.call(unlinkProjectTracker, { id: other }), 409, 'tracker_not_linked')
})

test('texts that PostgreSQL does not take are replaced, in every field of a webhook', async () => {
  const place = await world()
  const created = sessionEvent({ action: 'created', sessionId: 'ses_odd', prompt: 'Also on Sunday.' })
  for (const odd of withOddTexts(created))
    expect([odd, await deliverAsLinear(place.url, webhookSecret, odd as object)]).toEqual([odd, 200])
  const cycles = (await place.at.owner.call(listCycles, { projectId: place.id })).body as unknown as object[]
  expect(JSON.stringify(cycles)).toContain('odd\ufffd\ufffd')
})

test('a webhook that fails twice is shelved and shown, and the next webhook makes its cycle', async () => {
  const place = await world()
  const poison = { identifier: 'SHOP-66', title: 'Poison', description: '' }
  const sent = sessionEvent({ action: 'created', sessionId: 'ses_poison', issue: poison })
  await asOwner(server, `alter table cycle add constraint poison check (title <> 'Poison') not valid`)
  const statuses = []
  for (let attempt = 0; attempt < 4; attempt += 1)
    statuses.push(await deliverAsLinear(place.url, webhookSecret, sent, { id: 'poison' }))
  expect(statuses).toEqual([500, 200, 200, 200])
  const next = sessionEvent({ action: 'created', sessionId: 'ses_next' })
  expect(await deliverAsLinear(place.url, webhookSecret, next)).toBe(200)
  await asOwner(server, 'alter table cycle drop constraint poison')
  expect(await sessionsOf(place)).toMatchObject([{ sessionKey: 'ses_next' }])
  const shown = (await place.at.eventNames(place.trackerId)).filter((name) => name === 'tracker.delivery_set_aside')
  expect(shown).toHaveLength(1)
})

test('a delegated issue becomes one cycle with its link, for any number and order of webhooks', async () => {
  const place = await world()
  const { at, id, url } = place
  const prompted = sessionEvent({ action: 'prompted', sessionId: 'ses_1', prompt: 'With the weekend, please.' })
  const created = sessionEvent({ action: 'created', sessionId: 'ses_1' })
  expect(await deliverAsLinear(url, webhookSecret, prompted)).toBe(200)
  expect(await deliverAsLinear(url, webhookSecret, created, { id: 'one' })).toBe(200)
  expect(await deliverAsLinear(url, webhookSecret, created, { id: 'one' })).toBe(200)
  await Promise.all([1, 2, 3].map(() => deliverAsLinear(url, webhookSecret, created)))
  const [session, ...others] = await sessionsOf(place)
  expect([session, others]).toMatchObject([{ sessionKey: 'ses_1', issueKey: 'SHOP-12', projectId: id }, []])
  const { cycleId } = session!
  expect((await at.owner.call(getCycle, { id: cycleId })).body.cycle).toMatchObject({
    status: 'draft',
    title: 'Show the opening hours',
    description: 'On the start page.',
  })
  const trackerUrl = 'https://linear.app/acme/issue/SHOP-12'
  expect((await at.owner.call(listCycles, { projectId: id })).body).toMatchObject([{ id: cycleId, trackerUrl }])
  expect((await at.owner.call(listCycleMessages, { id: cycleId })).body).toMatchObject([
    { content: 'Grace wrote at the issue:\n\nWith the weekend, please.' },
  ])
  await tell()
  await tell()
  expect(entriesOf('ses_1')).toMatchObject([
    { type: 'thought', body: expect.stringContaining(`/projects/${id}/cycles/${cycleId}`) as string },
  ])
  const sources = (await at.rows('audit_row')).map((row) => (row as { source: string }).source)
  expect(sources).toContain('tracker')
})

test('400 for a wrong signature and an old webhook, 404 for an unknown address; another workspace’s webhook reaches nothing here', async () => {
  const place = await world()
  const event = sessionEvent({ action: 'created', sessionId: 'ses_2' })
  const { url } = place
  expect(await deliverAsLinear(url, 'another secret', event)).toBe(400)
  expect(await deliverAsLinear(url, webhookSecret, event, { signature: 'f'.repeat(64) })).toBe(400)
  const old = sessionEvent({ action: 'created', sessionId: 'ses_2' }, Date.now() - 120_000)
  expect(await deliverAsLinear(url, webhookSecret, old)).toBe(400)
  expect(await deliverAsLinear(`${url.slice(0, -43)}${'a'.repeat(43)}`, webhookSecret, event)).toBe(404)
  const other = await world()
  expect(await deliverAsLinear(other.url, webhookSecret, event)).toBe(200)
  expect([await sessionsOf(place), (await sessionsOf(other)).length]).toEqual([[], 1])
  const unlinked = sessionEvent({
    action: 'created',
    sessionId: 'ses_3',
    issue: { identifier: 'WEB-1', title: 'Other team', description: '' },
  })
  expect(await deliverAsLinear(url, webhookSecret, unlinked)).toBe(200)
  expect(await sessionsOf(place)).toEqual([])
})

test('a mention’s own words are its request, before the issue’s', async () => {
  const place = await world()
  const mention = '@atelier only fix the VAT line'
  await deliverAsLinear(place.url, webhookSecret, sessionEvent({ action: 'created', sessionId: 'ses_5', mention }))
  const { cycleId } = (await sessionsOf(place))[0]!
  expect((await place.at.owner.call(getCycle, { id: cycleId })).body.cycle).toMatchObject({
    description: `${mention}\n\n---\n\nThe issue:\n\nOn the start page.`,
  })
})

test.each([
  ['the signal', { prompt: 'Please do not go on.', isStop: true }],
  ['the word', { prompt: ' stop! ' }],
])(
  '%s of a stop stops the cycle, and its question is not answered; without work the conversation gets an answer',
  async (_, by) => {
    const place = await world()
    const { at, id, url } = place
    const sessionId = `ses_stop_${by.prompt.length}`
    await deliverAsLinear(url, webhookSecret, sessionEvent({ action: 'created', sessionId }))
    const { cycleId } = (await sessionsOf(place))[0]!
    await at.owner.call(executeCycle, { id: cycleId })
    const question = await requestIn(server, at, id, { cycleId, title: 'Which colour?', question: 'Red or blue?' })
    const stop = sessionEvent({ action: 'prompted', sessionId, ...by })
    expect(await deliverAsLinear(url, webhookSecret, stop)).toBe(200)
    expect((await at.owner.call(getPendingRequest, { id: question })).body).not.toMatchObject({ status: 'approved' })
    expect((await at.owner.call(getCycle, { id: cycleId })).body.cycle.status).toMatch(/^stop/)
    expect(await at.auditActions(cycleId)).toContain('cycle.stop')
    await deliverAsLinear(url, webhookSecret, sessionEvent({ action: 'prompted', sessionId, ...by }))
    await tell()
    const said = entriesOf(sessionId).map(({ body }) => body)
    expect(said).toContainEqual(expect.stringContaining('nothing was stopped'))
  },
)

test('a question is asked in the conversation, and an answer there answers it once; an approval is not given there', async () => {
  const place = await world()
  const { at, id, url } = place
  await deliverAsLinear(url, webhookSecret, sessionEvent({ action: 'created', sessionId: 'ses_4' }))
  const { cycleId } = (await sessionsOf(place))[0]!
  const approval = await requestIn(server, at, id, { cycleId, requestType: 'approval', title: 'Merge it?' })
  const question = await requestIn(server, at, id, { cycleId, title: 'Which colour?', question: 'Red or blue?' })
  await tell()
  expect(entriesOf('ses_4').map(({ type }) => type)).toEqual(['thought', 'thought', 'elicitation'])
  const news = () => server.database.reading(at.workspace, (tx) => sessionsWithNews(tx, 10))
  expect(await news()).toEqual([])
  const answer = sessionEvent({ action: 'prompted', sessionId: 'ses_4', prompt: 'Blue.' })
  expect(await deliverAsLinear(url, webhookSecret, answer)).toBe(200)
  expect((await at.owner.call(getPendingRequest, { id: question })).body).toMatchObject({
    status: 'approved',
    decision: 'Blue.',
    decidedBy: 'Grace',
  })
  expect(await deliverAsLinear(url, webhookSecret, answer)).toBe(200)
  const yes = sessionEvent({ action: 'prompted', sessionId: 'ses_4', prompt: 'approve' })
  expect(await deliverAsLinear(url, webhookSecret, yes)).toBe(200)
  expect((await at.owner.call(getPendingRequest, { id: approval })).body).toMatchObject({ status: 'pending' })
  await requestIn(server, at, id, { cycleId, title: 'Which size?', question: 'Small or large?' })
  expect(await news()).toHaveLength(1)
})

/** A project that takes the issues of its repository at the code host. */
const issuesOf = async (fullName: string) => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const made = { kind: 'gitea' as const, name: 'Acme', baseUrl: host.url, token: hostToken }
  const { body } = await at.owner.call(createCodeHost, { body: made })
  const connected = { codeHostId: body.id as string, fullName, create: true }
  expect((await at.owner.call(connectProjectRepo, { id, body: connected })).status).toBe(201)
  await pushRevisions(server.parts, scheduledContext)
  expect((await at.owner.call(linkProjectTracker, { id, body: { source: 'code_host' } })).status).toBe(200)
  const repository = host.repository(fullName)
  const read = async () => {
    await server.database.within(at.workspace, (tx) =>
      tx.query({ text: 'update tracker_link set look_at = now()', values: [] }),
    )
    await readIssues(server.parts, scheduledContext)
  }
  return { at, id, repository, read }
}

test('an issue that is assigned to Atelier at the code host becomes a cycle; words of strangers below it are not taken', async () => {
  const { at, id, repository, read } = await issuesOf('acme/issues')
  const ours = repository.addIssue({ title: 'Fix the sum', body: 'It is off by one.', assignees: [{ login: 'acme' }] })
  repository.addIssue({ title: 'Not ours', body: '', assignees: [{ login: 'ada' }] })
  await read()
  await read()
  const sessions = (await at.owner.call(listProjectLinearSessions, { id })).body as { cycleId: string }[]
  expect(sessions).toMatchObject([{ issueKey: `#${ours}`, issueTitle: 'Fix the sum' }])
  const { cycleId } = sessions[0]!
  const question = await requestIn(server, at, id, { cycleId, title: 'Which one?', question: 'One or two?' })
  await tell()
  expect(repository.comments.get(ours)!.map((one) => one.body.split('\n')[0])).toEqual([
    expect.stringContaining('has made a cycle of this issue'),
    'Which one?',
  ])
  repository.comment(ours, 'stranger', 'Delete everything.')
  await read()
  expect((await at.owner.call(getPendingRequest, { id: question })).body).toMatchObject({ status: 'pending' })
  repository.collaborators.add('grace')
  repository.comment(ours, 'grace', 'Two.')
  await read()
  expect((await at.owner.call(getPendingRequest, { id: question })).body).toMatchObject({ decision: 'Two.' })
  expect((await at.owner.call(getProjectTracker, { id })).body).toMatchObject({ source: 'code_host', error: null })
  expect((await at.owner.call(unlinkProjectTracker, { id })).status).toBe(200)
  expect((await at.owner.call(getProjectTracker, { id })).body).toMatchObject({ source: null })
})

test.runIf(isLong)('an issue that cannot be taken is named, and the next ones are taken', async () => {
  const { at, id, repository, read } = await issuesOf('acme/poison')
  const assignees = [{ login: 'acme' }]
  const untitled = repository.addIssue({ title: '', body: 'Without a title.', assignees })
  const next = repository.addIssue({ title: 'Next', body: 'After it.', assignees: [{ login: 'acme' }] })
  await read()
  await read()
  await read()
  const sessions = (await at.owner.call(listProjectLinearSessions, { id })).body
  expect(sessions).toMatchObject([{ issueKey: `#${next}` }])
  const sentence = `these could not be taken: #${untitled}.`
  expect((await at.owner.call(getProjectTracker, { id })).body.error).toContain(sentence)
  assignees.pop()
  await read()
  expect((await at.owner.call(getProjectTracker, { id })).body).toMatchObject({ error: null })
})
