import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { password, type newAccount } from './account.ts'
import { hungAfterMs } from './patience.ts'

export type Account = Awaited<ReturnType<typeof newAccount>>

/** Signs a person in on the console at this origin; what it gives keeps their session. */
export const signInToConsole = async (chrome: Browser, origin: string, { email }: Account): Promise<BrowserContext> => {
  const context = await chrome.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${origin}/console/`)
  await page.getByLabel('Mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
  return context
}

/** A browser with that session, which collects what the policy refused and what broke. */
export const visitConsole = async (
  chrome: Browser,
  origin: string,
  signedIn: BrowserContext,
  options: BrowserContextOptions = {},
) => {
  const context = await chrome.newContext({
    ...{ locale: 'en', viewport: { width: 1440, height: 900 } },
    ...{ storageState: await signedIn.storageState(), ...options },
  })
  const wrong: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('the server responded with')) wrong.push(message.text())
  })
  context.on('weberror', (error) => wrong.push(String(error.error())))
  context.setDefaultTimeout(hungAfterMs)
  const page = await context.newPage()
  const open = async (path: string) => {
    await page.goto(`${origin}/console${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  return { context, page, open, wrong }
}
