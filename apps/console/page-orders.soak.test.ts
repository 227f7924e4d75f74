import { randomInt } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { addressesOf, consolePages } from '../../testing/console/every-page.ts'
import { filledWorkspace } from '../../testing/console/filled-pages.ts'
import { type LookOfPage, lookOfPage, newLooks } from '../../testing/console/look-of-page.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { hungAfterMs } from '../../testing/runner/hang-timeout.ts'
import { testServer } from '../../testing/server.ts'
import { chanceOf } from '../../testing/simulation/chance.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })
const seed = Number(process.env.ATELIER_TEST_SEED ?? randomInt(2 ** 31))
const orders = 200
const pagesOfOrder = 12

test.skipIf(hasChromium)('without Chromium no page is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('pages that are opened one after the other in one tab', () => {
  let chrome: Browser
  let filled: Awaited<ReturnType<typeof filledWorkspace>>
  const alone = new Map<string, LookOfPage>()
  beforeAll(async () => {
    chrome = await openChromium()
    filled = await filledWorkspace(server, chrome, 'one')
    for (const path of addressesOf(consolePages, Object.keys(consolePages), filled.named)) {
      const { page, open, close } = await filled.agency()
      await open(path)
      alone.set(path, await lookOfPage(page))
      await close()
    }
  }, 20 * hungAfterMs)
  afterAll(() => chrome.close())

  test.each(Array.from({ length: orders }, (_, index) => seed + index))(
    'look as if each was opened by itself (ATELIER_TEST_SEED=%d)',
    async (one) => {
      const chance = chanceOf(one)
      const paths = Array.from({ length: pagesOfOrder }, () => chance.of([...alone.keys()]))
      const { page, goTo, close } = await filled.agency()
      const found: string[] = []
      for (const path of paths) {
        await goTo(path)
        found.push(...newLooks(alone.get(path)!, await lookOfPage(page)).map((look) => `${path}: ${look}`))
      }
      await close()
      expect([paths, found]).toEqual([paths, []])
    },
  )
})
