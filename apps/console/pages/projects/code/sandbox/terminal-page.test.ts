import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../../../../../../testing/soak.ts'
import { archiveProject } from '../../../../../../domains/code/projects/contract.ts'
import { accountScene, newAccount } from '../../../../../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../../../../../testing/console/chromium.ts'
import { builtConsole } from '../../../../../../testing/console/open-console.ts'
import { consoleVisits, darkPhone, type Visit } from '../../../../../../testing/console/visits.ts'
import { emptyProject } from '../../../../../../testing/cycles.ts'
import type { Scene } from '../../../../../../testing/scene.ts'
import { testServer } from '../../../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_SSH: 'on' })

test.skipIf(hasChromium)('without Chromium the terminal is not tried', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let projectId: string
  let visit: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    at = await accountScene(server, account.userId, 'admin')
    projectId = await emptyProject(at.owner)
    visit = await consoleVisits(chrome, server, account.email)
  })
  afterAll(() => chrome.close())

  const openTerminal = async (...how: Parameters<Visit>) => {
    const opened = await visit(...how)
    await opened.open(`/projects/${projectId}/code/sandbox`)
    await opened.page.getByRole('button', { name: 'Open terminal' }).click()
    const screen = opened.page.getByRole('group', { name: /^Terminal\./ })
    await screen.getByText('/worktree $').first().waitFor()
    return { ...opened, screen }
  }

  test.runIf(isLong)(
    'a person types into a shell, follows the window, leaves it by key, and ends it, under the policy of the page',
    async () => {
      const { page, screen, wrong, close } = await openTerminal()
      await page.keyboard.type('echo "w=$(stty size)"; pwd\n')
      await screen
        .getByText(/^w=\d+ \d+/)
        .first()
        .waitFor()
      const before = await screen
        .getByText(/^w=\d+ \d+/)
        .first()
        .textContent()
      await page.setViewportSize({ width: 700, height: 500 })
      await page.keyboard.type('sleep 1; echo "v=$(stty size)"\n')
      const after = await screen
        .getByText(/^v=\d+ \d+/)
        .first()
        .textContent()
      expect(after!.slice(2)).not.toBe(before!.slice(2))
      await page.keyboard.press('F6')
      await page.locator('button:focus', { hasText: 'End session' }).waitFor()
      await screen.click()
      await page.keyboard.type('exit 3\n')
      await page.getByText('The shell ended with exit code 3.').waitFor()
      await page.getByRole('button', { name: 'Open again' }).waitFor()
      expect(wrong).toEqual([])
      await close()
    },
  )

  test.runIf(isLong)('a phone has the keys that its keyboard does not have', async () => {
    const { page, screen, wrong, close } = await openTerminal({ ...darkPhone, locale: 'en' })
    await page.keyboard.type('cat\n')
    await page.getByRole('button', { name: 'Ctrl C' }).click()
    await screen.getByText('^C').first().waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)('an archived project ends the shell, and the page shows why', async () => {
    const { page, close } = await openTerminal()
    expect(await at.owner.call(archiveProject, { id: projectId })).toMatchObject({ status: 200 })
    await page.getByText('Your access to this project has ended.').waitFor()
    await close()
  })
})
