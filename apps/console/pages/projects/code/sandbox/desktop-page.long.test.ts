import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProjectDesktop } from '../../../../../../domains/code/sandboxes/contract.ts'
import { hasChromium } from '../../../../../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../../../testing/console/open-console.ts'
import { emptyProject } from '../../../../../../testing/cycles.ts'
import { testServer } from '../../../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })
const { unavailable } = server.parts.desktops
const isThere = hasChromium && unavailable === undefined

test.skipIf(isThere)('without Chromium and the programs of a desktop none is shown', (context) => {
  context.skip(unavailable ?? 'Debian’s chromium is not installed')
})

/** The number of colours on a desktop: one if nothing was drawn. */
const coloursOn = (page: Page) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('.desktop-screen canvas')
    if (!canvas || canvas.width === 0) return 0
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return new Set(new Uint32Array(data.buffer)).size
  })()`)

describe.runIf(isThere)('in Chromium', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let id: string
  beforeAll(async () => {
    console = await openConsole(server)
    id = await emptyProject(console.at.owner)
  })
  afterAll(() => console.close())

  test('a person starts a desktop, types into it, leaves it by a key, and another person watches by its address', async () => {
    const { visitor: visit, at } = console
    const { page, open, wrong, close } = await visit()
    await open(`/projects/${id}/code/sandbox`)
    await page.getByRole('button', { name: 'Start desktop' }).click()
    await expect.poll(() => coloursOn(page)).toBeGreaterThan(5)
    expect(await faultsOf(page)).toEqual([])
    const { sandbox, release } = (await server.parts.people.sandboxes.use(at.workspace, id))!
    const files = async () => (await sandbox.run({ argv: ['ls', '/worktree'] })).stdout
    const typed = async () => {
      await page.locator('.desktop-screen canvas').click({ position: { x: 120, y: 120 } })
      await page.keyboard.type('touch typed\n')
      return files()
    }
    await expect.poll(typed, { interval: 500 }).toContain('typed')
    release()
    await keepPicture(page, 'desktop')
    await page.keyboard.press('F6')
    await page.locator('button:focus', { hasText: 'Leave' }).waitFor()

    await at.grant(id, at.clientId, 'view')
    const { body } = await at.client.call(getProjectDesktop, { id })
    const phone = await visit({ ...darkPhone, storageState: { cookies: [], origins: [] } })
    await phone.page.goto(body.desktopUrl as string)
    await expect.poll(() => coloursOn(phone.page)).toBeGreaterThan(5)
    expect(new URL(phone.page.url()).hash).toBe('')
    expect(await faultsOf(phone.page)).toEqual([])
    await keepPicture(phone.page, 'desktop watched on a phone')
    await phone.page.goto(body.desktopUrl as string)
    await phone.page.reload()
    await phone.page.getByRole('heading', { name: 'Dieser Link zum Desktop ist abgelaufen' }).waitFor()
    await phone.close()

    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByText('You left the desktop.').waitFor()
    await page.getByRole('button', { name: 'Start again' }).waitFor()
    expect(wrong).toEqual([])
    await close()
  })
})
