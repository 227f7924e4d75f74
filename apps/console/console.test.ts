import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject } from '../../domains/code/projects/contract.ts'
import { getPendingRequest } from '../../domains/delivery/requests/contract.ts'
import { record } from '../../platform/audit/index.ts'
import { version } from '../../platform/configuration/version.ts'
import { accessibilityFaults } from '../../testing/console/accessibility.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { hasChromium } from '../../testing/console/chromium.ts'
import { faultsOf, keepPicture, looks, openConsole, signInOn } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { emptyProject } from '../../testing/cycles.ts'
import { furnish, hostile } from '../../testing/console/furnished-workspace.ts'
import { requestIn } from '../../testing/runs/requests.ts'
import type { Scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'
import { asOwner } from '../../testing/database-state.ts'
import { makeAccount } from '../../testing/clients/portals.ts'
import { upsertProjectSecretEntries } from '../../domains/code/secrets/contract.ts'
import { isLong, isSoak } from '../../testing/soak.ts'

builtConsole()
const server = await testServer()

test.skipIf(hasChromium)('without Chromium no page of the console is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let at: Scene
  let things: Awaited<ReturnType<typeof furnish>>

  beforeAll(async () => {
    console = await openConsole(server)
    at = console.at
    things = await furnish(server, at)
  })
  afterAll(() => console.close())
  const visitor: typeof console.visitor = (...options) => console.visitor(...options)

  /** Asks for something as a run does: a request, and its event. */
  const asks = async (title: string, about: { cycleId?: string; taskId?: string }, projectId = things.projectId) => {
    const id = await requestIn(server, at, projectId, { ...about, title })
    await server.database.within(at.workspace, async (tx) =>
      record(tx, undefined, { name: 'pending_request.created', entity: ['pending_request', id], projectId, ...about }),
    )
  }

  test('a stranger signs in and arrives at the address; signing out ends that', async () => {
    const { page, wrong, close } = await visitor({}, false)
    await page.goto(`${server.baseUrl}/console/projects?from=mail`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Write your email address.').waitFor()
    await page.locator(':focus').and(page.getByLabel('Email address')).waitFor()
    await page.getByLabel('Email address').fill(console.email)
    await page.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The address or the password is wrong').waitFor()
    expect(await page.getByRole('button', { name: /^Request / }).count()).toBe(1)
    await signInOn(page, console.email)
    await page.waitForURL('**/console/projects?from=mail')
    await page.getByRole('button', { name: 'Ada Theme, language, sign out' }).click()
    await page.getByText(`Atelier ${version}`).waitFor()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${server.baseUrl}/console/`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)('a link to another site is not followed after signing in', async () => {
    const { page, close } = await visitor({}, false)
    await page.goto(`${server.baseUrl}/console/sign-in?to=${encodeURIComponent('//example.com/')}`)
    await signInOn(page, console.email)
    await page.waitForURL((url) => url.origin === server.baseUrl && /^\/console\/?$/.test(url.pathname))
    await close()
  })

  test.runIf(isLong)('a letter leads to its subject, in its own workspace; another account sees nothing', async () => {
    const account = await newAccount(server)
    await accountScene(server, account.userId, 'member')
    const there = await accountScene(server, account.userId, 'member')
    const projectId = await emptyProject(there.owner)
    const id = await requestIn(server, there, projectId, { title: 'Merge it there?', requestType: 'approval' })
    const { page, wrong, close } = await visitor()
    await page.goto(`${server.baseUrl}/console/open#request/${there.workspace}/${id}`)
    await page.getByRole('heading', { name: 'There is nothing here for you' }).waitFor()
    await page.getByRole('link', { name: 'Use another account' }).click()
    await signInOn(page, account.email)
    await page.waitForURL(({ search }) => search === `?open=${id}`)
    await page.getByRole('heading', { name: 'Merge it there?' }).waitFor()
    await page.goto('about:blank')
    await page.goto(`${server.baseUrl}/console/open#project-budget/${there.workspace}/${projectId}`)
    await page.waitForURL(`**/console/projects/${projectId}`)
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)(
    'a failed cycle that is dismissed waits on no device of the person, and Undo brings it back',
    async () => {
      const { page, open, wrong, close } = await visitor()
      await open('/')
      const failed = /^“Cycle \d+” failed$/
      await page.getByRole('heading', { name: failed }).click()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.getByRole('heading', { name: failed }).waitFor({ state: 'detached' })
      const elsewhere = await visitor({ viewport: { width: 820, height: 900 } })
      await elsewhere.open('/')
      await elsewhere.page.getByRole('heading', { name: failed }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('heading', { name: failed }).waitFor()
      expect([...wrong, ...elsewhere.wrong]).toEqual([])
      await elsewhere.close()
      await close()
    },
  )

  test.runIf(isLong)('a question is answered and a change sent back in place, only by the keyboard', async () => {
    const question = await requestIn(server, at, things.projectId, { title: 'Closed when?' })
    const { page, open, wrong, close } = await visitor()
    await open(`/?open=${question}`)
    const field = page.getByLabel('Your answer')
    await field.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Write a sentence first.').waitFor()
    await field.focus()
    await page.keyboard.type('On Mondays.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Answered “Closed when?”').waitFor()
    await page.locator('h1:focus').waitFor()
    expect((await at.owner.call(getPendingRequest, { id: question })).body).toMatchObject({
      status: 'approved',
      decision: 'On Mondays.',
      decidedBy: 'Ada',
    })
    const change = await requestIn(server, at, things.projectId, { title: 'Merge it?', requestType: 'approval' })
    await open(`/?open=${change}`)
    await page.getByRole('button', { name: 'Send back' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('With a test.')
    // Typed values survive a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByRole('button', { name: 'Send back' }).click()
    await page.getByText('Sent back “Merge it?”').waitFor()
    expect((await at.owner.call(getPendingRequest, { id: change })).body).toMatchObject({
      status: 'denied',
      feedback: 'With a test.',
    })
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)('the second decider sees that the request was decided', async () => {
    const id = await requestIn(server, at, things.projectId, { title: 'Twice?', requestType: 'approval' })
    const { page, open, close } = await visitor()
    await open(`/?open=${id}`)
    // The page reads its lists again after it was drawn, which would take the request away before it is decided.
    await page.route(/\/v1\/api\/pending-requests(\?|$)/, () => new Promise<void>(() => undefined))
    await asOwner(server, "update pending_request set status = 'cancelled', decided_at = now() where id = $1", [id])
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('alert').getByText('This request is no longer pending').waitFor()
    await close()
  })

  test.runIf(isLong)(
    'tabs share one stream, show changes of others, and continue when the reading tab closes',
    async () => {
      const { page, open, wrong, context, close } = await visitor()
      const streams: (string | undefined)[] = []
      context.on('request', (request) => {
        if (request.url().endsWith('/v1/api/events/stream')) streams.push(request.headers()['last-event-id'])
      })
      await open('/')
      const second = await context.newPage()
      await second.goto(`${server.baseUrl}/console/projects`)
      const named = (name: string, on: Page) => on.getByRole('link', { name }).first().waitFor()
      const create = async (name: string) => {
        const { body } = await at.owner.call(createProject, { body: { name } })
        return body.id as string
      }
      await second.getByRole('heading', { level: 1 }).waitFor()
      const project = await create('Made elsewhere')
      await Promise.all([named('Made elsewhere', page), named('Made elsewhere', second)])
      await asks('Seen at once?', {}, project)
      await page.getByRole('heading', { name: 'Seen at once?' }).waitFor()
      expect(streams).toEqual([undefined])
      await page.close()
      await create('Made later')
      await named('Made later', second)
      expect(streams).toEqual([undefined, expect.stringMatching(/^\d+$/)])
      expect(wrong).toEqual([])
      await close()
    },
  )

  test.runIf(isLong)(
    'the palette goes to known and found things, and runs the page’s actions, only by the keyboard',
    async () => {
      const { page, open, wrong, close } = await visitor()
      const change = await requestIn(server, at, things.projectId, { title: 'Ship it?', requestType: 'approval' })
      const client = await makeAccount(at, 'Fabrikam')
      await open('/projects')
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox', { name: 'Search and do' })
      await field.fill('nothing is called so')
      await page.getByText('No results').waitFor()
      for (const named of [
        'Webhooks',
        'Receivables',
        'Revenue',
        'Payments',
        'Activity',
        'Sign out',
        'Environments and secrets',
        'Invite',
      ]) {
        await field.fill(named.toLowerCase())
        await page
          .getByRole('option', { name: new RegExp(`^${named}`) })
          .first()
          .waitFor()
      }
      await field.fill('home')
      await page.keyboard.press('Enter')
      await page.waitForURL(({ pathname }) => /^\/console\/?$/.test(pathname))
      await page.keyboard.press('Control+k')
      await field.fill('task 1')
      await page
        .getByRole('option', { name: /^Task 1/ })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/cycles/*?task=*')
      await page.keyboard.press('Control+k')
      await field.fill('abrikam')
      await page.getByRole('option', { name: 'Fabrikam Client' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/clients/${client}`)
      await open(`/?open=${change}`)
      await page.keyboard.press('Control+k')
      await field.fill('ship it')
      await page.getByRole('option', { name: 'Send back Ship it?' }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByLabel('What should change').waitFor()
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByText('Rejected “Ship it?”').waitFor()
      expect((await at.owner.call(getPendingRequest, { id: change })).body).toMatchObject({ status: 'denied' })
      await page.keyboard.press('Control+k')
      await field.waitFor()
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
      expect(wrong).toEqual([])
      await close()
    },
  )

  test('an id of another workspace and an unknown id show the same', async () => {
    const { page, open, close } = await visitor()
    for (const path of ['/projects/01a1fe9c-0abe-7403-abc9-fe425da7ddc8', '/nowhere', '/projects/x/cycles/y']) {
      await open(path)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    await close()
  })

  describe.each(looks)('%s', (_, options, by) => {
    test.runIf(isLong)('every page is accessible, fits, and keeps to its policy', async () => {
      await requestIn(server, at, things.projectId, { title: hostile.slice(0, 200), question: hostile })
      const { projectId, running } = things
      const { page, wrong, close, [by]: open } = await visitor(options)
      const found: string[] = []
      const cycle = `/projects/${projectId}/cycles/${running}`
      const pages = [
        '/',
        '/projects',
        `/projects/${projectId}`,
        `/projects/${projectId}/cycles?show=done`,
        `/projects/${projectId}/cycles/new`,
        cycle,
        `${cycle}?view=checks`,
        '/nowhere',
        '/search',
        '/search?q=img',
        '/search?q=zzzz&kind=task',
      ]
      for (const path of pages) {
        await open(path)
        await keepPicture(page, `${path} ${JSON.stringify(options)}`)
        for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`)
        const images = await page.evaluate("document.querySelectorAll('img').length")
        if (images !== 0) found.push(`${path}: markup of a person became an image`)
      }
      expect(found).toEqual([])
      expect(wrong).toEqual([])
      await close()
    })
  })

  test.runIf(isSoak)('typed values of an environment survive a reload, and cancelling forgets them', async () => {
    const { page, open, close } = await visitor()
    await open(`/projects/${things.projectId}/environments`)
    await page.getByRole('button', { name: 'Add an environment' }).click()
    await page.getByLabel('Variables').fill('NODE_ENV=te')
    await page.reload()
    expect(await page.getByLabel('Variables').inputValue()).toBe('NODE_ENV=te')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('NODE_ENV')
    await close()
  })

  test.runIf(isSoak)(
    'a secret is replaced in its row by two presses, and its value is kept nowhere in the browser',
    async () => {
      const entries = [
        { key: 'STRIPE_KEY', source: '.env', value: 'sk_live_old1' },
        { key: 'MAIL_KEY', source: '.env', value: 'mail_old2' },
      ]
      const { projectId } = things
      expect((await at.owner.call(upsertProjectSecretEntries, { projectId, body: { entries } })).status).toBe(200)
      const { page, open, wrong, close } = await visitor()
      await open(`/projects/${projectId}/secrets`)
      await page.getByRole('button', { name: 'Replace STRIPE_KEY' }).click()
      const field = page.getByLabel('New value of STRIPE_KEY')
      await field.waitFor()
      await page.keyboard.type('sk_live_new9')
      expect(await field.inputValue()).toBe('sk_live_new9')
      await keepPicture(page, 'secret-replace')
      const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
      expect(stored).not.toContain('sk_live_new9')
      await page.getByRole('button', { name: 'Replace', exact: true }).click()
      await page.getByText('••••new9').waitFor()
      await page.getByText('••••old2').waitFor()
      await keepPicture(page, 'secret-replaced')
      expect(wrong).toEqual([])
      await close()
    },
  )

  test.runIf(isSoak)('the palette leads to all results at an address with filters; markup stays text', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/projects')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and do' }).fill('part change')
    await page.getByRole('option', { name: 'All results for “part change”' }).waitFor()
    await keepPicture(page, 'palette')
    await page.getByRole('option', { name: 'All results for “part change”' }).click()
    await page.waitForURL('**/console/search?q=part%20change')
    await page.getByRole('heading', { name: /results?$/ }).waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('task')
    await page.waitForURL('**/search?q=part+change&kind=task')
    expect(await page.locator('.found mark').first().textContent()).toMatch(/^(part|change)/i)
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('zzz nothing')
    await page.waitForURL('**/search?q=zzz+nothing&kind=task')
    await page.getByRole('heading', { name: 'No results for “zzz nothing”' }).waitFor()
    await page.getByRole('link', { name: 'Search everywhere' }).click()
    await page.waitForURL('**/search?q=zzz%20nothing')
    await page.route('**/v1/api/search?**', (route) => route.fulfill({ status: 503 }))
    await open('/search?q=img')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.found').getByText('<img src=x').first().waitFor()
    expect(await page.locator('.found img').count()).toBe(0)
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)('theme and language are chosen in the menu, and stay', async () => {
    const { page, open, close } = await visitor()
    await open('/projects')
    await page.getByRole('button', { name: 'Ada Theme, language, sign out' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('link', { name: 'Projekte', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Projekte', exact: true }).waitFor()
    expect(await page.evaluate('[document.documentElement.dataset.theme, document.documentElement.lang]')).toEqual([
      'dark',
      'de',
    ])
    await close()
  })
})
