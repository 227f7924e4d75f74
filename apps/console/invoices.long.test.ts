import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBillingIdentity, listBillables, saveBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { getClientInvoice } from '../../domains/billing/invoices/contract.ts'
import { accountScene, newAccount } from '../../testing/account.ts'
import { chargeFor, draftOf, issuedOf, nobody } from '../../testing/billing.ts'
import { hasChromium, openChromium } from '../../testing/chromium.ts'
import { consoleVisits, type Visit } from '../../testing/console-visits.ts'
import { builtConsole } from '../../testing/console.ts'
import { paymentServer } from '../../testing/payments/world.ts'
import { makeAccount } from '../../testing/portals.ts'
import type { Scene } from '../../testing/scene.ts'
import { asOwner } from '../../testing/database-state.ts'

builtConsole()
const { server } = await paymentServer()
const standard = { name: 'standard', category: 'S', rateBps: 1_900, reason: null }

test.skipIf(hasChromium)('without Chromium no page about money is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let client: string
  let visitor: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    const { userId, email } = await newAccount(server)
    at = await accountScene(server, userId, 'admin')
    client = await makeAccount(at, 'Globex')
    await at.owner.call(saveBillingIdentity, { body: { ...nobody, legalName: 'Northwind', taxClasses: [standard] } })
    visitor = await consoleVisits(chrome, server, email)
  })
  afterAll(() => chrome.close())

  const invoice = async (id: string) => (await at.owner.call(getClientInvoice, { id })).body
  const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

  test('a void says why, what was billed is open again, and who is second is told so', async () => {
    const id = await issuedOf(at, [await chargeFor(at, client, { description: 'Voided' })])
    const { page, open, wrong, close } = await visitor()
    await open(`/invoices/${id}`)
    await click(page, 'Void')
    await click(page, 'Void it')
    await page.getByText('Enter a reason. It is kept with the invoice.').waitFor()
    await page.getByLabel('Reason').fill('The wrong customer')
    await click(page, 'Void it')
    await page.getByRole('link', { name: 'Draft a replacement' }).waitFor()
    await page.locator('dd', { hasText: 'The wrong customer' }).waitFor()
    expect(await invoice(id)).toMatchObject({ status: 'void', voidReason: 'The wrong customer' })
    await page.getByRole('link', { name: 'Draft a replacement' }).click()
    await page.getByRole('checkbox', { name: /^Voided/ }).waitFor()
    const draft = await draftOf(at, [await chargeFor(at, client)])
    await open(`/invoices/${draft}`)
    await asOwner(
      server,
      "update client_invoice set status = 'void', voided_at = now(), voided_by = created_by, void_reason = 'x' where id = $1",
      [draft],
    )
    await click(page, 'Issue')
    await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click()
    await page.getByRole('alert').getByText('This is not a draft any more').waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  test('a charge is recorded, corrected and written off; fields say what is wrong', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/invoices/billables/new')
    await page.getByLabel('Description').fill('Logo')
    await page.getByLabel('Unit price in EUR').fill('9.505')
    await click(page, 'Record charge')
    await page.getByText('Enter an amount above 0, such as 95 or 95.50.').waitFor()
    await page.getByLabel('Unit price in EUR').fill('95,50')
    await page.getByLabel('Quantity').fill('2')
    await click(page, 'Record charge')
    await page.getByText('Recorded: €191.00').waitFor()
    await page.getByRole('link', { name: /^Logo/ }).click()
    await click(page, 'Correct')
    await page.getByLabel('Description').fill('Less')
    await page.getByLabel('Quantity').fill('-3')
    await click(page, 'Record correction')
    await page.getByText('That takes back too much').waitFor()
    await page.getByLabel('Quantity').fill('-1')
    await click(page, 'Record correction')
    await page.getByRole('link', { name: /^Less/ }).waitFor()
    await click(page, 'Write off')
    await page.getByLabel('Reason').fill('Agreed')
    await click(page, 'Write it off')
    await page.getByRole('link', { name: /^Logo/ }).waitFor({ state: 'detached' })
    const { body } = await at.owner.call(listBillables, { query: { status: 'written_off' } })
    expect(body).toMatchObject([
      { quantity: '-1' },
      { description: 'Logo', writeOffReason: 'Agreed', amountMinor: 19_100 },
    ])
    expect(wrong).toEqual([])
    await close()
  })

  test('who is on invoices is saved with an address and tax classes', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/invoices/identity')
    await page.getByLabel('Street and number').fill('1 Harbour Street')
    await click(page, 'Add tax class')
    await click(page, 'Save')
    await page.getByText('Enter street, postal code, city and country.').waitFor()
    await page.getByLabel('Postal code').fill('20457')
    await page.getByLabel('City').fill('Hamburg')
    await page.getByLabel('Country').fill('DE')
    await page.getByLabel('Name', { exact: true }).last().fill('abroad')
    await page.getByLabel('Category').last().selectOption('AE')
    await page.getByLabel('Reason').fill('Reverse charge')
    await page.getByLabel('Prefix').fill('NW-')
    await page.getByText(/^Example: NW-\d{4}-0042$/).waitFor()
    await click(page, 'Save')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await at.owner.call(getBillingIdentity)).body).toMatchObject({
      legalName: 'Northwind',
      address: { line1: '1 Harbour Street', country: 'DE' },
      taxClasses: [standard, { name: 'abroad', category: 'AE', rateBps: 0, reason: 'Reverse charge' }],
      numberFormat: { prefix: 'NW-', withYear: true, digits: 4 },
    })
    expect(wrong).toEqual([])
    await close()
  })

  test('of a thousand invoices the first are drawn, and more on demand', async () => {
    const draft = await draftOf(at, [await chargeFor(at, client)])
    const copied = (await asOwner(server, 'select * from client_invoice where id = $1', [draft]))[0]!
    const { previous_sequence: _, ...row } = copied
    const names = Object.keys(row).filter((name) => name !== 'id')
    await asOwner(
      server,
      `insert into client_invoice (id, ${names.join()})
       select gen_random_uuid(), ${names.join()} from client_invoice, generate_series(1, 1000) where id = $1`,
      [draft],
    )
    await issuedOf(at, [await chargeFor(at, client)])
    const { page, open, wrong, close } = await visitor()
    await open('/invoices')
    const rows = page.locator('tbody tr')
    await page.getByText('The newest 1,000 only').waitFor()
    expect(await rows.count()).toBe(200)
    await click(page, 'Show more')
    await rows.nth(399).waitFor()
    await open('/invoices/owed')
    await page.getByRole('row', { name: /^All in EUR/ }).waitFor()
    await page.getByLabel('At the end of').fill('2026-01-31')
    await page.getByText('Nothing was owed on that day.').waitFor()
    const [table] = await Promise.all([page.waitForEvent('download'), click(page, 'Save file')])
    expect(table.suggestedFilename()).toBe('invoices.csv')
    expect(wrong).toEqual([])
    await close()
  })
})
