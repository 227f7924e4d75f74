import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountScene, freshEmail, mailTo, newAccount, password, signedInAccount } from '../../../testing/account.ts'
import { newSlug } from '../../../testing/brand.ts'
import { openBrowser } from '../../../testing/browser.ts'
import { hasChromium, openChromium } from '../../../testing/chromium.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { linkIn } from '../../../testing/mail/outbox.ts'
import { openPortalOf } from '../../../testing/portals.ts'
import { requestIn } from '../../../testing/requests.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/state.ts'
import { getPendingRequest } from '../../delivery/requests/contract.ts'
import { publishWorkspaceBrandKit } from '../brand/contract.ts'
import { inviteWorkspacePortalClient } from '../clients/contract.ts'
import { changeEmail, requestPasswordReset, signInWithPassword, signUp } from '../people/contract.ts'
import { inviteMember } from '../workspaces/contract.ts'

const server = await testServer()
const paths = ['/join', '/join-portal', '/letters', '/open', '/reset-password', '/verify-email']
const newPassword = 'a password that is new'
const fresh = () => openBrowser(server.baseUrl)
const signInStatus = async (email: string, given: string) =>
  (await fresh().call(signInWithPassword, { body: { email, password: given } })).status
const isThere = async (email: string) =>
  (await asOwner(server, 'select from users where email_normal = $1', [email])).length === 1

const signedUp = async () => {
  const email = freshEmail()
  await fresh().call(signUp, { body: { name: 'Somebody', email, password } })
  return { email, link: linkIn(await mailTo(server, email, 'Confirm your address')) }
}

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

  test('200 with the brand and escaped name of an agency whose portal is open, and without a brand for any other name', async () => {
    const at = await scene(server)
    const draft = { name: '<script>alert(1)</script> & Söhne', slug: newSlug(), supportEmail: 'help@example.com' }
    const published = await at.owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled: true } })
    expect(published).toMatchObject({ status: 200 })
    const invited = await at.owner.call(inviteWorkspacePortalClient, { body: { email: freshEmail(), role: 'client' } })
    const link = new URL((invited.body as { acceptUrl: string }).acceptUrl)
    const page = await (await fetch(link)).text()
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne')
    expect(page).not.toContain('<script>alert')
    for (const agency of ['nobody-is-called-so', '%00', "'", '<b>'])
      expect(
        await (await fetch(`${server.baseUrl}/join-portal?agency=${encodeURIComponent(agency)}`)).text(),
      ).toContain('<b dir="auto">Atelier</b>')
  })
})

describe.skipIf(!hasChromium)('in Chromium, where /usr/bin/chromium is installed', () => {
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
  const hasSession = async (context: BrowserContext) =>
    (await context.cookies()).some(({ name }) => name === 'atelier.session_token')

  test('a forgotten password is reset once; then the page offers another link', async () => {
    const { email } = await newAccount(server)
    await fresh().call(requestPasswordReset, { body: { email } })
    const link = linkIn(await mailTo(server, email, 'Choose a new password'))
    const { page, wrong } = await visitor()
    await page.goto(link)
    await fill(page, 'New password', 'short')
    await press(page, 'Change password')
    await page.getByText('Use at least 12 characters; these are 5.').waitFor()
    expect(await page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true')
    await fill(page, 'New password', newPassword)
    await press(page, 'Change password')
    await heading(page, 'Your password is changed')
    expect(page.url()).toBe(`${server.baseUrl}/reset-password`)
    expect(await signInStatus(email, newPassword)).toBe(200)
    // Only what stands behind `#` changes: without leaving the page between, it would not load again.
    await page.goto('about:blank')
    await page.goto(link)
    await fill(page, 'New password', newPassword)
    await press(page, 'Change password')
    await page.getByText('The link does not work').waitFor()
    await fill(page, 'Mail address', email)
    await press(page, 'Send the link')
    await heading(page, 'Look into your mail')
    expect(wrong).toEqual([])
  })

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

  test('opening a sign-up link proves nothing; its password does', async () => {
    const { email, link } = await signedUp()
    const { context, page, wrong } = await visitor()
    await page.goto(link, { waitUntil: 'networkidle' })
    expect(await isThere(email)).toBe(false)
    await fill(page, 'Password', 'a wrong guess')
    await press(page, 'Confirm and sign in')
    await page.getByText('This is not the password of the sign-up.').waitFor()
    expect(await isThere(email)).toBe(false)
    await fill(page, 'Password', password)
    await press(page, 'Confirm and sign in')
    await heading(page, 'Your address is confirmed')
    expect(await hasSession(context)).toBe(true)
    expect(wrong).toEqual([])
  })

  test('a person who did not sign up sets their own name and password', async () => {
    const { email, link } = await signedUp()
    const { context, page } = await visitor()
    await page.goto(link)
    await press(page, 'I did not choose one, or forgot it')
    await fill(page, 'Your name', 'Ada')
    await fill(page, 'New password', newPassword)
    await press(page, 'Set password and sign in')
    await heading(page, 'Your address is confirmed')
    expect(await hasSession(context)).toBe(true)
    expect([await signInStatus(email, password), await signInStatus(email, newPassword)]).toEqual([401, 200])
  })

  test('a new address is confirmed in the browser of its person', async () => {
    const { browser, userId } = await signedInAccount(server)
    const newEmail = freshEmail()
    await browser.call(changeEmail, { body: { newEmail } })
    const link = linkIn(await mailTo(server, newEmail, 'Confirm your address'))
    const { context, page } = await visitor()
    await page.goto(link)
    await press(page, 'Use this address')
    await page.getByRole('alert').getByText('Sign in as the person').waitFor()
    const [name, value] = [...browser.jar].find(([cookie]) => cookie === 'atelier.session_token')!
    await context.addCookies([{ name, value, url: server.baseUrl, httpOnly: true, sameSite: 'Lax' }])
    await press(page, 'Use this address')
    await heading(page, 'Your address is changed')
    expect(await asOwner(server, 'select email_normal from users where id = $1', [userId])).toEqual([
      { email_normal: newEmail },
    ])
  })

  test('a stranger becomes a member: signs up on the page of the invitation, confirms, and comes back', async () => {
    const at = await scene(server)
    const email = freshEmail()
    const { body } = await at.owner.call(inviteMember, { body: { email } })
    const { context, page, wrong } = await visitor()
    await page.goto((body as { acceptUrl: string }).acceptUrl)
    await press(page, 'I have no account yet')
    await fill(page, 'Your name', 'Ada')
    await fill(page, 'Mail address', email)
    await fill(page, 'Password', password)
    await press(page, 'Create account')
    await heading(page, 'Confirm your address')
    await press(page, 'I have confirmed it')
    await page.getByRole('alert').getByText('not confirmed').waitFor()
    const mail = await context.newPage()
    await mail.goto(linkIn(await mailTo(server, email, 'Confirm your address')))
    // The browser that signed up is asked for no password.
    expect(await mail.getByLabel('Password', { exact: true }).isVisible()).toBe(false)
    await mail.getByRole('button', { name: 'Confirm and sign in' }).click()
    await mail.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    await page.bringToFront()
    await page.evaluate(() => (globalThis as unknown as EventTarget).dispatchEvent(new Event('focus')))
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await press(page, 'Accept the invitation')
    await heading(page, 'You have joined')
    expect((await at.rows('membership')).filter(({ role }) => role === 'member')).not.toEqual([])
    expect(wrong).toEqual([])
  })

  test('a client enters with an existing account; another account is told that it has no invitation', async () => {
    const at = await scene(server)
    const slug = await openPortalOf(at)
    const [other, client] = [await newAccount(server), await newAccount(server)]
    const { body } = await at.owner.call(inviteWorkspacePortalClient, { body: { email: client.email, role: 'client' } })
    const { page, wrong } = await visitor()
    await page.goto((body as { acceptUrl: string }).acceptUrl)
    for (const [email, then] of [
      [other.email, 'There is no open invitation'],
      [client.email, undefined],
    ] as const) {
      await fill(page, 'Mail address', email)
      await fill(page, 'Password', password)
      await press(page, 'Sign in')
      await page.getByText(`You are signed in as ${email}.`).waitFor()
      await press(page, 'Accept the invitation')
      if (then === undefined) break
      await page.getByText(then).waitFor()
      await press(page, 'Use another account')
      await press(page, 'Sign out')
    }
    // The console is built apart; where it is not, the address says enough.
    await page.waitForURL(`${server.baseUrl}/console/portal/${slug}`)
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
