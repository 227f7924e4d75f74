import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountScene, newAccount } from '../../testing/account.ts'
import { hasChromium, openChromium } from '../../testing/chromium.ts'
import { consoleVisits, faultsOf, keepPicture, type Visit } from '../../testing/console-visits.ts'
import { builtConsole } from '../../testing/console.ts'
import { crowdedWorkspace, type Filling, type Named } from '../../testing/crowded.ts'
import { addressesOf, consolePages, overfull, portalPages } from '../../testing/every-page.ts'
import { hungAfterMs } from '../../testing/patience.ts'
import { testServer } from '../../testing/server.ts'
import { everyDayOf, isLong, isSoak, triedOf } from '../../testing/soak.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

const routesIn = (file: string, route: RegExp) =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(route)].map(([, path]) => path)

test('every route of the console and of the portal is among the pages that are tried', () => {
  const named = (pages: object) => Object.keys(pages).toSorted()
  expect(routesIn('routes.tsx', /\bpage\(\s*'([^/'][^']*)'/g).toSorted()).toEqual(named(consolePages).slice(1))
  expect(routesIn('portal/routes.ts', /(?:page|other|paper)\('([^/'*][^']*)'/g).toSorted()).toEqual(
    named(portalPages).slice(1),
  )
})

test.skipIf(hasChromium)('without Chromium no page is filled', (context) => {
  context.skip('Debian’s chromium is not installed')
})

const furtherPages = ['clients/:clientId', 'projects/:projectId/cycles/:cycleId']
const agencyPages = triedOf(Object.keys(consolePages), everyDayOf(['', ...furtherPages], ['']))
const clientPages = triedOf(Object.keys(portalPages), everyDayOf(['', 'projects/:projectId'], ['']))
const fillings: readonly Filling[] = triedOf<Filling>(['none', 'one', 'a thousand'], ['a thousand'])

describe.skipIf(!hasChromium)('in Chromium, where /usr/bin/chromium is installed', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await openChromium()
  })
  afterAll(() => chrome.close())

  /** What is wrong with these pages, on a phone and on a desktop. */
  const look = async (visit: Visit, paths: readonly string[]) => {
    const { page, open, wrong, close } = await visit({ viewport: { width: 360, height: 740 } })
    const found: string[] = []
    for (const path of paths) {
      await open(path)
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        const faults = [...(await overfull(page)), ...(isSoak ? await faultsOf(page) : [])]
        found.push(...faults.map((fault) => `${path} at ${width} px: ${fault}`))
        await keepPicture(page, `${path}-${width}`)
      }
      await page.setViewportSize({ width: 360, height: 740 })
    }
    await close()
    return { found, wrong }
  }

  // Each page is a test: a thousand rows of all of them take longer than one test may.
  describe.each(fillings)('with hostile rows: %s', (filling) => {
    let named: Named
    let agency: Visit
    let portal: Visit
    beforeAll(async () => {
      const worker = await newAccount(server)
      const client = await newAccount(server)
      const at = await accountScene(server, worker.userId, 'admin')
      named = await crowdedWorkspace(server, at, { userId: worker.userId, client, filling, hasFiles: isSoak })
      agency = await consoleVisits(chrome, server, worker.email)
      portal = await consoleVisits(chrome, server, client.email, `/portal/${named.slug}`)
    }, 5 * hungAfterMs)

    test.each(agencyPages)('the page “%s” of the agency', async (pattern) => {
      const addresses = addressesOf(consolePages, [pattern], named)
      expect(await look(agency, addresses)).toEqual({ found: [], wrong: [] })
    })

    test.each(clientPages)('the page “%s” of the portal', async (pattern) => {
      const addresses = addressesOf(portalPages, [pattern], named)
      expect(await look(portal, addresses)).toEqual({ found: [], wrong: [] })
    })

    test.runIf(isLong && filling === 'a thousand')(
      'a long conversation is read back, and a list that is longer than an answer to its end',
      async () => {
        const { page, open, close } = await portal()
        await open(`/portal/${named.slug}/projects/${named.projectId}`)
        await page.getByRole('button', { name: 'Show earlier messages' }).click()
        await page.locator('.talk .said').nth(199).waitFor()
        await open(`/portal/${named.slug}/projects`)
        await page.getByRole('heading', { name: /^1,?00[1-9] projects$/ }).waitFor()
        await close()
      },
    )
  })
})
