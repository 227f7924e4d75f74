import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishWorkspaceBrandKit } from '../../../../domains/accounts/brand/contract.ts'
import { inviteWorkspacePortalClient } from '../../../../domains/accounts/clients/contract.ts'
import {
  changeEmail,
  requestPasswordReset,
  signInWithPassword,
  signUp,
} from '../../../../domains/accounts/people/contract.ts'
import { inviteMember, revokeMemberInvitation } from '../../../../domains/accounts/workspaces/contract.ts'
import {
  accountScene,
  freshEmail,
  mailTo,
  newAccount,
  password,
  signedInAccount,
} from '../../../../testing/people/account.ts'
import { newSlug } from '../../../../testing/clients/brand.ts'
import { addAuthenticator } from '../../../../testing/console/browser-passkeys.ts'
import { openBrowser } from '../../../../testing/console/browser.ts'
import { hasChromium, openChromium } from '../../../../testing/console/chromium.ts'
import { consoleVisits, faultsOf, keepPicture, looks, type Visit } from '../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../testing/console/open-console.ts'
import { freePort } from '../../../../testing/network/free-port.ts'
import { hostile } from '../../../../testing/console/furnished-workspace.ts'
import { linkIn } from '../../../../testing/mail/outbox.ts'
import { openPortalOf } from '../../../../testing/clients/portals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { isLong, isSoak } from '../../../../testing/soak.ts'

builtConsole()
const port = await freePort()
// The origin at which a browser takes passkeys.
const origin = `http://localhost:${port}`
const settings = { ATELIER_ROLE: 'server', ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: origin }
const server = { ...(await testServer(settings)), baseUrl: origin }
const newPassword = 'a password that is new'
const phone = { viewport: { width: 360, height: 740 } }

const fresh = () => openBrowser(origin)
const signInStatus = async (email: string, given: string) =>
  (await fresh().call(signInWithPassword, { body: { email, password: given } })).status
const isThere = async (email: string) =>
  (await asOwner(server, 'select from users where email_normal = $1', [email])).length === 1
const hasSession = async (context: BrowserContext) =>
  (await context.cookies()).some(({ name }) => name === 'atelier.session_token')
const linkTo = async (email: string, subject: string) => linkIn(await mailTo(server, email, subject))
const acceptUrlOf = ({ body }: { readonly body: unknown }) => (body as { acceptUrl: string }).acceptUrl

test.skipIf(hasChromium)('without Chromium no way in is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let visit: Visit
  let other: Awaited<ReturnType<typeof newAccount>>
  const slug = newSlug()

  beforeAll(async () => {
    chrome = await openChromium()
    other = await newAccount(server)
    at = await accountScene(server, other.userId, 'member')
    const draft = { name: 'Nørthbank <b>', slug, colors: { primary: '#ffd400' }, supportEmail: 'help@example.com' }
    const published = await at.owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled: true } })
    expect(published.status).toBe(200)
    visit = await consoleVisits(chrome, server, other.email)
  })
  afterAll(() => chrome.close())

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  /** Only the part behind `#` may differ: without leaving the page between, it would not load again. */
  const follow = async (page: Page, link: string) => {
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const signInAs = async (page: Page, email: string) => {
    await fill(page, 'Email address', email)
    await fill(page, 'Password', password)
    await press(page, 'Sign in')
  }
  const signedUp = async () => {
    const email = freshEmail()
    await fresh().call(signUp, { body: { name: 'Somebody', email, password } })
    return { email, link: await linkTo(email, 'Confirm your address') }
  }

  test('a stranger becomes a member: signs up at the invitation, confirms, comes back and adds a passkey', async () => {
    const email = freshEmail()
    const link = acceptUrlOf(await at.owner.call(inviteMember, { body: { email } }))
    const { context, page, wrong, close } = await visit({}, false)
    await addAuthenticator(page)
    await follow(page, link)
    await page.waitForURL(`${origin}/console/join?agency=${slug}`)
    await heading(page, 'Join Nørthbank <b>')
    await press(page, 'I have an account')
    await keepPicture(page, 'ways join sign in')
    await press(page, 'I have no account yet')
    await fill(page, 'Your name', hostile.slice(0, 200))
    await fill(page, 'Email address', email)
    await fill(page, 'Password', 'short')
    await press(page, 'Create account')
    await page.getByText('Use at least 12 characters; these are 5.').waitFor()
    await keepPicture(page, 'ways join sign up')
    await fill(page, 'Password', password)
    await press(page, 'Create account')
    await heading(page, 'Check your email')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
    await press(page, 'I have confirmed it')
    await page.getByRole('alert').getByText('not confirmed').waitFor()
    await keepPicture(page, 'ways join mail')
    const mail = await context.newPage()
    await mail.goto(await linkTo(email, 'Confirm your address'))
    // The browser that signed up is asked for no password.
    await mail.getByRole('button', { name: 'Confirm and sign in' }).click()
    await heading(mail, 'Your address is confirmed')
    await keepPicture(mail, 'ways passkey')
    await press(mail, 'Not now')
    await mail.getByText('If an invitation brought you here').waitFor()
    // A page without the focus is given no passkey.
    await mail.close()
    // A reload keeps the token that the address has lost.
    await page.reload()
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await keepPicture(page, 'ways join accept')
    await press(page, 'Accept the invitation')
    await heading(page, 'You have joined')
    await press(page, 'Add a passkey')
    await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
    const joined = `select role, (select count(*)::int from passkey where passkey.user_id = users.id) as passkeys
      from users join membership on user_id = id where email_normal = $1`
    expect(await asOwner(server, joined, [email])).toEqual([{ role: 'member', passkeys: 1 }])
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)(
    'a client enters in the agency’s name; another account sees that and switches; the link works once',
    async () => {
      const client = await newAccount(server)
      const body = { email: client.email, role: 'client' as const }
      const link = acceptUrlOf(await at.owner.call(inviteWorkspacePortalClient, { body }))
      const { page, wrong, close } = await visit(phone)
      await follow(page, link)
      await page.getByText(`You are signed in as ${other.email}.`).waitFor()
      await press(page, 'Accept the invitation')
      await page.getByRole('alert').getByText('There is no open invitation for you').waitFor()
      await keepPicture(page, 'ways portal wrong account')
      expect(await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')")).toBe(
        '#ffd400',
      )
      await press(page, 'Use another account')
      await signInAs(page, client.email)
      await page.getByText(`You are signed in as ${client.email}.`).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await press(page, 'Accept the invitation')
      await page.waitForURL(`${origin}/console/portal/${slug}`)
      await follow(page, link)
      await press(page, 'Accept the invitation')
      await page.getByText('You have accepted this invitation before').waitFor()
      await press(page, 'Continue')
      await page.waitForURL(`${origin}/console/portal/${slug}`)
      expect(wrong).toEqual([])
      await close()
    },
  )

  test('a forgotten password is reset once, by the keyboard; then the page offers another link', async () => {
    const { email } = await newAccount(server)
    await fresh().call(requestPasswordReset, { body: { email } })
    const link = await linkTo(email, 'Choose a new password')
    const { page, wrong, close } = await visit(phone, false)
    await follow(page, link)
    await page.waitForURL(`${origin}/console/reset-password`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    await page.getByText('Use at least 12 characters; these are 5.').waitFor()
    expect(await page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true')
    await fill(page, 'New password', newPassword)
    await page.keyboard.press('Enter')
    await heading(page, 'Your password is changed')
    expect(await page.evaluate('history.state.usr')).toBeNull()
    expect(await signInStatus(email, newPassword)).toBe(200)
    await follow(page, link)
    await fill(page, 'New password', password)
    await press(page, 'Change password')
    await heading(page, 'This link does not work')
    expect(await signInStatus(email, newPassword)).toBe(200)
    await fill(page, 'Email address', email)
    await press(page, 'Send the link')
    await heading(page, 'Check your email')
    expect(wrong).toEqual([])
    await close()
  })

  test('opening the link of a sign-up proves nothing; who did not sign up sets a name and a password', async () => {
    const { email, link } = await signedUp()
    const { context, page, wrong, close } = await visit({}, false)
    await follow(page, link)
    await page.waitForLoadState('networkidle')
    expect(await isThere(email)).toBe(false)
    await fill(page, 'Password', 'a wrong guess')
    await press(page, 'Confirm and sign in')
    await page.getByText('This is not the password of the sign-up.').waitFor()
    expect([await isThere(email), await hasSession(context)]).toEqual([false, false])
    await press(page, 'I chose none, or forgot it')
    await fill(page, 'Your name', hostile.slice(0, 200))
    await fill(page, 'New password', newPassword)
    await press(page, 'Set password and sign in')
    await heading(page, 'Your address is confirmed')
    expect(await hasSession(context)).toBe(true)
    expect([await signInStatus(email, password), await signInStatus(email, newPassword)]).toEqual([401, 200])
    await follow(page, link)
    await fill(page, 'Password', newPassword)
    await press(page, 'Confirm and sign in')
    await heading(page, 'This link does not work')
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)('a new address is confirmed only by its person', async () => {
    const { browser, userId, email } = await signedInAccount(server)
    const newEmail = freshEmail()
    await browser.call(changeEmail, { body: { newEmail } })
    const { page, wrong, close } = await visit()
    await follow(page, await linkTo(newEmail, 'Confirm your address'))
    await press(page, 'Use this address')
    await heading(page, 'Sign in to change your address')
    await signInAs(page, email)
    await press(page, 'Use this address')
    await heading(page, 'Your address is changed')
    expect(await asOwner(server, 'select email_normal from users where id = $1', [userId])).toEqual([
      { email_normal: newEmail },
    ])
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong).each(looks)('%s every way in is accessible and fits', async (name, options) => {
    const { page, wrong, close } = await visit(options, false)
    const found: string[] = []
    const agency = `?agency=${slug}`
    const longName = await openPortalOf(await scene(server), true, newSlug(), hostile.slice(0, 100))
    for (const path of [
      '/sign-in',
      '/sign-up',
      '/verify-email',
      '/verify-email#a.b',
      '/verify-email#a.b.c',
      '/reset-password',
      `/reset-password${agency}#a`,
      '/join',
      '/join#a',
      `/join-portal${agency}#a`,
      '/join-portal?agency=%00#a',
      `/join?agency=${longName}#a`,
    ]) {
      await follow(page, `${origin}/console${path}`)
      for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`)
      await keepPicture(page, `ways ${name} ${path}`)
    }
    expect(found).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)('an invitation that was taken back shows that to its recipient, and grants no role', async () => {
    const { email, userId } = await newAccount(server)
    const invited = await at.owner.call(inviteMember, { body: { email } })
    await at.owner.call(revokeMemberInvitation, { id: (invited.body as { id: string }).id })
    const { page, wrong, close } = await visit({}, false)
    await follow(page, acceptUrlOf(invited))
    await press(page, 'I have an account')
    await signInAs(page, email)
    await press(page, 'Accept the invitation')
    await page.getByText('This invitation does not count any more').waitFor()
    expect(await asOwner(server, 'select from membership where user_id = $1', [userId])).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)('an account is asked for at the console, and a letter explains the next step', async () => {
    const email = freshEmail()
    const { page, open, wrong, close } = await visit({}, false)
    await open('/sign-in')
    await page.getByRole('link', { name: 'I have no account yet' }).click()
    await fill(page, 'Your name', 'Grace')
    await fill(page, 'Email address', 'nobody')
    await fill(page, 'Password', password)
    await press(page, 'Create account')
    await page.getByText('No account can have this address.').waitFor()
    await fill(page, 'Email address', email)
    await press(page, 'Create account')
    await page.getByText(`An email is on its way to ${email}.`).waitFor()
    expect([await isThere(email), await linkTo(email, 'Confirm your address')]).toEqual([
      false,
      expect.stringContaining('/console/verify-email#'),
    ])
    expect(wrong).toEqual([])
    await close()
  })
})
