import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../testing/console/chromium.ts'
import { goWithin } from '../../testing/console/moves.ts'
import { keepPicture, openConsole } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { absent } from '../../testing/console/crowded-workspace.ts'
import { consolePages } from '../../testing/console/every-page.ts'
import { opened, waitingTitle } from '../../testing/console/unopened-pages.ts'
import { freePort } from '../../testing/network/free-port.ts'
import { furnish } from '../../testing/console/furnished-workspace.ts'
import { hungAfterMs } from '../../testing/runner/hang-timeout.ts'
import { restarted, testServer } from '../../testing/server.ts'

builtConsole()
const settings = { ATELIER_ROLE: 'server', ATELIER_PORT: String(await freePort()) }
const server = await testServer(settings)

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first()

test.skipIf(hasChromium)('without Chromium no connection of the console is cut', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let projectId: string
  beforeAll(async () => {
    console = await openConsole(server)
    ;({ projectId } = await furnish(server, console.at))
  })
  afterAll(() => console.close())

  test(
    'every page that is opened without a network reports it below the menu, and opens itself when the network is back',
    async () => {
      const { page, open, context, close } = await console.visitor()
      // Any ids will do: pages whose thing is not there open as well and say so.
      const named = new Proxy({} as Parameters<(typeof consolePages)[string]>[0], {
        get: (_none, name) => (name === 'projectId' || name === 'coded' ? projectId : absent),
      })
      const seen: [string, string | null][] = []
      await open('/')
      const patterns = Object.keys(consolePages).filter((pattern) => pattern !== '')
      for (const pattern of patterns) {
        const path =
          consolePages[pattern]!(named)[0] ?? `/projects/${projectId}/cycles/${absent}/tasks/${absent}/review`
        await context.setOffline(true)
        await goWithin(page, path)
        await page.getByRole('heading', { name: waitingTitle }).waitFor()
        expect(await menu(page).isVisible(), path).toBe(true)
        await context.setOffline(false)
        seen.push([pattern, await opened(page)])
      }
      expect(seen.filter(([, heading]) => !heading || heading === waitingTitle)).toEqual([])
      expect(seen).toHaveLength(patterns.length)
      await close()
    },
    10 * hungAfterMs,
  )

  test('a link that is pressed while the server is away opens its page once the server is back', async () => {
    const { page, open, context, close } = await console.visitor()
    await open('/')
    await context.setOffline(true)
    await menu(page).getByRole('link', { name: 'Invoices' }).click()
    await page.getByRole('heading', { name: waitingTitle }).waitFor()
    expect(page.url()).toMatch(/\/console\/invoices$/)
    await keepPicture(page, 'lost-page')
    await menu(page).getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: waitingTitle }).waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { name: waitingTitle }).waitFor()
    await context.setOffline(false)
    expect(await opened(page)).not.toBe(waitingTitle)
    await close()
  })

  test('while the server restarts the page stays, typed values stay, and sent changes wait and are done once', async () => {
    const { page, open, close } = await console.visitor()
    await open(`/projects/${projectId}/environments`)
    await page.getByRole('button', { name: 'Add an environment' }).click()
    await page.getByLabel('Name').fill('Preview')
    await page.getByLabel('Variables').fill('NODE_ENV=test')
    await server.close()
    await page.getByText('The server does not answer. You can go on reading; what you send waits.').waitFor()
    expect(await page.getByLabel('Variables').inputValue()).toBe('NODE_ENV=test')
    await keepPicture(page, 'lost-with-form')
    await page.locator('form').getByRole('button', { name: /^Add/ }).click()
    await restarted(server, settings)
    await page.getByText('Preview', { exact: true }).first().waitFor()
    expect(await page.getByText('Preview', { exact: true }).count()).toBe(1)
    await page.getByText('The server does not answer').waitFor({ state: 'detached' })
    await close()
  })
})
