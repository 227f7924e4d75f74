import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishWorkspaceBrandKit } from '../../../../domains/accounts/brand/contract.ts'
import { inviteMember, revokeMemberInvitation } from '../../../../domains/accounts/workspaces/contract.ts'
import { accountScene, freshEmail, mailTo, newAccount, password } from '../../../../testing/account.ts'
import { newSlug } from '../../../../testing/brand.ts'
import { hasChromium, openChromium } from '../../../../testing/chromium.ts'
import { consoleVisits, type Visit } from '../../../../testing/console-visits.ts'
import { builtConsole } from '../../../../testing/console.ts'
import { freePort } from '../../../../testing/free-port.ts'
import { linkIn } from '../../../../testing/mail/outbox.ts'
import { type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'

builtConsole()
const port = await freePort()
// What a browser takes passkeys at.
const origin = `http://localhost:${port}`
const settings = { ATELIER_ROLE: 'server', ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: origin }
const server = { ...(await testServer(settings)), baseUrl: origin }
const isThere = async (email: string) =>
  (await asOwner(server, 'select from users where email_normal = $1', [email])).length === 1
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
  /** Only what stands behind `#` may differ: without leaving the page between, it would not load again. */
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

  test('an invitation that was taken back says so to whom it was sent, and gives no place', async () => {
    const { email, userId } = await newAccount(server)
    const invited = await at.owner.call(inviteMember, { body: { email } })
    await at.owner.call(revokeMemberInvitation, { id: (invited.body as { id: string }).id })
    const { page, wrong, close } = await visit({}, false)
    await follow(page, acceptUrlOf(invited))
    await signInAs(page, email)
    await press(page, 'Accept the invitation')
    await page.getByText('This invitation does not count any more').waitFor()
    expect(await asOwner(server, 'select from membership where user_id = $1', [userId])).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test('an account is asked for at the console, and a letter says what to do', async () => {
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
