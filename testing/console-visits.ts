import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { accountScene, newAccount, password } from './account.ts'
import { openChromium } from './chromium.ts'
import type { TestServer } from './server.ts'

/** Signs in on the page that asks for it. */
export const signInOn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs a person in to the console once; each visit is a browser of theirs. */
export const consoleVisits = async (chrome: Browser, server: TestServer, email: string) => {
  const signedIn: BrowserContext = await chrome.newContext({ locale: 'en' })
  const first = await signedIn.newPage()
  await first.goto(`${server.baseUrl}/console/`)
  await signInOn(first, email)
  await first.getByRole('navigation', { name: 'Main' }).first().waitFor()
  await first.close()
  const storageState = await signedIn.storageState()

  /** A browser of the person, which collects what the policy refused, what broke, and where it asked elsewhere. */
  return async (options: BrowserContextOptions = {}, isSignedIn = true) => {
    const context = await chrome.newContext({
      ...{ locale: 'en', viewport: { width: 1440, height: 900 } },
      ...(isSignedIn && { storageState }),
      ...options,
    })
    const wrong: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('the server responded with'))
        wrong.push(message.text())
    })
    context.on('weberror', (error) => wrong.push(String(error.error())))
    context.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.baseUrl)) wrong.push(request.url())
    })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    const open = async (path: string) => {
      await page.goto(`${server.baseUrl}/console${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForSelector('.late, .skel', { state: 'detached' })
    }
    return { context, page, open, wrong }
  }
}

/** Chromium with an administrator of a workspace who is signed in to the console, and browsers of that person. */
export const openConsole = async (server: TestServer) => {
  const chrome = await openChromium()
  const { email, userId } = await newAccount(server)
  const at = await accountScene(server, userId, 'admin')
  const visitor = await consoleVisits(chrome, server, email)
  return { at, chrome, email, visitor, close: () => chrome.close() }
}

/** What is wrong with the page that is open: of accessibility, of its width, and markup of people that became markup. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await page.waitForSelector('.late, .skel', { state: 'detached' })
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  if (wide !== 0) found.push(`${String(wide)} px too wide`)
  if ((await page.evaluate("document.querySelectorAll('img[src=x]').length")) !== 0)
    found.push('markup became an image')
  return found
}

/** Keeps a picture of the page in the folder that `ATELIER_TEST_PICTURES` names, for people to look at; none without. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.ATELIER_TEST_PICTURES
  if (folder === undefined) return
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`), fullPage: true })
}
