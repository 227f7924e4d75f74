import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import type { CrowdSize } from '../../testing/console/crowded-workspace.ts'
import {
  addressesOf,
  consolePages,
  filteredLists,
  portalPages,
  statesOfList,
} from '../../testing/console/every-page.ts'
import { faultsOfPages, filledWorkspace } from '../../testing/console/filled-pages.ts'
import { hungAfterMs } from '../../testing/runner/hang-timeout.ts'
import { testServer } from '../../testing/server.ts'
import { isLong, isSoak, lengthOf } from '../../testing/soak.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

const routesIn = (file: string, route: RegExp) =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(route)].map(([, path]) => path)

test('every route of the console and of the portal is among the pages that are tried', () => {
  const named = (pages: object) => Object.keys(pages).toSorted()
  expect(routesIn('agency-routes.tsx', /\b(?:page|views)\(\s*'([^/'][^']*)'/g).toSorted()).toEqual(
    named(consolePages).slice(1),
  )
  expect(
    routesIn(
      'portal/routes.tsx',
      /(?:page|wayIn|delivered|question|project|paper|invoice)\('([^/'*][^']*)'/g,
    ).toSorted(),
  ).toEqual(named(portalPages).slice(1))
})

test.skipIf(hasChromium)('without Chromium no page is filled', (context) => {
  context.skip('Debian’s chromium is not installed')
})

const agencyPages = lengthOf({ daily: [''], soak: Object.keys(consolePages) })
const clientPages = lengthOf({ daily: [''], soak: Object.keys(portalPages) })
const fillings = lengthOf<readonly CrowdSize[]>({ daily: ['a thousand'], soak: ['none', 'one', 'a thousand'] })

describe.skipIf(!hasChromium)('in Chromium, where /usr/bin/chromium is installed', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await openChromium()
  })
  afterAll(() => chrome.close())

  // Each page is a test: a thousand rows of all of them take longer than one test may.
  describe.each(fillings)('with hostile rows: %s', (filling) => {
    let filled: Awaited<ReturnType<typeof filledWorkspace>>
    beforeAll(async () => {
      filled = await filledWorkspace(server, chrome, filling)
    }, 5 * hungAfterMs)

    test.runIf(isLong).each(agencyPages)('the page “%s” of the agency', async (pattern) => {
      const addresses = addressesOf(consolePages, [pattern], filled.named)
      expect(await faultsOfPages(filled.agency, addresses)).toEqual({ found: [], wrong: [] })
    })

    test.runIf(isLong).each(clientPages)('the page “%s” of the portal', async (pattern) => {
      const addresses = addressesOf(portalPages, [pattern], filled.named)
      expect(await faultsOfPages(filled.portal, addresses)).toEqual({ found: [], wrong: [] })
    })

    test.runIf(isLong && filling === 'a thousand').each(Object.entries(filteredLists))(
      'the list of %s is the same after a reload and on the way back',
      async (_, list) => {
        const { page, open, close } = await filled.agency()
        page.setDefaultTimeout(20_000)
        await open(list.at(filled.named))
        const { typed, reloaded, back } = await statesOfList(page, list)
        expect(typed.text).toBe('1')
        expect([reloaded, back]).toEqual([typed, typed])
        await close()
      },
    )

    test.runIf(isSoak && filling === 'a thousand')(
      'a long conversation is read back, and a list that is longer than an answer to its end',
      async () => {
        const { slug, projectId } = filled.named
        const { page, open, close } = await filled.portal()
        await open(`/portal/${slug}/projects/${projectId}`)
        await page.getByRole('button', { name: 'Show earlier messages' }).click()
        await page.locator('.message-list .message').nth(199).waitFor()
        await open(`/portal/${slug}/projects`)
        await page.getByText(/^1,?00[1-9] projects$/).waitFor()
        await close()
      },
    )
  })
})
