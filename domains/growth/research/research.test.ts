import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { withoutRequestId, type Caller } from '../../../testing/caller.ts'
import { asked } from '../../../testing/runs/deliverables.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { growthProjectIn } from '../../../testing/growth/rows.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getGrowthProject } from '../plays/contract.ts'
import {
  archiveGrowthProject,
  createGrowthProject,
  getGrowthBrain,
  listGrowthCitableProjects,
  listGrowthProjects,
  replaceGrowthBrain,
  startGrowthRun,
  unarchiveGrowthProject,
} from './contract.ts'
import { removeOldPages } from './store-runs.ts'

const other = await loopbackSite((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<p>Another company.</p>')
})
const html = (title: string, text: string, ...links: string[]) =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(' ')}</body></html>`
const pages: Readonly<Record<string, string>> = {
  '/': html(
    'Home',
    'We build web shops for wholesale.',
    '/about',
    '/private/plan',
    '/old',
    '/away',
    '/loop/',
    '/c?m=1',
  ),
  '/about': html(
    'About',
    'Twelve people in Graz.',
    '/?utm_source=about',
    '/brochure.pdf',
    'https://elsewhere.example/',
  ),
  '/loop/': html('Loop', 'A page that grows.', 'loop/'),
  '/loop/loop/': html('Loop', 'A page that grows again.', 'loop/'),
}
const site = await loopbackSite((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://site')
  if (pathname === '/robots.txt')
    return void response
      .setHeader('content-type', 'text/plain')
      .end('User-agent: *\nDisallow: /private\nDisallow: /closed')
  if (pathname === '/old') return void response.writeHead(301, { location: '/about' }).end()
  if (pathname === '/away') return void response.writeHead(302, { location: other.url }).end()
  response.setHeader('content-type', 'text/html')
  const month = Number(searchParams.get('m'))
  if (pathname === '/c') return void response.end(html('Calendar', `Month ${month}.`, `/c?m=${month + 1}`))
  const page = pages[pathname]
  return page === undefined ? void response.writeHead(404).end() : void response.end(page)
})
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: [site.host, other.host].join(',') })

// Scheduled work proposes plays after each run that finished: a test that looks at all tables begins once this is over.
afterEach(async () => {
  const waiting = () =>
    asOwner(
      server,
      `select id from growth_run where ended_at is null or proposals_due
       union all select id from growth_proposal_run where ended_at is null`,
    )
  await expect.poll(waiting, { interval: 100 }).toEqual([])
})

const said = (...statements: object[]) => `About us.\n\n\`\`\`brain\n${JSON.stringify({ statements })}\n\`\`\`\n`
const shop = { kind: 'does', text: 'Builds web shops.', page: '/', quote: 'We build web shops for wholesale.' }
const people = { kind: 'proof', text: 'Twelve people work there.', page: '/about', quote: 'Twelve people in Graz.' }
const praise = { kind: 'proof', text: 'The best agency.', page: '/about', quote: 'We are the best agency of Europe.' }

const create = (caller: Caller, body: object) => caller.call(createGrowthProject, { body })
const show = (caller: Caller, projectId: string) => caller.call(getGrowthProject, { projectId })
/** The growth project once its run has ended. */
const ended = async (caller: Caller, id: string) => {
  await expect
    .poll(async () => (await show(caller, id)).body.lastRun.endedAt as string | null, {
      interval: 200,
    })
    .not.toBeNull()
  return (await show(caller, id)).body
}
const replace = ({ member }: Scene, projectId: string, version: number, statements: object[]) =>
  member.call(replaceGrowthBrain, { projectId, body: { version, statements } })

test.runIf(isLong)('201, and a run reads the website politely, and writes the brain from notes and pages', async () => {
  const at = await scene(server)
  const reply = await create(at.member, { websiteUrl: `${site.url}#top`, notes: said(shop, people, praise) })
  expect(reply).toMatchObject({
    status: 201,
    body: { name: '127.0.0.1', websiteUrl: `${site.url}/`, brain: null, lastRun: { status: 'queued', pagesRead: 0 } },
  })
  const id = reply.body.id as string
  const { brain, lastRun } = await ended(at.member, id)
  expect(lastRun).toMatchObject({
    status: 'finished',
    failure: null,
    pagesRead: 7,
    pagesSkipped: 3,
    statementsWritten: 2,
    statementsDropped: 1,
    brainVersion: 1,
    costUsd: 0,
  })
  expect(brain).toMatchObject({
    version: 1,
    newestVersion: 1,
    source: 'research',
    writtenBy: null,
    statements: [
      { kind: 'does', text: shop.text, origin: 'page', pageUrl: `${site.url}/`, quote: shop.quote },
      { kind: 'proof', text: people.text, origin: 'page', pageUrl: `${site.url}/about`, quote: people.quote },
    ],
  })
  const askedFor = site.asked.map((line) => line.slice(line.indexOf('/')))
  expect(askedFor.filter((path) => path.startsWith('/private'))).toEqual([])
  expect(askedFor.filter((path) => path.startsWith('/c?'))).toEqual(['/c?m=1', '/c?m=2', '/c?m=3'])
  expect(askedFor.filter((path) => path.startsWith('/loop'))).toEqual(['/loop/', '/loop/loop/'])
  // The first page is asked for again if the machine is too busy to read it, and a redirect leads to another time.
  const once = askedFor.filter((path) => !['/', '/about'].includes(path))
  expect(new Set(once).size).toBe(once.length)
  expect(other.asked.length).toBeLessThanOrEqual(2)
  expect(await at.auditActions(id)).toEqual(['growth_project.create'])
  expect(await at.auditActions(lastRun.id as string)).toEqual(['growth_run.finish'])
  // Plays are proposed after the run, which may be before or after this look.
  expect((await at.eventNames(lastRun.id as string)).at(0)).toBe('growth_run.ended')

  // A person's statements stay when the website is read again, and statements that the notes no longer have are
  // deleted.
  const kept = brain.statements.map(({ id: one, kind, text }: Record<string, string>) => ({ id: one, kind, text }))
  const corrected = { ...kept[1], text: 'Twelve people.' }
  expect((await replace(at, id, 1, [kept[0], corrected])).status).toBe(200)
  const again = await at.member.call(startGrowthRun, { projectId: id, body: { notes: said(shop) } })
  expect(again).toMatchObject({ status: 202, body: { status: 'queued' } })
  expectError(await at.member.call(startGrowthRun, { projectId: id, body: {} }), 409, 'growth_run_active')
  expectError(await at.member.call(archiveGrowthProject, { projectId: id }), 409, 'growth_run_active')
  expect((await ended(at.member, id)).brain).toMatchObject({
    version: 3,
    statements: [
      { text: 'Twelve people.', origin: 'person' },
      { text: shop.text, origin: 'page' },
    ],
  })
})

test.runIf(isLong)(
  'a run fails in words if the website forbids reading, leads elsewhere, does not exist, or no brain is spelled out',
  async () => {
    const at = await scene(server)
    const start = async (path: string, notes: string | null) =>
      (await create(at.member, { websiteUrl: `${site.url}${path}`, notes })).body.id as string
    const ids = await Promise.all([
      start('/closed', null),
      start('/away', null),
      start('/nowhere', null),
      start('/about', 'No block.'),
    ])
    const runs = await Promise.all(ids.map(async (id) => (await ended(at.member, id)).lastRun))
    expect(runs.map(({ status, failure }) => [status, failure.code])).toEqual([
      ['failed', 'website_forbids_reading'],
      ['failed', 'website_leads_elsewhere'],
      ['failed', 'website_unreachable'],
      ['failed', 'no_brain_in_notes'],
    ])
    expect(await at.rows('growth_brain')).toEqual([])
    expect(await at.auditActions(runs[0].id as string)).toEqual([])
  },
)

test.each(['127.0.0.1', 'ftp://example.com', 'http://169.254.169.254/', 'http://10.0.0.7/', 'http://a:b@example.com/'])(
  '400 for the website %s',
  async (websiteUrl) => {
    const at = await scene(server)
    const reply = await unchanged(server, () => create(at.member, { websiteUrl }))
    expectError(reply, 400, 'invalid_request')
    expect(reply.body.fields).toMatchObject([{ path: 'websiteUrl', rule: 'public_website' }])
  },
)

test.runIf(isLong)('202 reads a corrected website and keeps it; 400 for a website that is not public', async () => {
  const at = await scene(server)
  const id = (await create(at.member, { websiteUrl: `${site.url}/nowhere` })).body.id as string
  await ended(at.member, id)
  const start = (websiteUrl: string) =>
    at.member.call(startGrowthRun, { projectId: id, body: { websiteUrl, notes: said(people) } })
  const refused = await unchanged(server, () => start('http://10.0.0.7/'))
  expectError(refused, 400, 'invalid_request')
  expect(refused.body.fields).toMatchObject([{ path: 'websiteUrl', rule: 'public_website' }])
  expect((await start(`${site.url}/about#team`)).status).toBe(202)
  expect(await ended(at.member, id)).toMatchObject({
    websiteUrl: `${site.url}/about`,
    lastRun: { status: 'finished', failure: null },
    brain: { statements: [{ text: people.text }] },
  })
})

test('200 replaces the brain by hand: versions are kept, and changed statements are marked as a person’s', async () => {
  const at = await scene(server)
  const id = await growthProjectIn(server, at)
  const { brain } = (await show(at.member, id)).body
  const [first] = brain.statements as { id: string; kind: string; text: string }[]
  const kept = { id: first!.id, kind: first!.kind, text: first!.text }
  const reply = await replace(at, id, 1, [{ kind: 'offer', text: ' Free   first call. ' }, kept])
  expect(reply).toMatchObject({
    status: 200,
    body: {
      version: 2,
      source: 'person',
      statements: [
        { text: 'Free first call.', origin: 'person', pageUrl: null, quote: null },
        { id: first!.id, origin: 'page', quote: 'We build web shops.' },
      ],
    },
  })
  expect((await at.member.call(getGrowthBrain, { projectId: id, query: { version: 1 } })).body).toMatchObject({
    version: 1,
    newestVersion: 2,
    statements: [{ text: 'Builds web shops.' }],
  })
  expectError(await unchanged(server, () => replace(at, id, 1, [])), 409, 'growth_brain_changed')
  const wrong = await unchanged(server, () => replace(at, id, 2, [{ id: uuidv7(), kind: 'does', text: 'X' }]))
  expectError(wrong, 400, 'invalid_request')
  expectError(await replace(at, id, 2, [{ kind: 'does', text: '\u200b' }]), 400, 'invalid_request')
  expectError(await replace(at, id, 2, Array(101).fill({ kind: 'does', text: 'X' })), 400, 'invalid_request')
  expectError(
    await at.member.call(getGrowthBrain, { projectId: id, query: { version: 9 } }),
    404,
    'growth_brain_not_found',
  )
  expect((await replace(at, id, 2, [])).body.statements).toEqual([])
  expect(await at.auditActions(id)).toEqual(['growth_brain.replace', 'growth_brain.replace'])
})

test('one of ten people who replace one version succeeds', async () => {
  const at = await scene(server)
  const id = await growthProjectIn(server, at)
  const replies = await Promise.all(Array.from({ length: 10 }, () => replace(at, id, 1, [])))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
})

test('an archived growth project is read and changed no more, until it is taken out again', async () => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  expect((await at.member.call(archiveGrowthProject, { projectId })).body.archivedAt).toEqual(expect.any(String))
  for (const reply of [
    await at.member.call(archiveGrowthProject, { projectId }),
    await at.member.call(startGrowthRun, { projectId, body: {} }),
    await replace(at, projectId, 1, []),
  ])
    expectError(reply, 409, 'growth_project_archived')
  expect((await show(at.member, projectId)).status).toBe(200)
  expect((await at.member.call(unarchiveGrowthProject, { projectId })).body.archivedAt).toBeNull()
  expectError(await at.member.call(unarchiveGrowthProject, { projectId }), 409, 'growth_project_not_archived')
  expect((await at.member.call(listGrowthProjects)).body).toMatchObject([{ id: projectId }])
})

test('404 is the same for a growth project of a neighbour and for none, and for a client', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const theirs = await growthProjectIn(server, neighbour)
  const own = await growthProjectIn(server, at)
  const replies = [await show(at.member, theirs), await show(at.member, uuidv7()), await show(at.client, own)]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply).body))).size).toBe(1)
  expectError(await at.client.call(listGrowthProjects), 403, 'forbidden')
  expectError(await create(at.client, { websiteUrl: site.url }), 403, 'forbidden')
})

test('200 lists projects that were completed or approved by the client, most recently finished first', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const completed = await emptyProject(at.owner)
  const cycle = await cycleIn(server, at, completed, 'completed')
  await asOwner(server, `update cycle set status_changed_at = '2026-01-05T10:00:00Z' where id = $1`, [cycle])
  const atWork = await emptyProject(at.owner)
  await cycleIn(server, at, atWork, 'completed')
  await cycleIn(server, at, atWork, 'running')
  await cycleIn(server, neighbour, await emptyProject(neighbour.owner), 'completed')
  const { projectId: approved, approvalId } = await asked(server, at)
  const open = await asked(server, at)
  const list = async () => (await at.member.call(listGrowthCitableProjects)).body as Record<string, unknown>[]
  expect((await list()).map((one) => one.projectId)).not.toContain(approved)
  await asOwner(
    server,
    `update deliverable_approval set decision = 'approved', comment = 'Well done.', decided_at = '2026-02-03T10:00:00Z' where id = $1`,
    [approvalId],
  )
  const rows = await list()
  expect(rows.map((one) => one.projectId)).toEqual(expect.arrayContaining([approved, completed]))
  expect(rows.map((one) => one.projectId)).not.toContain(atWork)
  expect(rows.map((one) => one.projectId)).not.toContain(open.projectId)
  expect(rows.indexOf(rows.find((one) => one.projectId === approved)!)).toBeLessThan(
    rows.indexOf(rows.find((one) => one.projectId === completed)!),
  )
  expect(rows.find((one) => one.projectId === completed)).toMatchObject({
    completedAt: '2026-01-05T10:00:00.000Z',
    finishedAt: '2026-01-05T10:00:00.000Z',
    approvals: [],
  })
  expect(rows.find((one) => one.projectId === approved)).toMatchObject({
    finishedAt: '2026-02-03T10:00:00.000Z',
    approvals: [{ approvalId, title: 'Opening hours', comment: 'Well done.', approvedAt: '2026-02-03T10:00:00.000Z' }],
  })
  const { caller } = await at.join('member', { projectIds: [completed] })
  expect((await caller.call(listGrowthCitableProjects)).body).toMatchObject([{ projectId: completed }])
  expectError(await at.client.call(listGrowthCitableProjects), 403, 'forbidden')
})

test('pages that no statement quotes are removed when their time is over', async () => {
  const at = await scene(server)
  const id = await growthProjectIn(server, at)
  await asOwner(
    server,
    `insert into growth_page (id, workspace_id, growth_run_id, number, asked_url, url, outcome, depth, title, content, links,
       read_at)
     select $2, workspace_id, id, 2, 'http://x/', 'http://x/', 'read', 1, '', '', '{}', now() from growth_run
     where growth_project_id = $1`,
    [id, uuidv7()],
  )
  await asOwner(server, `update growth_page set read_at = now() - interval '400 days' where workspace_id = $1`, [
    at.workspace,
  ])
  expect(await server.database.within(at.workspace, (tx) => removeOldPages(tx, 10))).toBe(1)
  expect(await at.rows('growth_page')).toMatchObject([{ url: 'http://127.0.0.1/' }])
})
