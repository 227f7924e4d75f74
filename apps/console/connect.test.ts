import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { listApiKeys } from '../../domains/accounts/workspaces/contract/keys.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { consoleVisits, signInOn } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { descriptionOf, programOf, programSite } from '../../testing/people/program-client.ts'
import type { Scene } from '../../testing/scene.ts'
import { signIn } from '../../testing/people/sessions.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const site = await programSite({
  '/named.json': (request, response) => {
    const clientId = `http://${request.headers.host}${request.url}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(descriptionOf(clientId, { client_name: '<b>Bold</b> „Agent“' })))
  },
})
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: site.host })
const program = programOf(server.baseUrl, site.url)
const callback = `${site.url}/callback`
const addressOf = (changed: Readonly<Record<string, string>> = {}) =>
  `${server.baseUrl}/oauth/authorize?${program.queryOf({ redirect_uri: callback, ...changed })}`

test.skipIf(hasChromium)('without Chromium no program is connected', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let account: Awaited<ReturnType<typeof newAccount>>

  beforeAll(async () => {
    chrome = await openChromium()
    account = await newAccount(server)
    at = await accountScene(server, account.userId, 'owner')
  })
  afterAll(() => chrome.close())

  test('a person signs in on the way, reads who asks, and connects the program', async () => {
    const page = await chrome.newPage({ locale: 'en' })
    await page.goto(addressOf())
    await signInOn(page, account.email)
    await page.getByRole('heading', { name: 'Connect “Test agent”?' }).waitFor()
    await page.getByText(site.host, { exact: true }).first().waitFor()
    await page.getByText(`${site.host}, a program on your computer`).waitFor()
    await page.getByText('Any program on your computer can use this address.').waitFor()
    await page.getByText('Only you, on a page').waitFor()
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.waitForURL(`${callback}?*`)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('iss'), searchParams.get('state')]).toEqual([server.baseUrl, 'state-of-the-program'])
    const { body } = await program.exchange(searchParams.get('code')!, { redirect_uri: callback })
    expect(body.scope).toBe('read')
    const session = await signIn(server, account.userId, { workspace: at.workspace })
    const connected = expect.objectContaining({ name: 'Test agent', clientId: program.clientId }) as unknown
    expect((await session.call(listApiKeys)).body).toContainEqual(connected)
    await page.goto(`${server.baseUrl}/console/settings/keys`)
    await page.getByText('Connected program').waitFor()
    await page.close()
  })

  test.runIf(isLong)('a person who does not want it sends the program away, in German as well', async () => {
    const visitor = await consoleVisits(chrome, server, account.email)
    const { page, close } = await visitor({ locale: 'de' })
    await page.goto(addressOf({ client_id: `${site.url}/named.json` }))
    await page.getByRole('heading', { name: '„<b>Bold</b> „Agent““ verbinden?' }).waitFor()
    await page.getByRole('button', { name: 'Nicht verbinden' }).click()
    await page.waitForURL(`${callback}?error=access_denied*`)
    await close()
  })

  test.runIf(isLong)(
    'a request that is refused leads nowhere until the person agrees, and never elsewhere',
    async () => {
      const visitor = await consoleVisits(chrome, server, account.email)
      const { page, close } = await visitor()
      await page.goto(addressOf({ redirect_uri: 'https://evil.example/callback' }))
      await page.getByRole('heading', { name: 'This program cannot be connected' }).waitFor()
      expect(await page.getByRole('button').count()).toBe(0)
      await page.goto(addressOf({ code_challenge_method: 'plain' }))
      await page.getByRole('button', { name: 'Tell the program' }).click()
      await page.waitForURL(`${callback}?error=invalid_request*`)
      await page.goto(`${server.baseUrl}/console/connect`)
      await page.getByText('Its request is incomplete').waitFor()
      await close()
    },
  )
})
