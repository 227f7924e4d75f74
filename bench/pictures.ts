// Makes the pictures of docs/pictures anew, of a made-up agency.
//   node bench/pictures.ts
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { newAccount } from '../testing/account.ts'
import { openChromium } from '../testing/chromium.ts'
import { consoleVisits } from '../testing/console-visits.ts'
import { cycleIn, emptyProject, taskIn } from '../testing/cycles.ts'
import { askedIn, publishedIn } from '../testing/deliverables.ts'
import { openPortalOf, portalClientOf } from '../testing/portals.ts'
import { requestIn } from '../testing/requests.ts'
import { asOwner } from '../testing/state.ts'
import { openWorld } from './pages/world.ts'

const folder = join(import.meta.dirname, '../docs/pictures')
const world = await openWorld()
const { server, at, userId } = world

const named = async (table: 'project' | 'cycle' | 'task' | 'workspace' | 'users', id: string, name: string) => {
  const column = table === 'cycle' || table === 'task' ? 'title' : 'name'
  await asOwner(server, `update ${table} set ${column} = $2 where id = $1`, [id, name])
  return id
}
const project = async (name: string) => named('project', await emptyProject(at.owner), name)
const cycle = async (of: string, title: string, status: Parameters<typeof cycleIn>[3]) =>
  named('cycle', await cycleIn(server, at, of, status), title)

const tasks = [
  ['Add the limit to an account', 'merged', []],
  ['Offer “Pay by invoice” at the till', 'building', [0]],
  ['Refuse an order above the limit', 'testing', [0]],
  ['Say in the letter when it is due', 'queued', [1, 2]],
] as const

/** A cycle at work: four tasks, of which the last waits for two. */
const working = async (projectId: string) => {
  const cycleId = await cycle(projectId, 'Let known customers pay by invoice', 'running')
  const ids: string[] = []
  let runId = ''
  for (const [number, [title, status, before]] of tasks.entries()) {
    const task = await taskIn(server, at, { projectId, cycleId }, status, number + 1)
    runId = task.runId
    ids.push(await named('task', task.id, title))
    for (const one of before)
      await asOwner(server, 'insert into task_dependency (workspace_id, task_id, depends_on) values ($1, $2, $3)', [
        ...[at.workspace, task.id, ids[one]],
      ])
  }
  await asOwner(server, 'update task set run_id = $2 where cycle_id = $1', [cycleId, runId])
  await asOwner(
    server,
    `update cycle set run_id = $2, run_number = 1, description = 'Known customers order on account, up to a limit of their own.'
     where id = $1`,
    [cycleId, runId],
  )
  await asOwner(
    server,
    `insert into task_transcript (workspace_id, task_id, run_id, step_seq, attempt, position, kind, payload, created_at)
     select $1, $2, $3, 1, 1, row_number() over (), kind, payload::jsonb, now() from (values
       ('message', '{"text":"The till reads its choices from one list; I add the invoice there."}'),
       ('tool-call', '{"id":"1","name":"read","input":{"path":"src/till/choices.ts"}}'),
       ('tool-call', '{"id":"2","name":"edit","input":{"path":"src/till/choices.ts"}}'),
       ('tool-call', '{"id":"3","name":"run","input":{"command":"npm test"}}')) as one (kind, payload)`,
    [at.workspace, ids[1], runId],
  )
  return cycleId
}

const pictureOf = async (page: Page, name: string) => {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  await writeFile(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}

try {
  const client = await newAccount(server)
  await asOwner(server, `insert into membership (workspace_id, user_id, role) values ($1, $2, 'client')`, [
    ...[at.workspace, client.userId],
  ])
  await named('workspace', at.workspace, 'Northwind')
  await named('users', userId, 'Grace Hopper')
  const shop = await project('Harbour shop')
  await project('Ferry timetable')
  const cycleId = await working(shop)
  const asking = await cycle(shop, 'Orders on account', 'draft')
  await requestIn(server, at, shop, {
    ...{ cycleId: asking, title: 'What is the limit of a customer without one?' },
    question: 'The brief says “a limit of their own”. Some customers have none: no orders on account, or 500 euros?',
  })
  const slug = await openPortalOf(at)
  await portalClientOf(server, at, client.userId)
  await at.grant(shop, client.userId, 'steer')
  const gift = await publishedIn(server, at, shop, {
    ...{ title: 'Gift cards', clientStatus: 'in_review' },
    summary: 'Customers buy a card of 10 to 200 euros, print it or send it, and pay with it.',
  })
  await askedIn(server, gift, client.userId)
  await publishedIn(server, at, shop, { title: 'Opening hours on every page', clientStatus: 'accepted' })
  await publishedIn(server, at, shop, { title: 'Faster search', clientStatus: 'delivered' })
  await publishedIn(server, at, shop, { title: 'Pay by invoice', clientStatus: 'draft' })

  const chrome = await openChromium()
  const agency = await (await consoleVisits(chrome, server, world.email))({ viewport: { width: 1200, height: 720 } })
  await agency.open('/')
  await agency.page.getByText('Gift cards').first().waitFor()
  await pictureOf(agency.page, 'home')
  await agency.open(`/projects/${shop}/cycles/${cycleId}`)
  await agency.page.getByText('choices.ts').first().waitFor()
  await pictureOf(agency.page, 'cycle')
  const phone = { viewport: { width: 390, height: 780 } }
  const portal = await (await consoleVisits(chrome, server, client.email, `/portal/${slug}`))(phone)
  await portal.open(`/portal/${slug}`)
  await pictureOf(portal.page, 'portal')
  await chrome.close()
} finally {
  await world.close()
}
