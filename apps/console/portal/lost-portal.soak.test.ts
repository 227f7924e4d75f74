import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listProjectMessages } from '../../../domains/delivery/conversation/contract.ts'
import { updateWorkspacePortalSettings } from '../../../domains/accounts/clients/contract.ts'
import { requestDeliverableApproval } from '../../../domains/delivery/deliverables/contract.ts'
import { accountScene, newAccount } from '../../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../../testing/console/chromium.ts'
import { goWithin } from '../../../testing/console/moves.ts'
import { consoleVisits, keepPicture } from '../../../testing/console/visits.ts'
import { builtConsole } from '../../../testing/console/open-console.ts'
import { crowdedWorkspace, type CrowdedIds } from '../../../testing/console/crowded-workspace.ts'
import { portalPages } from '../../../testing/console/every-page.ts'
import { opened, titleOf, waitingTitle } from '../../../testing/console/unopened-pages.ts'
import { freePort } from '../../../testing/network/free-port.ts'
import { hungAfterMs } from '../../../testing/runner/hang-timeout.ts'
import type { Scene } from '../../../testing/scene.ts'
import { restarted, testServer } from '../../../testing/server.ts'

builtConsole()
const settings = { ATELIER_ROLE: 'server', ATELIER_PORT: String(await freePort()) }
const server = await testServer(settings)

const lost = 'The connection is gone for the moment. You can go on reading; what you send waits.'
const isFramed = (page: Page) => page.getByRole('navigation', { name: 'Main' }).isVisible()

test.skipIf(hasChromium)('without Chromium no connection of the portal is cut', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Awaited<ReturnType<typeof openChromium>>
  let at: Scene
  let named: CrowdedIds
  let visitor: Awaited<ReturnType<typeof consoleVisits>>
  let home: string

  beforeAll(async () => {
    chrome = await openChromium()
    const worker = await newAccount(server)
    const client = await newAccount(server)
    at = await accountScene(server, worker.userId, 'admin')
    named = await crowdedWorkspace(server, at, { userId: worker.userId, client, filling: 'one', hasFiles: false })
    await at.owner.call(updateWorkspacePortalSettings, { body: { canCreateProjects: true } })
    const body = { reviewerId: client.userId }
    expect((await at.owner.call(requestDeliverableApproval, { cycleId: named.deliverable, body })).status).toBe(201)
    home = `/portal/${named.slug}`
    visitor = await consoleVisits(chrome, server, client.email, home)
  }, 5 * hungAfterMs)
  afterAll(() => chrome.close())
  afterEach(() => Promise.all(chrome.contexts().map((context) => context.setOffline(false))))

  test(
    'every page that is opened without a network reports it below the menu, and opens itself when the network is back',
    async () => {
      const { page, open, context, close } = await visitor()
      const seen: [string, string | null][] = []
      const waited: string[] = []
      for (const [pattern, addresses] of Object.entries(portalPages)) {
        const path = addresses(named)[0]!
        // Each begins with a browser that has read one other page.
        await open(path === home ? `${home}/account` : home)
        const before = await titleOf(page)
        await context.setOffline(true)
        await goWithin(page, path)
        const heading = page.locator('main').getByRole('heading', { level: 1 }).filter({ hasNotText: before! })
        await heading.waitFor()
        if ((await titleOf(page)) === waitingTitle) waited.push(pattern)
        expect(await isFramed(page), path).toBe(true)
        if (pattern === 'invoices') await keepPicture(page, 'lost-portal-page')
        await context.setOffline(false)
        seen.push([pattern, await opened(page)])
      }
      // Part of a page was read with the one before, so these reads alone must wait.
      const ownReads = ['questions/:requestId', 'projects/:projectId', 'documents', 'invoices/:invoiceId']
      expect(waited).toEqual(expect.arrayContaining(ownReads))
      expect(seen.filter(([, heading]) => !heading || heading === waitingTitle)).toEqual([])
      expect(seen).toHaveLength(Object.keys(portalPages).length)
      await close()
    },
    10 * hungAfterMs,
  )

  test(
    'every page that is open when the network goes stays with its menu, and is complete when the network is back',
    async () => {
      const { page, open, context, close } = await visitor()
      for (const addresses of Object.values(portalPages)) {
        const path = addresses(named)[0]!
        await open(path)
        const before = await titleOf(page)
        await context.setOffline(true)
        // Chromium keeps the stream that is open, so the test with the restart is the one that waits for the sentence.
        expect([await titleOf(page), await isFramed(page)], path).toEqual([before, true])
        await context.setOffline(false)
        await page.getByText(lost).waitFor({ state: 'detached' })
        expect(await titleOf(page), path).toBe(before)
      }
      await close()
    },
    10 * hungAfterMs,
  )

  const forms = {
    'an answer': { path: () => `/questions/${named.questionId}`, label: 'Your answer' },
    'a comment on a version': { path: () => `/delivered/${named.deliverable}`, label: /^A comment for/ },
    'a message': { path: () => `/projects/${named.projectId}`, label: /^Write to/ },
    'an idea': { path: () => '', label: 'What would help?' },
  }
  test.each(Object.entries(forms))(
    '%s that is being typed stays while the network is gone, and behind a page that did not open',
    async (_what, { path, label }) => {
      const { page, open, context, close } = await visitor()
      await open(`${home}${path()}`)
      await page.getByLabel(label).fill('Typed before the tunnel')
      await context.setOffline(true)
      expect(await page.getByLabel(label).inputValue()).toBe('Typed before the tunnel')
      await goWithin(page, `${home}/invoices/${named.invoiceId}`)
      await page.getByRole('heading', { name: waitingTitle }).waitFor()
      await goWithin(page, `${home}${path()}`)
      await page.getByLabel(label).waitFor()
      expect(await page.getByLabel(label).inputValue()).toBe('Typed before the tunnel')
      await context.setOffline(false)
      await page.reload()
      await page.getByLabel(label).waitFor()
      expect(await page.getByLabel(label).inputValue()).toBe('Typed before the tunnel')
      await close()
    },
  )

  test('a message that is sent while the server restarts waits, and is sent once', async () => {
    const { page, open, close } = await visitor()
    await open(`${home}/projects/${named.projectId}`)
    await page.getByLabel(/^Write to/).fill('Said through a restart')
    await server.close()
    await page.getByText(lost).waitFor()
    await keepPicture(page, 'lost-portal-with-form')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await restarted(server, settings)
    await page.getByRole('listitem').getByText('Said through a restart').waitFor()
    await page.getByText(lost).waitFor({ state: 'detached' })
    const { body } = await at.owner.call(listProjectMessages, { id: named.projectId })
    const said = (body as unknown as { content: string }[]).map(({ content }) => content)
    expect(said.filter((text) => text === 'Said through a restart')).toHaveLength(1)
    await close()
  })
})
