import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendProjectMessage } from '../../../../domains/delivery/conversation/contract.ts'
import { hasChromium, openChromium } from '../../../../testing/console/chromium.ts'
import { builtConsole } from '../../../../testing/console/open-console.ts'
import { consoleVisits, faultsOf, type Visit } from '../../../../testing/console/visits.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { accountScene, newAccount } from '../../../../testing/people/account.ts'
import { testServer } from '../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

test.skipIf(hasChromium)('without Chromium no message is answered', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let visit: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    const at = await accountScene(server, account.userId, 'owner')
    const id = await emptyProject(at.owner)
    await at.grant(id, at.clientId, 'steer')
    const said = { id, body: { content: 'Can we open later?' } }
    expect((await at.client.call(sendProjectMessage, said)).status).toBe(201)
    visit = await consoleVisits(chrome, server, account.email)
  })
  afterAll(() => chrome.close())

  test('a message of a client is counted in the navigation, waits on Home, and is answered in its row', async () => {
    const { page, open, wrong, close } = await visit({ viewport: { width: 390, height: 844 } })
    await open('/')
    const bar = page.locator('.tabbar')
    await bar.getByRole('link', { name: /^Home.*1/ }).waitFor()
    await page.getByRole('link', { name: /Can we open later/ }).waitFor()
    await bar.getByRole('link', { name: /^Messages.*1/ }).click()
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel(/^Answer /).fill('Yes, from Monday.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('You have answered every message from clients.').waitFor()
    await bar.locator('.count').first().waitFor({ state: 'detached' })
    await open('/settings/members')
    await bar.locator('button[aria-current]', { hasText: 'More' }).waitFor()
    expect(wrong).toEqual([])
    await close()
  })
})
