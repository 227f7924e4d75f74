import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../testing/chromium.ts'
import { keepPicture, openConsole } from '../../testing/console-visits.ts'
import { builtConsole } from '../../testing/console.ts'
import { furnish } from '../../testing/furnished-workspace.ts'
import type { Scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'

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

  test('what is typed of an environment survives a reload, and cancelling forgets it', async () => {
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

  test('the palette leads to all results at an address with filters; markup stays text', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/projects')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and do' }).fill('part change')
    await page.getByRole('option', { name: 'All results for “part change”' }).waitFor()
    await keepPicture(page, 'palette')
    await page.getByRole('option', { name: 'All results for “part change”' }).click()
    await page.waitForURL('**/console/search?q=part%20change')
    await page.getByRole('heading', { name: /results?$/ }).waitFor()
    await page.getByRole('link', { name: 'Tasks' }).click()
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

  test('theme and language are chosen in the menu, and stay', async () => {
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
