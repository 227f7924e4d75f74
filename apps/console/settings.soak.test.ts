import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getWorkspaceBrandKit } from '../../domains/accounts/brand/contract.ts'
import { getDeliverableDecision } from '../../domains/delivery/deliverables/contract.ts'
import { verifyDecision } from '../../domains/delivery/deliverables/index.ts'
import { drawingBase64, newSlug } from '../../testing/brand.ts'
import { accountScene, newAccount } from '../../testing/account.ts'
import { addAuthenticator, addPasskey } from '../../testing/browser-passkeys.ts'
import { hasChromium, openChromium } from '../../testing/chromium.ts'
import { consoleVisits, type Visit } from '../../testing/console-visits.ts'
import { builtConsole } from '../../testing/console.ts'
import { emptyProject } from '../../testing/cycles.ts'
import { askedIn, publishedIn } from '../../testing/deliverables.ts'
import { freePort } from '../../testing/free-port.ts'
import { chargeFor, issuedOf } from '../../testing/billing.ts'
import { deliverStripe } from '../../testing/payments/deliver.ts'
import { stripeEvent } from '../../testing/payments/fake-stripe.ts'
import { linkTo, paymentServer, stripeKey, stripeSecret } from '../../testing/payments/world.ts'
import { makeAccount } from '../../testing/portals.ts'
import type { Scene } from '../../testing/scene.ts'

builtConsole()
const port = await freePort()
// What a browser takes passkeys at.
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

  test('a deliverable is approved in the console, signed by a passkey over what is shown', async () => {
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
  })

  test('an unreadable colour is told, mended and published; both themes of it are seen', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/settings/brand')
    await page.getByText('A name is needed first.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Northwind')
    await page.getByLabel('Address of the portal').fill(newSlug())
    await page.getByLabel('Main colour', { exact: true }).fill('#ffe600')
    const verdict = page.getByRole('listitem').filter({ hasText: 'Main colour on the background' })
    await verdict.getByText('Too faint').waitFor()
    const dark = page.locator('.brand-phone.in-dark')
    await expect.poll(() => dark.getAttribute('style')).toContain('--accent: #ffe600')
    await page
      .getByText(/#ffe600 became/)
      .first()
      .waitFor()
    await verdict.getByRole('button', { name: /^Use #/ }).click()
    await verdict.getByText('Readable').waitFor()
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
    await page.getByText('Clients see exactly this.').waitFor()
    const { body } = await at.owner.call(getWorkspaceBrandKit)
    expect(body).toMatchObject({ published: { portalEnabled: true, logo: { mediaType: 'image/svg+xml' } } })
    expect(body.contrast.every(({ passes }: { passes: boolean }) => passes)).toBe(true)
    expect(wrong).toEqual([])
    await close()
  })

  test('a payment provider is connected and disconnected; a wrong payment is raised', async () => {
    const { page, open, wrong, close } = await visitor()
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await open('/invoices/payments')
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
    await page.getByRole('heading', { name: 'Connect a provider' }).waitFor()
    expect(await page.content()).not.toMatch(/canary/)
    expect(wrong).toEqual([])
    await close()
  })
})
