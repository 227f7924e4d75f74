import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountScene, newAccount, password } from '../../../testing/account.ts'
import { hasChromium, openChromium } from '../../../testing/chromium.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { requestIn } from '../../../testing/requests.ts'
import { testServer } from '../../../testing/server.ts'
import { getPendingRequest } from '../../delivery/requests/contract.ts'

const server = await testServer()
const paths = ['/letters', '/open']

describe('over HTTP', () => {
  test('200 for /, which says what this is and where to go, without a script', async () => {
    const reply = await fetch(server.baseUrl)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const page = await reply.text()
    expect(page).toContain('Atelier is running here')
    expect(page).not.toMatch(/<script|<form|<noscript| hidden/)
    const links = [...page.matchAll(/<a class="plain" href="([^"]+)"/g)].map(([, path]) => path)
    expect(links).toEqual(['/console', '/docs', '/v1/api/openapi.json'])
    // The console is built apart, so that its own tests open it.
    for (const path of links.slice(1)) expect((await fetch(`${server.baseUrl}${path}`)).status).toBe(200)
  })

  test.each(paths)('200 for %s, with a policy that allows only its own script and style by hash', async (path) => {
    const reply = await fetch(`${server.baseUrl}${path}`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(reply.headers.getSetCookie()).toEqual([])
    expect(await reply.text()).not.toMatch(/ style=| on[a-z]+=|https?:/)
  })

  test.each(['/join', '/join-portal', '/reset-password', '/verify-email'])(
    '302 from %s, where letters of an earlier version lead, to the page of the console',
    async (path) => {
      const reply = await fetch(`${server.baseUrl}${path}?agency=n%0d%0aset-cookie:x`, { redirect: 'manual' })
      expect([reply.status, reply.headers.get('location')]).toEqual([
        ...[302, `/console${path}?agency=n%0d%0aset-cookie:x`],
      ])
      expect(reply.headers.getSetCookie()).toEqual([])
    },
  )
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await openChromium()
  })
  afterAll(() => chrome.close())

  /** Somebody's browser, on a phone; it collects what went wrong, and where it asked beside this server. */
  const visitor = async () => {
    const context = await chrome.newContext({ viewport: { width: 360, height: 740 } })
    const wrong: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('the server responded with'))
        wrong.push(message.text())
    })
    context.on('weberror', (error) => wrong.push(String(error.error())))
    context.on('request', (request) => {
      if (!request.url().startsWith(server.baseUrl) && !request.url().startsWith('data:')) wrong.push(request.url())
    })
    return { context, page: await context.newPage(), wrong }
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
  const fill = (page: Page, label: string, text: string) =>
    page.getByLabel(label, { exact: true }).filter({ visible: true }).fill(text)
  const heading = (page: Page, text: string) => page.getByRole('heading', { name: text, level: 1 }).waitFor()

  test('a letter leads to its question, which is answered after a sign-in; another account sees nothing', async () => {
    const { email, userId } = await newAccount(server)
    const at = await accountScene(server, userId, 'client')
    const projectId = await emptyProject(at.owner)
    await at.grant(projectId, userId, 'steer')
    const id = await requestIn(server, at, projectId, { requiredActor: 'client', question: 'Closed when? <b>!' })
    const { page, wrong } = await visitor()
    const stranger = await newAccount(server)
    await page.goto(`${server.baseUrl}/open#request/${at.workspace}/${id}`)
    const signIn = async (address: string) => {
      await fill(page, 'Mail address', address)
      await fill(page, 'Password', password)
      await press(page, 'Sign in')
    }
    await signIn(stranger.email)
    await heading(page, 'There is nothing here for you')
    await press(page, 'Use another account')
    await signIn(email)
    await page.getByText('Closed when? <b>!').waitFor()
    await press(page, 'Send the answer')
    await page.getByText('Write the answer.').waitFor()
    await fill(page, 'Your answer', 'On Mondays.')
    await press(page, 'Send the answer')
    await heading(page, 'It is sent')
    expect((await at.owner.call(getPendingRequest, { id })).body).toMatchObject({
      ...{ status: 'approved', decision: 'On Mondays.', decidedBy: 'Ada' },
    })
    await page.reload()
    await heading(page, 'Nothing is left to decide')
    await page.goto('about:blank')
    await page.goto(`${server.baseUrl}/letters#${server.parts.letterTokens.tokenFor(userId)}`)
    await press(page, 'Switch them off')
    await heading(page, 'Letters are off')
    expect(wrong).toEqual([])
  })

  test.each(paths)('%s fits 320 px, labels every field, and works by keyboard', async (path) => {
    const { page } = await visitor()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${server.baseUrl}${path}`, { waitUntil: 'networkidle' })
    const found = await page.evaluate(`({
      overflow: document.documentElement.scrollWidth - innerWidth,
      nameless: [...document.querySelectorAll('input')].filter((input) => input.labels.length !== 1).length,
      headings: [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).length,
      small: [...document.querySelectorAll('button, input')].filter((one) => one.checkVisibility() && one.offsetHeight < 44).length,
    })`)
    expect(found).toEqual({ overflow: 0, nameless: 0, headings: 1, small: 0 })
    await page.keyboard.press('Tab')
    expect(['BODY', 'INPUT', 'BUTTON', 'A']).toContain(await page.evaluate('document.activeElement.tagName'))
  })
})
