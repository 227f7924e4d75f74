import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { getAccessPoint } from '../../domains/billing/transmissions/contract.ts'
import {
  accessPointKey,
  accessPointServer,
  peppolBuyer,
  peppolSeller,
  peppolWorld,
  transmitAfterPause,
  transmitDue,
} from '../../testing/access-points/world.ts'
import { openPortalOf, seatOf } from '../../testing/clients/portals.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { consoleVisits, faultsOf, signInOn } from '../../testing/console/visits.ts'
import { asOwner } from '../../testing/database-state.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { isLong } from '../../testing/soak.ts'

builtConsole()
const { server, test: testFake, live } = await accessPointServer()

test.skipIf(hasChromium)('without Chromium no page about Peppol is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await openChromium()
  })
  afterAll(() => chrome.close())

  const visitorOf = async () => {
    const { userId, email } = await newAccount(server)
    const at = await accountScene(server, userId, 'admin')
    return { at, visitor: await consoleVisits(chrome, server, email) }
  }

  test.runIf(isLong)(
    'an administrator connects an access point for tests or live, and the page shows which',
    async () => {
      const { at, visitor } = await visitorOf()
      const { page, open, wrong, close } = await visitor()
      const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
      await open('/invoices/identity?part=peppol')
      await click('Connect')
      await page.getByText('Required.').waitFor()
      await page.getByLabel('API key').fill(accessPointKey)
      await page.getByText('calls api-dev.e-invoice.be and no other address').waitFor()
      await page.getByLabel('Environment').selectOption('live')
      await click('Connect')
      await page.getByText('Live: calls api.e-invoice.be.').waitFor()
      await page.getByText('this page cannot know it').waitFor()
      const { webhookUrl } = (await at.owner.call(getAccessPoint)).body
      expect(await page.locator('code.command').textContent()).toBe(webhookUrl)
      await click('Replace keys')
      await page.getByLabel('Secret of the webhook').fill('canary51aF3c9webhook')
      await click('Save keys')
      await page.getByText('Stored: changes are known within seconds.').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await click('Disconnect')
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
      await page.getByRole('heading', { name: 'Connect e-invoice.be' }).waitFor()
      expect(await page.content()).not.toMatch(/canary/)
      expect(wrong).toEqual([])
      await close()
    },
  )

  test('an invoice is handed over on its page, which follows it, and the client reads in the portal that it came', async () => {
    const { at, visitor } = await visitorOf()
    const { issued, account } = await peppolWorld(server, { at, environment: 'live' })
    const id = await issued()
    const { page, open, wrong, close } = await visitor()
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await open(`/invoices/${id}`)
    await page.getByText('Not handed over yet').waitFor()
    await click('Hand over')
    await page.getByText('The client takes invoices in the network.').waitFor()
    await page.getByText('It cannot be taken back').waitFor()
    await click('Hand invoice over')
    await page.getByText('Waits to be handed over').first().waitFor()
    await transmitDue(server)
    await page.getByText('Handed over', { exact: true }).waitFor()
    expect(testFake.requests).toEqual([])
    const [documentId] = [...live.documents.keys()].slice(-1)
    live.settle(documentId!)
    live.respond(documentId!, 'imr_received', { response_code: 'AP' })
    await transmitAfterPause(server, id)
    await page.getByText('Answered: accepted').waitFor()
    expect(await faultsOf(page)).toEqual([])
    const slug = await openPortalOf(at)
    const { userId, email } = await newAccount(server)
    await asOwner(server, "insert into membership (workspace_id, user_id, role) values ($1, $2, 'client')", [
      at.workspace,
      userId,
    ])
    await seatOf(server, at, account, userId)
    const portal = await visitor({}, false)
    await portal.page.goto(`${server.baseUrl}/console/portal/${slug}/invoices/${id}`)
    await signInOn(portal.page, email)
    await portal.page.getByText(/^You answered it through Peppol on/).waitFor()
    expect(wrong).toEqual([])
    await close()
    await portal.close()
  })

  const french = (siren: string) => ({
    endpoint: { scheme: '0225', value: siren },
    legalId: { scheme: '0002', value: siren },
  })

  test.runIf(isLong)(
    'obstacles are shown on the page, and that an invoice for France is handed over elsewhere, with its file',
    async () => {
      const { at, visitor } = await visitorOf()
      const missing = { ...peppolBuyer, electronic: { ...peppolBuyer.electronic, endpoint: null } }
      const lacking = await (await peppolWorld(server, { at, environment: 'none', buyer: missing })).issued()
      const unconnected = await (await peppolWorld(server, { at, environment: 'none' })).issued()
      const forFrance = {
        ...peppolBuyer,
        electronic: { ...french('552100554'), orderReference: null, profile: 'franceCtc' },
      }
      const abroad = await peppolWorld(server, { at, environment: 'none', buyer: forFrance })
      const notes = ['PMT', 'PMD', 'AAB'].map((code) => ({ code, text: 'Texte' }))
      const electronic = { ...french('732829320'), notes }
      await at.owner.call(saveBillingIdentity, { body: { ...peppolSeller, electronic } })
      const toFrance = await abroad.issued()
      const { page, open, close } = await visitor()
      await open(`/invoices/${lacking}`)
      await page.getByText(/^It cannot be handed over, as these were missing/).waitFor()
      await open(`/invoices/${unconnected}`)
      await page.getByRole('link', { name: 'Connect one' }).click()
      await page.getByRole('heading', { name: 'Connect e-invoice.be' }).waitFor()
      await open(`/invoices/${toFrance}`)
      await page.getByText('is not part of this version').waitFor()
      expect(await page.getByRole('button', { name: 'Hand over', exact: true }).count()).toBe(0)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download file for France' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^\d{4}-\d{4}\.xml$/)
      await close()
    },
  )
})
