import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount, accountScene } from '../../testing/people/account.ts'
import { addAuthenticator, addPasskey } from '../../testing/console/browser-passkeys.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { signInOn } from '../../testing/console/visits.ts'
import { freePort } from '../../testing/network/free-port.ts'
import { companyWorld } from '../../testing/people/company.ts'
import { clientId, clientSecret } from '../../testing/people/identity-provider.ts'

builtConsole()
const port = await freePort()
// The origin at which a browser takes passkeys.
const origin = `http://localhost:${port}`
const { server, idp, people, zone, personAt } = await companyWorld({
  settings: { ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: origin },
})

/** From the page of sign-in on, whose own field has the same label as that of the next page. */
const enterWithAddress = async (page: Page, email: string) => {
  await page.goto(`${origin}/console/`)
  await page.getByRole('link', { name: 'Sign in with your company' }).click()
  await page.getByRole('heading', { name: 'Sign in with your company' }).waitFor()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await openChromium()
  })
  afterAll(() => chrome.close())

  /** A browser whose person is known to the provider by `sub`. */
  const pageOf = async (sub: string): Promise<Page> => {
    const context = await chrome.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: 'person', value: sub, url: idp.issuer }])
    return context.newPage()
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

  test('an owner sets it up and requires it; people come in, lose a role, and hear why they do not', async () => {
    const email = 'olga@acme.example'
    const owner = await newAccount(server, { email })
    const at = await accountScene(server, owner.userId, 'owner')
    idp.allow(`${origin}/console/company/${at.workspace}`)

    const page = await pageOf(personAt({ email }))
    await page.goto(`${origin}/console/settings/sign-in`)
    await signInOn(page, email)
    await button(page, 'Another provider').click()
    await page.getByLabel('Name on the button').fill('Acme ID')
    await page.getByLabel('Issuer').fill(idp.issuer)
    await page.getByLabel('Client ID').fill(clientId)
    await page.getByLabel('Client secret').fill(clientSecret)
    await page.getByText('Who may come in, with which role').click()
    await page.getByLabel('Claim with groups or roles').fill('groups')
    await page.getByLabel('Groups of administrators').fill('leads')
    await page.getByLabel('Groups of members').fill('staff')
    await page.getByLabel('Everybody else').selectOption({ label: 'May not come in' })
    await button(page, 'Save').click()
    await page.getByText('Not required: passwords and passkeys work too.').waitFor()

    await page.getByLabel('Domain', { exact: true }).fill('acme.example')
    await button(page, 'Add domain').click()
    const proof = page.getByText(/^atelier-domain=/)
    await proof.waitFor()
    await button(page, 'Check DNS').click()
    await page.getByText('The text is not in DNS yet').waitFor()
    zone['_atelier.acme.example'] = { txt: [(await proof.textContent())!] }
    await button(page, 'Check DNS').click()
    await page.getByText(/^Proved /).waitFor()

    // The provider gives the owner no role yet.
    await button(page, 'Sign in with Acme ID').click()
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
    const ownerSub = Object.keys(people)[0]!
    people[ownerSub] = { ...people[ownerSub], groups: ['leads'] }
    await page.goto(`${origin}/console/settings/sign-in`)
    await addAuthenticator(page)
    expect(await addPasskey(page)).toBe(200)
    await page.reload()
    await button(page, 'Sign in with Acme ID').click()
    await page.waitForURL(/settings\/sign-in$/)
    await button(page, 'Require company sign-in').click()
    await page.getByText(/^Required since /).waitFor()

    // A colleague comes in by the address alone, first as a member, then as an administrator.
    const ada = personAt({ email: 'ada@acme.example', name: 'Ada Lovelace', groups: ['staff'] })
    const colleague = await pageOf(ada)
    await enterWithAddress(colleague, 'ada@acme.example')
    await colleague.getByRole('navigation', { name: 'Main' }).first().waitFor()
    await colleague.goto(`${origin}/console/settings/sign-in`)
    await colleague.getByText('Owners and administrators set up').waitFor()

    // An owner's password opens the account, and the workspace only with the company.
    const elsewhere = await pageOf(ownerSub)
    await elsewhere.goto(`${origin}/console/`)
    await signInOn(elsewhere, email)
    await elsewhere.getByRole('heading', { name: /asks for your company’s sign-in/ }).waitFor()
    await button(elsewhere, 'Sign in with your company').click()
    await elsewhere.getByRole('navigation', { name: 'Main' }).first().waitFor()

    // The role is taken away; the provider is off; the domain is not the company's.
    people[ada] = { ...people[ada], groups: [] }
    const again = await pageOf(ada)
    const enter = async (address: string) => {
      await again.goto(`${origin}/console/sign-in/company`)
      await again.getByLabel('Email address').fill(address)
      await button(again, 'Continue').click()
    }
    await enter('ada@acme.example')
    await again.getByText(/has no role for you/).waitFor()
    idp.setDown(true)
    await enter('ada@acme.example')
    await again.getByText(/does not answer as it should/).waitFor()
    idp.setDown(false)
    await enter('ada@elsewhere.example')
    await again.getByText(/No company with this address/).waitFor()
  })
})
