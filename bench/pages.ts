// How pages bear much: a tree of 100,000 files, a record of 50 MB, a line of 10 MB, a change of 10,000 lines, lists of 1,000
// rows beside a stream of events, and what two browsers and a restart show; in Chromium, against the product.
//   node bench/pages.ts [rounds] [change|line|files|record|interactions|decided|restarted]
import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openRelay, record } from '../platform/audit/index.ts'
import { openChromium } from '../testing/chromium.ts'
import { consoleVisits } from '../testing/console-visits.ts'
import { crowdedWorkspace } from '../testing/crowded.ts'
import { accountScene, newAccount } from '../testing/account.ts'
import { emptyProject } from '../testing/cycles.ts'
import { requestIn } from '../testing/requests.ts'
import { asOwner } from '../testing/state.ts'
import { timed } from './measure.ts'
import { answers, framesOf, part, show, untilSeen } from './pages/page.ts'
import { changeOf, filesOf, lineOf } from './pages/sizes.ts'
import { openWorld } from './pages/world.ts'

const [given = '3', only] = process.argv.slice(2)
const rounds = Number(given)
const world = await openWorld()
const relay = openRelay(world.server.databaseUrl, () => undefined)
const chrome = await openChromium()
const { server, at, userId } = world
const client = await newAccount(server)
const named = await crowdedWorkspace(server, at, { userId, client, filling: 'a thousand', hasFiles: false })
const { projectId, cycleId, taskId } = named
const visit = await consoleVisits(chrome, server, world.email)
const { page, open } = await visit()
const cycle = `/projects/${projectId}/cycles/${cycleId}`

/** The times of so many rounds. */
const rounded = async (one: () => Promise<number>): Promise<number[]> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await one())
  return times
}
const opens = (path: string, selector: string) => () =>
  timed(async () => {
    await page.goto(`${server.baseUrl}/console${path}`)
    await page.waitForSelector(selector)
  })
const answer = async (part_: string, body: object) => {
  const text = JSON.stringify(body)
  await page.unrouteAll()
  await page.route(part_, (route) => route.fulfill({ body: text, contentType: 'application/json' }))
}
const type = (on: Page, text: string) => () => on.keyboard.type(text, { delay: 60 })
const elements = () => page.evaluate<number>("document.querySelectorAll('*').length")

const files = async () => {
  await answer('**/v1/api/projects/*/files*', filesOf(100_000))
  show(
    '100,000 files, the page until its first rows',
    await rounded(opens(`/projects/${projectId}/code`, '.rows .row')),
  )
  await page.getByRole('searchbox').focus()
  show('100,000 files, a letter in the field that finds one', [await answers(page, type(page, 'module-777'))])
  console.log(`100,000 files, ${await elements()} elements`)
}

/** Steps of 10 kB, of which the list gives 4,000 characters each. */
const transcript = async () => {
  await asOwner(
    server,
    `insert into task_transcript (workspace_id, task_id, run_id, step_seq, attempt, position, kind, payload, created_at)
     select workspace_id, id, run_id, 1, 1, n, 'message', jsonb_build_object('text', repeat(n || ' said. ', 1100)), now()
     from task, generate_series(1, 5000) n where id = $1`,
    [taskId],
  )
  const path = `${cycle}?task=${taskId}`
  show('a record of 50 MB, the page until its first steps', await rounded(opens(path, '.steps li')))
  show(
    'a record of 50 MB, until its last step',
    await rounded(() =>
      timed(async () => {
        await page.goto(`${server.baseUrl}/console${path}`)
        await page.locator('.steps .think').getByText('5000 said.').waitFor()
      }),
    ),
  )
  console.log(`a record of 50 MB, ${await elements()} elements`)
}

const review = `${cycle}/tasks/${taskId}/review`

const longLine = async () => {
  await answer('**/v1/api/tasks/*/review', lineOf(10_000_000))
  show('a line of 10 MB, the page until it is drawn', await rounded(opens(review, '.diff button')))
  const more = page.locator('.diff button').first()
  show('a line of 10 MB, 50,000 characters more of it', [await answers(page, () => more.click())])
}

const longChange = async () => {
  await answer('**/v1/api/tasks/*/review', changeOf(10_000))
  show('a change of 10,000 lines, the page until its first rows', await rounded(opens(review, '.diff tr')))
  const frames = await framesOf(page, 200, 1_500)
  console.log(
    `a change of 10,000 lines, scrolled by 75 rows a frame: p50 ${part(frames, 0.5).toFixed(0)} ms, p99 ${part(frames, 0.99).toFixed(0)} ms a frame`,
  )
  await page.evaluate('scrollTo(0, 0)')
  for (const name of ['Unified', 'Side by side']) {
    const layout = name === 'Unified' ? 'unified' : 'split'
    const drawn = untilSeen(page, `document.querySelector('table.diff.${layout}')`)
    const began = Date.now()
    await page.getByRole('button', { name }).click()
    show(`a change of 10,000 lines, ${name.toLowerCase()}`, [(await drawn) - began])
  }
}

/** Events of the cycle, as a run writes them, until `work` has ended. */
const beside = async (work: () => Promise<void>) => {
  const leaving = new AbortController()
  const writing = (async () => {
    while (!leaving.signal.aborted) {
      const about = { projectId, cycleId, taskId }
      await server.database.within(at.workspace, async (tx) =>
        record(tx, undefined, { name: 'task.testing', entity: ['task', taskId], ...about }),
      )
      await later(200)
    }
  })()
  await work()
  leaving.abort()
  await writing
}

const interactions = async () => {
  await page.unrouteAll()
  await open('/settings/members')
  await page.getByRole('searchbox').first().focus()
  show('1,000 members beside events, a letter in the filter', await rounded(() => answers(page, type(page, 'person'))))
  await open('/')
  const rows = page.locator('a.ask.act')
  show(
    '1,000 things wait beside events, a row is opened',
    await rounded(() => answers(page, () => rows.nth(3).click())),
  )
  const palette = async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('deliver', { delay: 60 })
    await page.keyboard.press('Escape')
  }
  show('the palette beside events, opened and typed in', await rounded(() => answers(page, palette)))
  await open(cycle)
  const nodes = page.locator('.node')
  show('1,000 tasks beside events, one is chosen', await rounded(() => answers(page, () => nodes.nth(5).click())))
  await page.getByRole('textbox').last().focus()
  show('1,000 tasks beside events, a letter of a message', await rounded(() => answers(page, type(page, 'hello'))))
}

/** What one browser decides, until another one shows it: in a workspace of few things, and in the full one. */
const decided = async () => {
  const person = await newAccount(server)
  const few = await accountScene(server, person.userId, 'admin')
  await decidedIn('of few things', few, await emptyProject(few.owner), person.email)
  await decidedIn('where 1,000 wait', at, projectId, world.email)
}

const decidedIn = async (name: string, scene: typeof at, project: string, email: string) => {
  const visitor = await consoleVisits(chrome, server, email)
  const [one, other] = [await visitor(), await visitor({ locale: 'en-GB' })]
  const once = async () => {
    const title = `Decide ${crypto.randomUUID()}`
    const id = await requestIn(server, scene, project, { title, requestType: 'approval' })
    const heading = `[...document.querySelectorAll('h2')].some((head) => head.textContent === '${title}')`
    await Promise.all([one, other].map(({ open: go }) => go(`/?open=${id}`)))
    await Promise.all([one, other].map((each) => untilSeen(each.page, heading)))
    const gone = untilSeen(other.page, `!${heading}`)
    const began = Date.now()
    await one.page.getByRole('article').getByRole('button', { name: 'Approve' }).click()
    return (await gone) - began
  }
  show(`what one browser decides, until another shows it, ${name}`, await rounded(once))
  await one.close()
  await other.close()
}

/** What a page shows while the product restarts. */
const restarted = async () => {
  await open('/projects')
  const banner = "document.querySelector('[role=status]:not(:empty)')"
  const shown = untilSeen(page, banner)
  const began = Date.now()
  let over = 0
  // Away for longer than a page keeps to itself.
  await world.restart(async () => {
    over = Date.now()
    await shown
  })
  const back = Date.now()
  const gone = await untilSeen(page, `!${banner}`)
  console.log(
    `a restart: away ${over - began} ms after the signal, the banner ${(await shown) - over} ms behind that, gone ${gone - back} ms after the server was back`,
  )
  console.log(`a restart: ${await page.getByRole('heading', { level: 1 }).count()} page still there`)
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  ...{ change: longChange, line: longLine, files, record: transcript },
  ...{ interactions: () => beside(interactions), decided, restarted },
}
try {
  for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure()
} finally {
  await chrome.close()
  await relay.close()
  await world.close()
}
