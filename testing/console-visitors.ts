import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { accountScene, newAccount, password } from './account.ts'
import { openChromium } from './chromium.ts'
import type { TestServer } from './server.ts'

/** Chromium with an administrator who is signed in to the console, and browsers of that person. */
export const openConsole = async (server: TestServer) => {
  const chrome = await openChromium()
  const { email, userId } = await newAccount(server)
  const at = await accountScene(server, userId, 'admin')
  const signInOn = async (page: Page) => {
    await page.getByLabel('Mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const signedIn = await chrome.newContext({ locale: 'en' })
  const first = await signedIn.newPage()
  await first.goto(`${server.baseUrl}/console/`)
  await signInOn(first)
  await first.getByRole('navigation', { name: 'Main' }).first().waitFor()

  /** A browser of the person, which collects what the policy refused, what broke, and where it asked elsewhere. */
  const visitor = async (options: BrowserContextOptions = {}, isSignedIn = true) => {
    const context = await chrome.newContext({
      ...{ locale: 'en', viewport: { width: 1440, height: 900 } },
      ...(isSignedIn && { storageState: await signedIn.storageState() }),
      ...options,
    })
    const wrong: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('the server responded with'))
        wrong.push(message.text())
    })
    context.on('weberror', (error) => wrong.push(String(error.error())))
    context.on('request', (request) => {
      const isOwn = request.url().startsWith(server.baseUrl)
      if (!isOwn && !/^(data|blob):/.test(request.url())) wrong.push(request.url())
    })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    const open = async (path: string) => {
      await page.goto(`${server.baseUrl}/console${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    return { context, page, open, wrong }
  }
  return { at, email, signInOn, visitor, close: () => chrome.close() }
}

/** What keeps a page from being used by everybody: broken rules of accessibility, and sideways scroll. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await page.waitForSelector('.late, .skel', { state: 'detached' })
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  return [
    ...violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`),
    ...(wide === 0 ? [] : [`${String(wide)} px too wide`]),
  ]
}
