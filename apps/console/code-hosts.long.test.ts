import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCodeHosts } from '../../domains/code/code-hosts/contract.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { testCodeHost } from '../../testing/integrations/code-host.ts'
import { consoleVisits } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { emptyProject } from '../../testing/cycles.ts'
import { testGitHubApp } from '../../testing/integrations/github-app.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const app = testGitHubApp()
const host = await testCodeHost('token-of-the-test-0009', app)
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: host.host })

test.skipIf(hasChromium)('without Chromium no code host is connected in the console', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await openChromium()
  })
  afterAll(() => chrome.close())

  test('an administrator connects GitHub by an app, sees that a key is wrong, and tests it', async () => {
    const account = await newAccount(server)
    const at = await accountScene(server, account.userId, 'owner')
    const projectId = await emptyProject(at.owner)
    const visitor = await consoleVisits(chrome, server, account.email)
    const { page, close } = await visitor({ locale: 'en' })
    await page.goto(`${server.baseUrl}/console/projects/${projectId}/settings`)
    await page.getByRole('button', { name: 'Connect a code host' }).click()
    await page.getByLabel('Name', { exact: true }).last().fill('Our app')
    await page.getByLabel('Address', { exact: true }).fill(host.url)
    await page.getByLabel('Id of the app').fill(app.appId)
    await page.getByLabel('Installation', { exact: true }).fill(app.installationId)
    await page.getByLabel('Private key').fill('no key')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('This is not the private key that GitHub gave you').waitFor()
    await page.getByLabel('Private key').fill(app.privateKey)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: 'Test Our app' }).click()
    await page.getByText('It works.').waitFor()
    expect(await page.content()).not.toContain(app.privateKey.split('\n')[3])
    expect((await at.owner.call(listCodeHosts, {})).body).toMatchObject([
      { name: 'Our app', app: { appId: app.appId, installationId: app.installationId } },
    ])
    await close()
  })
})
