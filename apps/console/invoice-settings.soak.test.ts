import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountingSettings } from '../../domains/billing/accounting/contract.ts'
import { saveBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { getClientInvoiceReminders, saveInvoiceReminders } from '../../domains/billing/invoice-letters/contract.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { chargeFor, issuedOf, nobody } from '../../testing/billing/billed-work.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { consoleVisits, type Visit } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { makeAccount } from '../../testing/clients/portals.ts'
import type { Scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })
const standard = { name: 'standard', category: 'S', rateBps: 1_900, reason: null }

test.skipIf(hasChromium)('without Chromium no page of settings about money is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

const labelTops = `[...document.querySelectorAll('.reminder-day label')].slice(0, 2)
  .map((one) => one.getBoundingClientRect().top)`

/** The days show a fault and have the focus; the labels of a line are at one height. */
const toldWrong = async (page: Page, form: Locator) => {
  await page.getByText('0 to 30 before, 0 to 90 after, and each day once.').waitFor()
  await page
    .locator(':focus')
    .and(form.getByLabel('Days', { exact: true }).first())
    .waitFor()
  const [count, side] = await page.evaluate<number[]>(labelTops)
  expect(count).toBe(side)
}

/** The later of two people who set them sees the other one's value, also after a reload. */
const toldOfTheirs = async (at: Scene, page: Page, form: Locator) => {
  expect((await at.owner.call(saveInvoiceReminders, { body: { days: [5] } })).status).toBe(200)
  await form.getByText('Someone else changed this.').waitFor()
  await page.reload()
  await form.getByText('Someone else changed this.').waitFor()
  expect(await form.getByLabel('Days', { exact: true }).last().inputValue()).toBe('99')
  await form.getByRole('button', { name: 'Keep mine' }).click()
}

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let visitor: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    const { userId, email } = await newAccount(server)
    at = await accountScene(server, userId, 'admin')
    await at.owner.call(saveBillingIdentity, { body: { ...nobody, legalName: 'Northwind', taxClasses: [standard] } })
    visitor = await consoleVisits(chrome, server, email)
  })
  afterAll(() => chrome.close())

  test('reminders are set for all clients and for one, and an export names missing accounts until they are set', async () => {
    const acme = await makeAccount(at, 'Acme')
    await issuedOf(at, [await chargeFor(at, acme)])
    const { page, open, wrong, close } = await visitor()
    await open(`/invoices/identity?part=reminders&client=${acme}`)
    await page.getByText('Off.', { exact: true }).waitFor()
    const all = page.getByRole('form', { name: 'All clients' })
    const one = page.getByRole('form', { name: 'Acme' })
    await one.getByText('As for all clients: off.').waitFor()
    for (const days of ['3', '99']) {
      await all.getByRole('button', { name: 'Add reminder' }).click()
      await all.getByLabel('Days', { exact: true }).last().fill(days)
    }
    await all.getByLabel('When').first().selectOption('before')
    await all.getByRole('button', { name: 'Save' }).click()
    await toldWrong(page, all)
    await toldOfTheirs(at, page, all)
    await all.getByLabel('Days', { exact: true }).last().fill('14')
    await all.getByRole('button', { name: 'Save' }).click()
    await all.getByText('On: 3 days before, 14 days after.').waitFor()
    await one.getByText('As for all clients: 3 days before, 14 days after.').waitFor()
    await one.getByLabel('For this client').selectOption('none')
    await one.getByRole('button', { name: 'Save' }).click()
    await one.getByText('None for this client.').waitFor()
    const { body } = await at.owner.call(getClientInvoiceReminders, { clientAccountId: acme })
    expect(body).toMatchObject({ days: [], effectiveDays: [] })
    await open('/invoices?view=owed')
    await page.getByRole('button', { name: 'Download…' }).click()
    await page.getByLabel('As', { exact: true }).selectOption('datev')
    const today = new Date().toISOString().slice(0, 10)
    for (const label of ['Issued from', 'Issued until']) await page.getByLabel(label).fill(today)
    await page.getByLabel('Euro invoices only').check()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByText('The accounting settings are incomplete').waitFor()
    await page.getByRole('link', { name: 'Debtor account of Acme' }).click()
    await page.getByLabel('Debtor account').fill('10023')
    await one.getByRole('button', { name: 'Save' }).click()
    const books = page.getByRole('form', { name: 'Postings for DATEV' })
    await books.getByLabel('Consultant number').fill('29098')
    await books.getByLabel('Client number').fill('55003')
    const account = books.getByLabel('Account', { exact: true }).first()
    await account.fill('84')
    await books.getByRole('button', { name: 'Save' }).click()
    await page.getByText('4 digits.', { exact: true }).waitFor()
    await account.fill('8400')
    const [saved] = await Promise.all([
      page.waitForResponse(
        (response) => response.url().endsWith('/accounting') && response.request().method() === 'PUT',
      ),
      books.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(saved.status()).toBe(200)
    expect((await at.owner.call(getAccountingSettings)).body).toMatchObject({
      consultantNumber: 29_098,
      clientNumber: 55_003,
      accountLength: 4,
      taxAccounts: [{ taxClass: 'standard', revenueAccount: '8400', taxKey: null }],
    })
    // The refusals of the export on the way.
    expect(wrong.filter((one) => !one.includes('409'))).toEqual([])
    await close()
  })
})
