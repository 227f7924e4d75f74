import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProjectRoadmap } from '../../../../domains/delivery/cycles/contract/project-run.ts'
import { accountScene, newAccount } from '../../../../testing/account.ts'
import { hasChromium, openChromium } from '../../../../testing/chromium.ts'
import { consoleVisits, faultsOf, keepPicture } from '../../../../testing/console-visits.ts'
import { builtConsole } from '../../../../testing/console.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { furnish, hostile } from '../../../../testing/furnished.ts'
import type { Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/state.ts'

builtConsole()
const server = await testServer()

test.skipIf(hasChromium)('without Chromium no page of a project is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where /usr/bin/chromium is installed', () => {
  let chrome: Browser
  let at: Scene
  let projectId: string
  let visit: Awaited<ReturnType<typeof consoleVisits>>

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    at = await accountScene(server, account.userId, 'admin')
    projectId = (await furnish(server, at)).projectId
    visit = await consoleVisits(chrome, server, account.email)
  })
  afterAll(() => chrome.close())

  const draft = async (title: string, project = projectId) => {
    const id = await cycleIn(server, at, project)
    await asOwner(server, 'update cycle set title = $2 where id = $1', [id, title])
    return id
  }

  test('drafts get their place and their urgency by the keyboard alone', async () => {
    const project = await emptyProject(at.owner)
    const [first, second] = [await draft('First', project), await draft('Second', project)]
    const { page, open, wrong, context } = await visit()
    const nextOf = async () => {
      const { body } = await at.owner.call(getProjectRoadmap, { id: project })
      return (body.next as { cycleId: string; urgency: number }[]).map(({ cycleId, urgency }) => [cycleId, urgency])
    }
    await open(`/projects/${project}/roadmap`)
    await page.getByRole('button', { name: 'Move Second up' }).focus()
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.keyboard.press('Enter')
    await page.getByText('Second is now number 1').waitFor()
    expect((await answered).status()).toBe(200)
    expect(await nextOf()).toEqual([
      [second, 3],
      [first, 3],
    ])
    const chosen = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByLabel('Urgency of First').selectOption('At once')
    expect((await chosen).status()).toBe(200)
    expect(await nextOf()).toEqual([
      [first, 1],
      [second, 3],
    ])
    expect(wrong).toEqual([])
    await context.close()
  })

  const pages = () => ['/cycles', '/cycles?view=board', '/roadmap'].map((path) => `/projects/${projectId}${path}`)

  describe.each([
    ['light on a desktop', { colorScheme: 'light' as const, viewport: { width: 1440, height: 900 } }],
    [
      'dark on a phone, in German',
      { ...{ colorScheme: 'dark' as const, locale: 'de', hasTouch: true }, viewport: { width: 360, height: 740 } },
    ],
  ])('%s', (_, options) => {
    test('every page is accessible, fits, and keeps to its policy', async () => {
      await draft(hostile.slice(0, 200))
      const { page, open, wrong, context } = await visit(options)
      const found: string[] = []
      for (const path of pages()) {
        await open(path)
        for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`)
        await keepPicture(page, `${path.split('/').slice(3).join('-')}-${options.colorScheme}`)
      }
      expect(found).toEqual([])
      expect(wrong).toEqual([])
      await context.close()
    }, 120_000)
  })
})
