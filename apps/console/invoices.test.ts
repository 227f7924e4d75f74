import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import { saveBillingIdentity, getBillingIdentity, listBillables } from '../../domains/billing/billables/contract.ts'
import { getClientInvoice } from '../../domains/billing/invoices/contract.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { chargeFor, draftOf, issuedOf, nobody } from '../../testing/billing/billed-work.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { consoleVisits, faultsOf, keepPicture, looks, signInOn, type Visit } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { hostile } from '../../testing/console/furnished-workspace.ts'
import { cycleIn } from '../../testing/cycles.ts'
import { deliverStripe } from '../../testing/payments/deliver.ts'
import { stripeEvent } from '../../testing/payments/fake-stripe.ts'
import { connectTo, paymentServer } from '../../testing/payments/world.ts'
import { makeAccount, makeAccountProject, openPortalOf, seatOf } from '../../testing/clients/portals.ts'
import { recordedVisits } from '../../testing/console/recorded-visits.ts'
import type { Scene } from '../../testing/scene.ts'
import { asOwner } from '../../testing/database-state.ts'
import { isLong } from '../../testing/soak.ts'

builtConsole()
const { server, stripe } = await paymentServer()
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
  const look = async (page: Page, path: string, found: string[]) => {
    found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`))
  }
  const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

  test('unbilled work becomes a draft in three clicks, is issued and settled, and each asks first', async () => {
    await chargeFor(at, client, { quantity: '7.5', unitPriceMinor: 9_500 })
    await chargeFor(at, client, { description: 'Left out', unitPriceMinor: 100 })
    const { page, open, wrong, close } = await visitor()
    await at.owner.call(updateClientAccount, { id: client, body: { billingEmail: 'billing@globex.example' } })
    await open('/')
    await page.getByRole('link', { name: 'Invoices' }).click()
    await page.getByRole('link', { name: /^Globex/ }).click()
    await page.getByRole('checkbox', { name: /^Left out/ }).click()
    await page.getByLabel('Client address').fill('2 Quay Road\nHamburg')
    await page.getByText('Order, service days, payment terms').click()
    await page.getByLabel('Service from').fill('2026-01-15')
    await page.getByLabel('Service until').fill('2026-02-14')
    await click(page, 'Create draft, €847.88')
    const sheet = page.getByRole('article', { name: 'The invoice as it will be sent' })
    await sheet.getByText('€847.88').waitFor()
    await sheet.getByText(/15 January\s–\s14 February 2026/).waitFor()
    await page.getByRole('link', { name: 'Opening hours' }).click()
    await page.getByText('A manual entry').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    await click(page, 'Issue')
    // The style sheets of Home, which was open before, leave dialogs as they are.
    const asked = await page.getByRole('dialog').getByRole('heading').boundingBox()
    expect(asked!.width).toBeGreaterThan(200)
    await click(page, 'Keep the draft')
    expect(await invoice(id)).toMatchObject({
      status: 'draft',
      totalMinor: 84_788,
      buyerAddress: '2 Quay Road\nHamburg',
      serviceFrom: '2026-01-15',
      serviceTo: '2026-02-14',
    })
    await click(page, 'Issue')
    const issues: string[] = []
    page.on('request', (sent) => void (sent.method() === 'POST' && issues.push(sent.url())))
    await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).waitFor()
    await page.evaluate("for (const _ of [1, 2]) document.querySelector('dialog[open] [type=submit]').click()")
    await page.getByRole('heading', { name: /^Invoice \d{4}-0001$/ }).waitFor()
    expect(issues).toHaveLength(1)
    await page.getByText('Not sent by email').waitFor()
    await click(page, 'Send by email')
    await page.getByRole('checkbox', { name: /^With evidence/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send email' }).click()
    await page.getByText('with evidence').waitFor()
    await page.getByText('in the outbox folder: this server has no mail server').waitFor()
    await page.getByRole('button', { name: 'Send again' }).waitFor()
    await keepPicture(page, 'invoice with a letter')
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(sheets).toHaveLength(1)
    const download = page.waitForEvent('download')
    await click(page, 'Download PDF')
    expect((await download).suggestedFilename()).toMatch(/^\d{4}-0001\.pdf$/)
    await click(page, 'Mark as paid')
    await page.getByLabel('Payment reference').fill('Statement 7')
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByText('Statement 7').waitFor()
    expect(await invoice(id)).toMatchObject({ status: 'paid', paymentReference: 'Statement 7', dueCents: 0 })
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: 'Record money' }).click()
    await page.getByLabel('Money', { exact: true }).selectOption('Chargeback')
    await page.getByLabel('Amount in EUR').fill('47.88')
    await page.getByRole('dialog').getByRole('button', { name: 'Record money' }).click()
    await page.getByRole('dialog', { name: /^Record money/ }).waitFor({ state: 'hidden' })
    await page.getByText('47.88', { exact: false }).first().waitFor()
    expect(await invoice(id)).toMatchObject({ status: 'paid', dueCents: 4_788 })
    await open('/invoices?show=open')
    await page.getByRole('link', { name: /-0001/ }).first().waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  // Both choose the only client that there is: the tests after them make others.
  test.runIf(isLong)('a void has a reason, its billables are open again, and the second person sees that', async () => {
    const id = await issuedOf(at, [await chargeFor(at, client, { description: 'Voided' })])
    const { page, open, wrong, close } = await visitor()
    await open(`/invoices/${id}`)
    await click(page, 'More')
    await page.getByRole('menuitem', { name: 'Void' }).click()
    await click(page, 'Void it')
    await page.getByText('Enter a reason. It is kept with the invoice.').waitFor()
    await page.getByLabel('Reason').fill('The wrong customer')
    await click(page, 'Void it')
    await page.getByRole('link', { name: 'Draft a replacement' }).waitFor()
    await page.getByText('Reason: The wrong customer').waitFor()
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
    await page.getByRole('alert').getByText('Only a draft can be issued').waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)(
    'an edited draft comes in the place of the first one, and is discarded without a reason',
    async () => {
      const edited = await makeAccount(at, 'Edited')
      const ids = await Promise.all(['Kept', 'Added'].map((description) => chargeFor(at, edited, { description })))
      const first = await draftOf(at, [ids[0]!])
      const { page, open, wrong, close } = await visitor()
      await open(`/invoices/${first}`)
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page.getByRole('heading', { name: 'Edit the draft for Edited' }).waitFor()
      expect(await page.getByRole('checkbox', { name: /^Kept/ }).isChecked()).toBe(true)
      expect(await page.getByRole('checkbox', { name: /^Added/ }).isChecked()).toBe(false)
      await page.getByRole('checkbox', { name: /^Added/ }).click()
      await page.getByRole('button', { name: /^Create draft, €/ }).click()
      await page.getByRole('link', { name: 'Added' }).waitFor()
      expect(await invoice(first)).toMatchObject({ status: 'void', voidReason: 'Replaced by an edited draft' })
      const second = new URL(page.url()).pathname.split('/').at(-1)!
      expect((await invoice(second)).lines).toHaveLength(2)
      await click(page, 'Discard')
      await click(page, 'Discard it')
      await page.getByText('Void', { exact: true }).first().waitFor()
      expect(await invoice(second)).toMatchObject({ status: 'void', voidReason: 'Discarded' })
      expect(wrong).toEqual([])
      await close()
    },
  )

  test.runIf(isLong)('only chosen charges become the lines of an invoice, all from one client', async () => {
    const one = await makeAccount(at, 'Chooser')
    const other = await makeAccount(at, 'Another')
    for (const description of ['Banner', 'Poster']) await chargeFor(at, one, { description })
    await chargeFor(at, other, { description: 'Of another client' })
    const { page, open, wrong, close } = await visitor()
    await open('/invoices/billables')
    await page.getByRole('checkbox', { name: 'Choose Banner' }).click()
    expect(await page.getByRole('checkbox', { name: 'Choose Of another client' }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Invoice these' }).click()
    await page.getByRole('heading', { name: 'Invoice for Chooser' }).waitFor()
    expect(await page.getByRole('checkbox', { name: /^Banner/ }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: /^Poster/ }).isChecked()).toBe(false)
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)('a charge is recorded, corrected and written off; fields show their faults', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/invoices/billables/new')
    await page.getByLabel('Client', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Description').fill('Logo')
    await page.getByLabel('Unit price').fill('9.505')
    await click(page, 'Add charge')
    await page.getByText('Enter an amount of 0 or more, such as 95 or 95.50.').waitFor()
    await page.getByLabel('Unit price').fill('95,50')
    await page.getByLabel('Quantity').fill('2')
    await click(page, 'Add charge')
    await page.getByText('Recorded: €191.00').waitFor()
    await page.getByRole('link', { name: /^Logo/ }).click()
    await click(page, 'Correct')
    await page.getByRole('textbox', { name: 'Description' }).fill('Less')
    await page.getByLabel('Quantity').fill('-3')
    await click(page, 'Record correction')
    await page.getByText('This correction would reduce the charge below zero').waitFor()
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

  test.runIf(isLong).each(looks)('every page about money is accessible and fits, %s', async (_, options, by) => {
    const long = await makeAccount(at, hostile.slice(0, 180) + options.colorScheme)
    const ids = await Promise.all(
      ['EUR', 'JPY', 'BHD'].map((currency) => chargeFor(at, long, { currency, description: hostile.slice(0, 480) })),
    )
    const issued = await issuedOf(at, [ids[1]!])
    const draft = await draftOf(at, [ids[2]!])
    await asOwner(server, 'update client_invoice set buyer_legal_name = $2, buyer_address = $2 where id = $1', [
      draft,
      hostile.slice(0, 190),
    ])
    const { page, wrong, close, [by]: open } = await visitor(options)
    const found: string[] = []
    const paths = [
      '',
      '?show=late',
      '/new',
      `/new?client=${long}`,
      `/${issued}?line=1`,
      `/${draft}`,
      '/billables/new',
      `/billables?open=${ids[0]}`,
      '/billables?show=void',
      `/identity?part=clients&client=${long}`,
      `/identity?part=reminders&client=${long}`,
      `/identity?part=books&client=${long}`,
      '/owed',
      '/revenue',
      '/payments',
    ]
    for (const path of paths) {
      await open(`/invoices${path}`)
      await look(page, path, found)
    }
    expect(found).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test('a client reads, saves and pays the own invoices in the portal, and nothing of drafts and of others', async () => {
    const planted = 'Perlmuttfalter'
    const slug = await openPortalOf(at)
    const { userId, email } = await newAccount(server)
    await asOwner(server, "insert into membership (workspace_id, user_id, role) values ($1, $2, 'client')", [
      at.workspace,
      userId,
    ])
    const own = await makeAccount(at, 'Initech')
    await seatOf(server, at, own, userId)
    const id = await issuedOf(at, [await chargeFor(at, own, { description: hostile.slice(0, 480) })])
    await draftOf(at, [await chargeFor(at, own, { description: planted })])
    await issuedOf(at, [await chargeFor(at, await makeAccount(at, 'Hooli'), { description: planted })])
    const webhookUrl = await connectTo(at, 'stripe')
    const phone = { viewport: { width: 360, height: 740 } }
    const { page, open, close } = await recordedVisits(visitor, planted)(phone, false)
    const home = `/portal/${slug}/invoices`
    await page.goto(`${server.baseUrl}/console${home}`)
    await signInOn(page, email)
    await page.getByRole('heading', { name: '€119.00 to pay' }).waitFor()
    await page.getByRole('link', { name: /\d{4}-\d{4}/ }).click()
    await page.getByText('Due by').first().waitFor()
    const transfer = page.getByRole('region', { name: 'Details for the transfer' })
    expect(await transfer.innerText()).toMatch(/€119\.00[^]*\bPayment reference\b/)
    const found: string[] = []
    for (const path of [home, `${home}/${id}`]) {
      await open(path)
      await look(page, path, found)
    }
    await click(page, 'Download PDF')
    await page.getByRole('alert').getByText('There is no PDF of it').waitFor()
    // A client reads neither title nor text of the work behind a line.
    const projectId = await makeAccountProject(at, own)
    const cycle = await cycleIn(server, at, projectId)
    await asOwner(server, 'update cycle set title = $2, description = $2 where id = $1', [cycle, planted])
    const plain = await issuedOf(at, [await chargeFor(at, own, { source: { kind: 'cycle', id: cycle } })])
    await open(`${home}/${plain}`)
    const [pdf] = await Promise.all([page.waitForEvent('download'), click(page, 'Download PDF')])
    expect(pdf.suggestedFilename()).toMatch(/\d{4}-\d{4}\.pdf$/)
    await click(page, 'The work behind this invoice')
    await page.getByText('A delivery', { exact: true }).waitFor()
    await look(page, 'evidence', found)
    const [evidence] = await Promise.all([page.waitForEvent('download'), click(page, 'Download the evidence')])
    expect(evidence.suggestedFilename()).toMatch(/\d{4}-\d{4} evidence\.pdf$/)
    // A returning payer has not paid yet: only a payment that the provider confirms is shown as paid.
    await page.route('https://checkout.stripe.example/**', (route) => {
      const { success_url: location } = [...stripe.sessions.values()].at(-1)!
      return route.fulfill({ status: 302, headers: { location } })
    })
    await click(page, 'Pay €119.00 now')
    await page.getByText('not confirmed yet').waitFor()
    await look(page, 'while a payment is awaited', found)
    expect(await invoice(plain)).toMatchObject({ status: 'final' })
    const session = [...stripe.sessions.values()].at(-1)!
    await deliverStripe(webhookUrl, stripeEvent(stripe.pay(session.id)))
    await page.getByText(/^It was paid on/).waitFor()
    expect(await page.getByRole('button', { name: 'pay on' }).count()).toBe(0)
    expect(found).toEqual([])
    expect(await close()).toEqual({ wrong: [session.url], told: false })
  })

  test.runIf(isLong)('the parties of invoices are saved with an address and tax classes', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/invoices/identity')
    await page.getByLabel('Street and number').fill('1 Harbour Street')
    await click(page, 'Add tax class')
    await click(page, 'Save')
    await page.getByText('Enter street, postal code, city and country.').waitFor()
    await page.getByLabel('Postal code').fill('20457')
    await page.getByLabel('City').fill('Hamburg')
    await page.getByLabel('Country').selectOption('DE')
    await page.getByLabel('Name', { exact: true }).last().fill('abroad')
    await page.getByLabel('Category').last().selectOption('AE')
    await page.getByLabel('Reason').fill('Reverse charge')
    await page.getByLabel('Prefix').fill('NW-')
    await page.getByText(/ Example: NW-\d{4}-0042$/).waitFor()
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

  test.runIf(isLong)('the first of a thousand invoices are drawn, and more on demand', async () => {
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
    await open('/invoices?view=owed')
    await page.getByRole('row', { name: /^All in EUR/ }).waitFor()
    await page.getByLabel('As of').fill('2026-01-31')
    await page.getByText('Nothing was owed on that day.').waitFor()
    await click(page, 'Download…')
    const [report] = await Promise.all([page.waitForEvent('download'), click(page, 'Download')])
    expect(report.suggestedFilename()).toBe('owed.csv')
    await page.getByLabel('As', { exact: true }).selectOption('invoices')
    const [table] = await Promise.all([page.waitForEvent('download'), click(page, 'Download')])
    expect(table.suggestedFilename()).toBe('invoices.csv')
    expect(wrong).toEqual([])
    await close()
  })
})
