import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, openChromium } from '../../testing/chromium.ts'
import { builtConsole } from '../../testing/console.ts'
import { addressesOf, consolePages, portalPages } from '../../testing/every-page.ts'
import { faultsOfPages, filledWorkspace } from '../../testing/filled-pages.ts'
import { hungAfterMs } from '../../testing/hang-timeout.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

test.skipIf(hasChromium)('without Chromium no page is filled', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('with a thousand hostile rows in Chromium, where /usr/bin/chromium is installed', () => {
  let chrome: Browser
  let filled: Awaited<ReturnType<typeof filledWorkspace>>
  beforeAll(async () => {
    chrome = await openChromium()
    filled = await filledWorkspace(server, chrome, 'a thousand')
  }, 5 * hungAfterMs)
  afterAll(() => chrome.close())

  test.each(['clients/:clientId', 'projects/:projectId/cycles/:cycleId'])(
    'the page “%s” of the agency',
    async (pattern) => {
      const addresses = addressesOf(consolePages, [pattern], filled.named)
      expect(await faultsOfPages(filled.agency, addresses)).toEqual({ found: [], wrong: [] })
    },
  )

  test('the page of a project in the portal', async () => {
    const addresses = addressesOf(portalPages, ['projects/:projectId'], filled.named)
    expect(await faultsOfPages(filled.portal, addresses)).toEqual({ found: [], wrong: [] })
  })

  test('a long conversation is read back, and a list that is longer than an answer to its end', async () => {
    const { slug, projectId } = filled.named
    const { page, open, close } = await filled.portal()
    await open(`/portal/${slug}/projects/${projectId}`)
    await page.getByRole('button', { name: 'Show earlier messages' }).click()
    await page.locator('.message-list .message').nth(199).waitFor()
    await open(`/portal/${slug}/projects`)
    await page.getByRole('heading', { name: /^1,?00[1-9] projects$/ }).waitFor()
    await close()
  })
})
