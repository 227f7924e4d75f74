import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountScene, newAccount } from '../../../../../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../../../../../testing/console/chromium.ts'
import { builtConsole } from '../../../../../../testing/console/open-console.ts'
import { consoleVisits, type Visit } from '../../../../../../testing/console/visits.ts'
import { emptyProject } from '../../../../../../testing/cycles.ts'
import { testServer } from '../../../../../../testing/server.ts'
import { connectSsh, runOverSsh } from '../../../../../../testing/sandbox/ssh.ts'

builtConsole()
const server = await testServer({ ATELIER_SSH: 'on' })

test.skipIf(hasChromium)('without Chromium the access by SSH is not tried', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let visit: Visit
  let projectId: string

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    const at = await accountScene(server, account.userId, 'admin')
    projectId = await emptyProject(at.owner)
    visit = await consoleVisits(chrome, server, account.email)
  })
  afterAll(() => chrome.close())

  test('the page of the terminal shows a command and a password that let a person in', async () => {
    const { page, open, wrong, close } = await visit()
    await open(`/projects/${projectId}/code/sandbox`)
    await page.getByRole('button', { name: 'Get SSH access' }).click()
    const access = page.getByRole('region', { name: 'SSH' })
    await access.getByText('For one connection').waitFor()
    const [command, password] = await access.locator('code').allTextContents()
    const [, port, user, host] = /^ssh -p (\d+) (\S+)@(\S+)$/.exec(command!)!
    const client = await connectSsh({ host: host!, port: Number(port), user: user!, password: password! })
    expect(await runOverSsh(client, 'pwd')).toMatchObject({ stdout: '/worktree\n', code: 0 })
    expect(wrong).toEqual([])
    await close()
  })
})
