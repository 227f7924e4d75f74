import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getMyPreferences } from '../../domains/accounts/people/contract/preferences.ts'
import { listMySessions } from '../../domains/accounts/people/contract/me.ts'
import { getWorkspaceSettings, updateWorkspaceSettings } from '../../domains/accounts/workspaces/contract/settings.ts'
import { getWorkspacePolicies } from '../../domains/code/projects/contract.ts'
import { agentRoles } from '../../domains/agents/agents/rules.ts'
import { listModelPreferences } from '../../domains/agents/models/contract.ts'
import { getWorkspaceBudget } from '../../domains/delivery/budgets/contract.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { addAuthenticator, addPasskey } from '../../testing/console/browser-passkeys.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { consoleVisits, faultsOf, looks, signInOn, type Visit } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { freePort } from '../../testing/network/free-port.ts'
import { hostile } from '../../testing/console/furnished-workspace.ts'
import { paymentServer, linkTo, stripeKey, stripeSecret } from '../../testing/payments/world.ts'
import { makeAccount } from '../../testing/clients/portals.ts'
import type { Scene } from '../../testing/scene.ts'
import { signIn } from '../../testing/people/sessions.ts'
import { asOwner } from '../../testing/database-state.ts'
import { isLong, isSoak } from '../../testing/soak.ts'
import { getWorkspaceBrandKit } from '../../domains/accounts/brand/contract.ts'
import { getDeliverableDecision } from '../../domains/delivery/deliverables/contract.ts'
import { verifyDecision } from '../../domains/delivery/deliverables/index.ts'
import { drawingBase64, newSlug } from '../../testing/clients/brand.ts'
import { emptyProject } from '../../testing/cycles.ts'
import { askedIn, publishedIn } from '../../testing/runs/deliverables.ts'
import { chargeFor, issuedOf } from '../../testing/billing/billed-work.ts'
import { deliverStripe } from '../../testing/payments/deliver.ts'
import { stripeEvent } from '../../testing/payments/fake-stripe.ts'

builtConsole()
const port = await freePort()
// The origin at which a browser takes passkeys.
const origin = `http://localhost:${port}`
const settings = { ATELIER_ROLE: 'all', ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: origin }
const { server, stripe } = await paymentServer(settings)

test.skipIf(hasChromium)('without Chromium no page of the settings is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let account: Awaited<ReturnType<typeof newAccount>>
  let visitor: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    account = await newAccount(server)
    at = await accountScene(server, account.userId, 'owner')
    visitor = await consoleVisits(chrome, { baseUrl: origin }, account.email)
  })
  afterAll(() => chrome.close())

  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  test.runIf(isSoak)('the workspace is renamed, and of two people who do it the later one chooses', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/settings/workspace')
    const details = section(page, 'Name and region')
    await details.getByLabel('Name').fill('Mine')
    await details.getByLabel('Time zone').selectOption('Asia/Tokyo')
    expect((await at.owner.call(updateWorkspaceSettings, { body: { name: 'Theirs' } })).status).toBe(200)
    await details.getByText('Someone else changed this.').waitFor()
    expect(await details.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    // The typed values survive a reload, and so does the other person's change.
    await page.reload()
    await details.getByText('Theirs', { exact: true }).waitFor()
    expect(await details.getByLabel('Name').inputValue()).toBe('Mine')
    await details.getByRole('button', { name: 'Keep mine' }).click()
    await details.getByRole('button', { name: 'Save' }).click()
    await details.getByText('Saved').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByText('Mine').waitFor()
    expect((await at.owner.call(getWorkspaceSettings)).body).toMatchObject({ name: 'Mine', timeZone: 'Asia/Tokyo' })
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)(
    'a session that ends under a form loses nothing of it, and shows nothing of it to another person',
    async () => {
      const other = await newAccount(server)
      const member = 'insert into membership (workspace_id, user_id, role) values ($1, $2, $3)'
      await asOwner(server, member, [at.workspace, other.userId, 'admin'])
      const { page, open, wrong, context, keepSession, close } = await visitor()
      await open('/settings/workspace')
      const details = section(page, 'Name and region')
      const name = details.getByLabel('Name')
      const saved = await name.inputValue()
      await name.fill('Half a na')
      await asOwner(server, 'delete from session where user_id = $1', [account.userId])
      await page.getByText('Your session has ended.').waitFor()
      await signInOn(page, account.email)
      await page.waitForURL('**/console/settings/workspace')
      expect(await name.inputValue()).toBe('Half a na')
      await keepSession()
      await name.fill('Half a name')
      await context.clearCookies()
      await details.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Your session has ended.').waitFor()
      await signInOn(page, other.email)
      await page.waitForURL('**/console/settings/workspace')
      expect(await name.inputValue()).toBe(saved)
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('Half a')
      expect(wrong).toEqual([])
      await close()
    },
  )

  test('caps and policies are set in place, and show who set them', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/models')
    const caps = section(page, 'Model cost caps')
    await caps.getByLabel('All projects together').fill('lots')
    await caps.getByRole('button', { name: 'Save' }).click()
    await caps.getByText('Enter an amount').waitFor()
    await caps.getByLabel('All projects together').fill('1,250.50')
    await caps.getByRole('button', { name: 'Save' }).click()
    await caps.getByText('of $1,250.50 spent.').waitFor()
    expect((await at.owner.call(getWorkspaceBudget)).body).toMatchObject({ overrides: { costCapUsd: 1250.5 } })
    await page.getByLabel('All roles', { exact: true }).selectOption('offline')
    await expect
      .poll(async () => ((await at.owner.call(listModelPreferences)).body as object[]).length)
      .toBe(agentRoles.length)
    expect(await faultsOf(page)).toEqual([])
    await open('/settings/workspace')
    const merging = page.getByLabel('What merges by itself?')
    await merging.selectOption('Also texts and styles without tests')
    await expect
      .poll(async () => (await at.owner.call(getWorkspacePolicies)).body)
      .toMatchObject({ review: { shown: 'merge', checked: 'prose' } })
    await page.getByText('More rules').click()
    const unverified = page.getByLabel('When no check can judge a change')
    await unverified.selectOption('Refuse it')
    const line = page.locator('.setting').filter({ has: unverified })
    await line.getByText('Set in this workspace.').waitFor()
    await expect
      .poll(async () => (await at.owner.call(getWorkspacePolicies)).body)
      .toMatchObject({ review: { unverified: 'refuse' } })
    await expect.poll(() => merging.locator('option:checked').innerText()).toBe('Custom')
    await unverified.selectOption({ index: 0 })
    await line.getByText('Set in this workspace.').waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await at.owner.call(getWorkspacePolicies)).body)
      .toMatchObject({
        review: { shown: 'merge', checked: 'prose' },
      })
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)(
    'a person’s preferences are kept with the account, and single letters can be switched off',
    async () => {
      const { page, open, wrong, close } = await visitor()
      await open('/settings/you')
      await page.getByLabel('Theme').selectOption('dark')
      await page.getByLabel('Questions and approvals').press('Space')
      await page.keyboard.press('g')
      await page.getByLabel('Single-letter shortcuts').press('Space')
      const other = await signIn(server, account.userId)
      await expect
        .poll(async () => (await other.call(getMyPreferences)).body)
        .toMatchObject({ theme: 'dark', singleKeys: false })
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('g')
      await page.keyboard.press('h')
      await page.getByLabel('Single-letter shortcuts').press('Space')
      await page.getByRole('heading', { level: 1 }).click()
      // Both keys have to come within a second.
      const goToProjects = async () => {
        await page.keyboard.press('g')
        await page.keyboard.press('p')
        return page.url()
      }
      await expect.poll(goToProjects).toMatch(/\/console\/projects$/)
      const elsewhere = await visitor({ viewport: { width: 820, height: 900 } })
      await elsewhere.open('/settings/you')
      expect(await elsewhere.page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
      await elsewhere.page.getByLabel('Theme').selectOption('Automatic')
      await expect.poll(async () => (await other.call(getMyPreferences)).body).toMatchObject({ theme: null })
      expect([...wrong, ...elsewhere.wrong]).toEqual([])
      await elsewhere.close()
      await close()
    },
  )

  test.runIf(isLong)(
    'a passkey is added, renamed and removed; other sessions end, and this session stays',
    async () => {
      const other = await signIn(server, account.userId)
      // Both other sessions are of one device, and end together.
      await signIn(server, account.userId)
      const { page, open, wrong, keepSession, close } = await visitor()
      await addAuthenticator(page)
      await open('/settings/security')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
      await page.getByLabel('Name').fill(hostile.slice(0, 200))
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await page.getByRole('button', { name: 'Remove <img' }).click()
      await page.getByRole('button', { name: 'Keep it' }).click()
      await page.getByRole('button', { name: 'Remove <img' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByText('Add the passkey of this device; it takes a few seconds.').waitFor()
      await section(page, 'Sessions and devices')
        .getByRole('button', { name: /^Sign out/ })
        .click()
      await page.getByText(/sessions have ended\.$/).waitFor()
      expect((await other.call(listMySessions)).status).toBe(401)
      await section(page, 'Sessions and devices').getByText('This device').waitFor()
      expect(wrong).toEqual([])
      await keepSession()
      await close()
    },
  )

  test.runIf(isLong).each(looks)('%s every page is accessible and fits', async (_, options, by) => {
    await at.owner.call(updateWorkspaceSettings, { body: { name: hostile.slice(0, 200) } })
    const { page, wrong, close, [by]: open } = await visitor(options)
    const found: string[] = []
    const client = `/clients/${await makeAccount(at, `${hostile.slice(0, 190)}${options.colorScheme}`)}`
    const people = ['/settings/members', '/settings/keys', '/settings/brand', '/clients', client]
    for (const path of [...people, '/settings/workspace', '/models', '/settings/you', '/settings/security', '/gone']) {
      await open(path)
      for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`)
      if ((await page.evaluate(`document.querySelectorAll("img:not([src^='data:'])").length`)) !== 0)
        found.push(`${path}: markup became an image`)
    }
    expect(found).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)(
    'a deliverable is approved in the console, signed by a passkey over the shown content',
    async () => {
      const projectId = await emptyProject(at.owner)
      const cycleId = await publishedIn(server, at, projectId)
      const approvalId = await askedIn(server, cycleId, account.userId)
      const { page, open, wrong, close } = await visitor()
      await addAuthenticator(page)
      await open('/settings/you')
      expect(await addPasskey(page)).toBe(200)
      await open(`/projects/${projectId}/cycles/${cycleId}/deliverable`)
      await page.getByRole('button', { name: 'Approve version 1' }).click()
      await page.getByText(/^I approve “Opening hours”, revision 1, SHA-256 /).waitFor()
      await page.getByRole('button', { name: 'Sign with your passkey' }).click()
      await page.getByText(/^You approved version 1/).waitFor()
      const file = (await at.owner.call(getDeliverableDecision, { cycleId, approvalId })).body
      const stated = { reviewerId: account.userId, decision: 'approved' }
      expect(await verifyDecision(file, origin)).toMatchObject({ proved: { stated } })
      expect(wrong).toEqual([])
      await close()
    },
  )

  test.runIf(isSoak)('an unreadable colour is reported, mended and published; both themes of it are seen', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/settings/brand')
    await page.getByText('A name is needed first.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Northwind')
    await page.getByLabel('Portal address').fill(newSlug())
    await page.getByLabel('Main color', { exact: true }).fill('#ffe600')
    const verdict = page.getByRole('listitem').filter({ hasText: 'Main color on the background' })
    await verdict.getByText('Too faint').waitFor()
    const dark = page.locator('.brand-phone.in-dark')
    await expect.poll(() => dark.getAttribute('style')).toContain('--accent: #ffe600')
    await page
      .getByText(/adjusted for contrast/)
      .first()
      .waitFor()
    await verdict.getByRole('button', { name: /^Use #/ }).click()
    await verdict.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Publish the draft' }).isDisabled()).toBe(true)
    await page.getByLabel('Logo', { exact: true }).setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(drawingBase64(1), 'base64'),
    })
    await page.getByRole('button', { name: 'Remove the logo' }).waitFor()
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByLabel('The portal is open').press('Space')
    await page.getByRole('button', { name: 'Publish the draft' }).click()
    await page.getByText('Everything here is published.').waitFor()
    const { body } = await at.owner.call(getWorkspaceBrandKit)
    expect(body).toMatchObject({ published: { portalEnabled: true, logo: { mediaType: 'image/svg+xml' } } })
    expect(body.contrast.every(({ passes }: { passes: boolean }) => passes)).toBe(true)
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)('a payment provider is connected and disconnected; a wrong payment is raised', async () => {
    const { page, open, wrong, close } = await visitor()
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await open('/invoices/payments')
    await click('Connect Stripe or Adyen')
    await click('Connect')
    await page.getByText('Required.').waitFor()
    await page.getByLabel('API key').fill(stripeKey)
    await click('Connect')
    await page.getByText('Not stored: payments cannot be verified').waitFor()
    const webhookUrl = (await page.locator('code.command').textContent())!
    await click('Replace keys')
    await page.getByLabel('Signing secret of the webhook').fill(stripeSecret)
    await click('Save keys')
    await page.getByText('Clients can pay online.').waitFor()
    await click('Test the key')
    await page.getByText('The provider accepts the key.').waitFor()
    const { reference } = await linkTo(at, await issuedOf(at, [await chargeFor(at, await makeAccount(at, 'Payer'))]))
    await deliverStripe(webhookUrl, stripeEvent({ ...stripe.pay(reference), amount_total: 1 }))
    await open('/invoices/payments?payments=mismatched')
    await page.getByText('Its amount differs from the invoice.').waitFor()
    await page.getByText('€0.01').waitFor()
    await click('Disconnect')
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByRole('button', { name: 'Connect Stripe or Adyen' }).waitFor()
    expect(await page.content()).not.toMatch(/canary/)
    expect(wrong).toEqual([])
    await close()
  })
})
