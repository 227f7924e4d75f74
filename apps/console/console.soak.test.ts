import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upsertProjectSecretEntries } from '../../domains/code/secrets/contract.ts'
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

  test('a secret is replaced in its row by two presses, and its value is kept nowhere in the browser', async () => {
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
