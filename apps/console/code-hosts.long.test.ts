import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCodeHost, listCodeHosts, previewProjectRepoConnect } from '../../domains/code/code-hosts/contract.ts'
import { createChatChannel } from '../../domains/delivery/chat/contract.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { testCodeHost } from '../../testing/integrations/code-host.ts'
import { consoleVisits, faultsOf, keepPicture, looks } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { testGitHubApp } from '../../testing/integrations/github-app.ts'
import { git, inFolder, writeFiles } from '../../testing/repository.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const app = testGitHubApp()
const token = 'token-of-the-test-0009'
const host = await testCodeHost(token, app)
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
    const visitor = await consoleVisits(chrome, server, account.email)
    const { page, close } = await visitor({ locale: 'en' })
    await page.goto(`${server.baseUrl}/console/settings/workspace`)
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

  test('a token that ends soon is named at home, and another token takes its place without disconnecting', async () => {
    const account = await newAccount(server)
    const at = await accountScene(server, account.userId, 'owner')
    const ends = new Date(Date.now() + 3 * 86_400_000).toISOString()
    const body = {
      kind: 'gitea',
      name: 'Acme',
      baseUrl: host.url,
      token: 'of-yesterday',
      tokenExpiresAt: ends,
    } as const
    await at.owner.call(createCodeHost, { body })
    await at.owner.call(createChatChannel, { body: { kind: 'slack', name: '#delivery', webhookUrl: host.url } })
    const visitor = await consoleVisits(chrome, server, account.email)
    const { page, wrong, close } = await visitor({ locale: 'en' })
    await page.goto(`${server.baseUrl}/console`)
    await page.getByRole('link', { name: 'The token of Acme ends on' }).click()
    await page.getByText('Its token ends on').waitFor()
    await page.getByRole('button', { name: 'Renew the access of #delivery' }).click()
    await page.getByLabel('Address of the webhook').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Renew the access of Acme' }).click()
    await page.getByRole('button', { name: 'Replace the token' }).click()
    await page.locator('input[name=token][aria-invalid=true]').waitFor({ timeout: 20_000 })
    await page.getByLabel('Access token').fill(token)
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'renew-host')
    await page.getByRole('button', { name: 'Replace the token' }).click()
    await page.getByText('Its token ends on').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test Acme' }).click()
    await page.getByText('It works.').waitFor()
    expect((await at.owner.call(listCodeHosts, {})).body).toMatchObject([{ name: 'Acme', tokenExpiresAt: null }])
    expect(wrong).toEqual([])
    await close()
  })

  test('a repository of a connection is searched, chosen with a press, and becomes a project that is connected to it', async () => {
    await inFolder(async (folder) => {
      git(folder, 'init', '--quiet', '--initial-branch=main')
      await writeFiles(folder, { 'package.json': '{ "name": "shop" }', 'a.txt': 'a' })
      git(folder, 'add', '--all')
      git(folder, 'commit', '--quiet', '--message', 'Begin')
      for (const name of ['acme/shop', 'acme/web-site']) git(folder, 'push', '--quiet', host.add(name), 'main')
    })
    const account = await newAccount(server)
    const at = await accountScene(server, account.userId, 'owner')
    const visitor = await consoleVisits(chrome, server, account.email)
    const { page, wrong, close } = await visitor({ locale: 'en' })
    await page.goto(`${server.baseUrl}/console/projects/new`)
    await page.getByText('After you connect it').waitFor()
    await keepPicture(page, 'new-project-none')
    await page.getByRole('link', { name: 'Connect a code host' }).click()
    await page.getByRole('button', { name: 'Connect a code host' }).click()
    await page.getByLabel('What to connect').selectOption('gitea')
    await page.locator('#connections').getByLabel('Name', { exact: true }).fill('Acme')
    await page.getByLabel('Address', { exact: true }).fill(host.url)
    await page.getByLabel('Access token').fill(token)
    await keepPicture(page, 'connect-host')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: 'Test Acme' }).waitFor()
    await page.goto(`${server.baseUrl}/console/projects/new`)
    await page.getByRole('button', { name: /^acme\/web-site/ }).waitFor()
    await keepPicture(page, 'new-project')
    const titles = ['From a code host', 'From a Git address', 'From this computer']
    expect((await page.getByRole('heading', { level: 2 }).allTextContents()).slice(0, 3)).toEqual(titles)
    await page.getByLabel('Search repositories').fill('SHOP')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: /^acme\/web-site/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^acme\/shop/ }).click()
    await page.getByText('No secrets found.').waitFor({ timeout: 100_000 })
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('shop')
    expect(await page.getByLabel('Deliver cycles to acme/shop by pull requests').isChecked()).toBe(true)
    await keepPicture(page, 'new-project-scanned')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL('**/cycles/new', { timeout: 100_000 })
    const [, id] = /projects\/([^/]+)/.exec(page.url())!
    const { connection } = (await at.owner.call(previewProjectRepoConnect, { id })).body
    expect(connection).toMatchObject({ fullName: 'acme/shop', pullRequests: true })
    expect(wrong).toEqual([])
    await close()
  })

  test('a public git address is fetched, and the reason is shown if it cannot be', async () => {
    const account = await newAccount(server)
    await accountScene(server, account.userId, 'member')
    const visitor = await consoleVisits(chrome, server, account.email)
    const { page, close } = await visitor({ locale: 'en' })
    await page.goto(`${server.baseUrl}/console/projects/new`)
    await page.getByText('An administrator connects one').waitFor()
    await page.getByLabel('Address', { exact: true }).fill(`${host.url}/acme/shop`)
    await page.getByRole('button', { name: 'Fetch' }).click()
    await page.getByText('No repository can be read there').waitFor({ timeout: 30_000 })
    host.isPublic = true
    await page.getByRole('button', { name: 'Fetch' }).click()
    await page.getByText('No secrets found.').waitFor({ timeout: 100_000 })
    host.isPublic = false
    expect(await page.getByText('by pull requests').count()).toBe(0)
    await close()
  })

  test.each(looks)('new project is accessible and fits %s', async (_, options, by) => {
    const account = await newAccount(server)
    const at = await accountScene(server, account.userId, 'owner')
    await at.owner.call(createCodeHost, { body: { kind: 'gitea', name: 'Acme', baseUrl: host.url, token } })
    const visitor = await consoleVisits(chrome, server, account.email)
    const { page, wrong, close, [by]: open } = await visitor(options)
    for (const path of ['/projects/new', '/settings/workspace']) {
      await open(path)
      if (path === '/projects/new') await page.locator('.host-repositories').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await keepPicture(page, `${path}-${options.colorScheme}`)
    }
    expect(wrong).toEqual([])
    await close()
  })
})
