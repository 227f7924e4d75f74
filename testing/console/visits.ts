import { join } from 'node:path'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
  Request,
  WebError,
} from 'playwright-core'
import { accessibilityFaults } from './accessibility.ts'
import { accountScene, newAccount, password } from '../people/account.ts'
import { openChromium } from './chromium.ts'
import { goWithin } from './moves.ts'
import type { TestServer } from '../server.ts'
import { lengthOf } from '../soak.ts'

/** A phone, in the dark and in German. */
export const darkPhone = {
  colorScheme: 'dark',
  locale: 'de',
  hasTouch: true,
  viewport: { width: 360, height: 740 },
} as const

const desktop = ['light on a desktop', { colorScheme: 'light' }, 'open'] as const
const phone = ['dark on a phone, in German', darkPhone, 'goTo'] as const

/**
 * The two ways in which pages are looked at, each with its name in tests, and how one comes to each page of a visit. The
 * one that has the least room is looked at with every run, and both in a soak.
 */
export const looks = lengthOf({ daily: [phone], soak: [desktop, phone] })

/** Signs in on the page that asks for it. */
export const signInOn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/**
 * Signs a person in to the console once; each visit begins as a browser of theirs that has stored nothing. Visits of one
 * kind share what the browser read and compiled of the console, which costs it more than all that a page does then.
 * `home` is the page to sign in for, below /console.
 */
export const consoleVisits = async (
  chrome: Browser,
  { baseUrl: origin }: { readonly baseUrl: string },
  email: string,
  home = '/',
) => {
  const signedIn = await chrome.newContext({ locale: 'en' })
  const first = await signedIn.newPage()
  await first.goto(`${origin}/console${home}`)
  await signInOn(first, email)
  await first.getByRole('navigation', { name: 'Main' }).first().waitFor()
  let cookies = await signedIn.cookies()
  await signedIn.close()
  const kinds = new Map<string, BrowserContext>()

  const newContext = (options: BrowserContextOptions) =>
    chrome.newContext({
      locale: 'en',
      viewport: { width: 1440, height: 900 },
      ...options,
    })
  const contextOf = async (options: BrowserContextOptions, isSignedIn: boolean) => {
    // A caller with a session of its own gets a browser of its own.
    if (options.storageState !== undefined) return newContext(options)
    const kind = JSON.stringify(options)
    const context = kinds.get(kind) ?? (await newContext(options))
    kinds.set(kind, context)
    await context.clearCookies()
    if (isSignedIn) await context.addCookies(cookies)
    return context
  }

  /** A browser of the person, which collects what the policy refused, what broke, and where it asked elsewhere. */
  return async (options: BrowserContextOptions = {}, isSignedIn = true) => {
    const context = await contextOf(options, isSignedIn)
    const page = await context.newPage()
    await forgetStored(page, origin)
    const { wrong, end } = faultsIn(context, origin)
    /** Ends the visit; the pages of this kind that others had opened are closed too. */
    const close = async () => {
      end()
      await Promise.all(context.pages().map((one) => one.close()))
    }
    /** Later visits have the session that this one has now. */
    const keepSession = async () => {
      cookies = await context.cookies()
    }
    return { context, page, ...waysTo(page, origin), wrong, keepSession, close }
  }
}

/** Opens a browser of a person, or one without a sign-in. */
export type Visit = Awaited<ReturnType<typeof consoleVisits>>

const waysTo = (page: Page, origin: string) => {
  const open = async (path: string) => {
    await page.goto(`${origin}/console${path}`)
    await drawn(page)
  }
  /** Goes on to a page as a link does; the first of a visit is opened. */
  const goTo = async (path: string) => {
    if (page.url() === 'about:blank') return open(path)
    await goWithin(page, path)
    await drawn(page)
  }
  return { open, goTo }
}

const drawn = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForSelector('.late, .skel, .stale', { state: 'detached' })
}

const forgetStored = async (page: Page, origin: string) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' })
  await session.detach()
}

/** Collects what is wrong in a browser until `end`. */
const faultsIn = (context: BrowserContext, origin: string) => {
  const wrong: string[] = []
  const hear = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !message.text().includes('the server responded with')) wrong.push(message.text())
  }
  const fail = (error: WebError) => void wrong.push(String(error.error()))
  const ask = (request: Request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin)) wrong.push(request.url())
  }
  context.on('console', hear).on('weberror', fail).on('request', ask)
  return { wrong, end: () => void context.off('console', hear).off('weberror', fail).off('request', ask) }
}

/** Chromium with an administrator of a workspace who is signed in to the console, and browsers of that person. */
export const openConsole = async (server: TestServer) => {
  const chrome = await openChromium()
  const { email, userId } = await newAccount(server)
  const at = await accountScene(server, userId, 'admin')
  const visitor = await consoleVisits(chrome, server, email)
  return { at, chrome, email, visitor, close: () => chrome.close() }
}

/** The faults of the open page: of accessibility, of its width, and people's markup that became markup. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await page.waitForSelector('.late, .skel, .stale', { state: 'detached' })
  const found = await accessibilityFaults(page)
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  if (wide !== 0) found.push(`${String(wide)} px too wide`)
  found.push(...(await page.evaluate<string[]>(hiddenTabs)))
  if ((await page.evaluate("document.querySelectorAll('img[src=x]').length")) !== 0)
    found.push('markup became an image')
  return found
}

const hiddenTabs = `[...document.querySelectorAll('.tabs [aria-current]')].flatMap((tab) => {
  const [bar, open] = [tab.closest('.tabs').getBoundingClientRect(), tab.getBoundingClientRect()]
  return open.left < bar.left - 1 || open.right > bar.right + 1 ? ['out of sight: ' + tab.textContent] : []
})`

/** Keeps a picture of the page in the folder that `ATELIER_TEST_PICTURES` names, for people to look at; none without. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.ATELIER_TEST_PICTURES
  if (folder === undefined) return
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`), fullPage: true })
}
