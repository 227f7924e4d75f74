import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { chargeFor, issuedOf, nobody } from '../../testing/billing/billed-work.ts'
import { makeAccount, makeAccountProject } from '../../testing/clients/portals.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { consoleVisits, faultsOf, keepPicture, looks, type Visit } from '../../testing/console/visits.ts'
import { cycleIn } from '../../testing/cycles.ts'
import { asOwner } from '../../testing/database-state.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import type { Scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

/** A priced call of today. */
const called = (at: Scene, projectId: string, model: string, dollars: number) =>
  asOwner(
    server,
    `insert into model_call (workspace_id, id, project_id, step, request_hash, nth, provider, model, is_priced, status,
       reserved_micros, cost_micros, input_tokens, output_tokens, response, sent_at, expires_at, ended_at)
     values ($1, gen_random_uuid(), $2, 'api', decode(repeat('00', 32), 'hex'), 1, 'api.example.com', $3, true, 'finished',
       $4, $4, 100, 20, ''::bytea, now(), now(), now())`,
    [at.workspace, projectId, model, dollars * 1_000_000],
  )

test.skipIf(hasChromium)('without Chromium no chart is drawn', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let visitor: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    const { userId, email } = await newAccount(server)
    const at = await accountScene(server, userId, 'admin')
    const standard = { name: 'standard', category: 'S', rateBps: 1_900, reason: null }
    await at.owner.call(saveBillingIdentity, { body: { ...nobody, legalName: 'Northwind', taxClasses: [standard] } })
    const client = await makeAccount(at, 'Globex')
    for (const [name, currency] of [
      ['Shop', 'USD'],
      ['Café, “new”', 'EUR'],
    ] as const) {
      const id = await makeAccountProject(at, client)
      await at.owner.call(updateProject, { id, body: { name, costCapUsd: 40 } })
      const source = { kind: 'cycle', id: await cycleIn(server, at, id) }
      await issuedOf(at, [await chargeFor(at, client, { currency, source, unitPriceMinor: 10_000 })])
      for (const [nth, model] of ['one', 'two', 'three', 'four', 'five'].entries())
        await called(at, id, `=model ${model}`, nth + 1)
    }
    visitor = await consoleVisits(chrome, server, email)
  })
  afterAll(() => chrome.close())

  /** The table of a chart, and its file. */
  const chartOf = async (page: Page, title: string) => {
    const chart = page.getByRole('region', { name: title, exact: true })
    await chart.getByRole('img').waitFor()
    expect(await chart.getByRole('img').getAttribute('aria-label')).toContain(title)
    await chart.getByRole('button', { name: 'Show as table' }).click()
    const rows = await chart.getByRole('row').all()
    const table = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
    const download = page.waitForEvent('download')
    await chart.getByRole('button', { name: `Download CSV: ${title}` }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    return { table, lines: file.trimEnd().split('\r\n') }
  }

  test('usage by model and spending against caps have their numbers as a table and as a file', async () => {
    const { page, open, wrong, close } = await visitor({ locale: 'en' })
    await open('/models?view=usage&months=year')
    const days = await chartOf(page, 'Cost by month and model')
    expect(days.table).toHaveLength(13)
    expect(days.table[0]).toEqual(['What', '=model five', '=model four', '=model three', 'Other models'])
    expect(days.table.at(-1)!.slice(1)).toEqual(['$10.00', '$8.00', '$6.00', '$6.00'])
    expect(days.lines[0]).toBe("What,'=model five,'=model four,'=model three,Other models")
    expect(days.lines.at(-1)).toMatch(/^20\d\d-\d\d,10\.000000,8\.000000,6\.000000,6\.000000$/)
    const caps = await chartOf(page, 'Spent against the cap')
    expect(caps.table.map(([name, , cap]) => [name, cap]).slice(1, 2)).toEqual([['The whole workspace', 'no cap']])
    expect(caps.table.slice(2).map(([, , cap]) => cap)).toEqual(['$40.00', '$40.00'])
    expect(caps.lines[1]).toMatch(/^The whole workspace,[\d.]+,$/)
    expect(wrong).toEqual([])
    await close()
  })

  test('a margin is calculated only in US dollars, and euros are shown beside the cost', async () => {
    const { page, open, wrong, close } = await visitor({ locale: 'en' })
    await open('/invoices/revenue')
    const margin = await chartOf(page, 'Margin per project, in USD')
    expect(margin.table.slice(1)).toEqual([['Shop', '$100.00', '$15.00', '$85.00']])
    expect(margin.lines[1]).toBe('Shop,100.00,15.00,85.00')
    await page.getByText('Nothing was billed in the 12 months before.').waitFor()
    const table = page.getByRole('group', { name: 'By client and project' })
    await table.waitFor()
    const rows = await table.locator('tbody tr').all()
    expect((await Promise.all(rows.map((row) => row.locator('td').allTextContents()))).toSorted()).toEqual([
      ['Globex', 'Café, “new”', '€100.00', '€0.00', '€100.00', '$15.00', '–'],
      ['Globex', 'Shop', '$100.00', '$0.00', '$100.00', '$15.00', '$85.00'],
    ])
    expect(wrong).toEqual([])
    await close()
  })

  test.each(looks)('charts are accessible and fit %s, as tables too', async (_, options, by) => {
    for (const width of [390, 320]) {
      const { page, close, [by]: open } = await visitor({ ...options, viewport: { width, height: 740 } })
      for (const path of ['/models?view=usage', '/models?view=usage&months=year', '/invoices/revenue']) {
        await open(path)
        await page.locator('.charts [aria-pressed]').first().waitFor()
        const found = await faultsOf(page)
        await page.locator('.charts [aria-pressed]').first().click()
        expect([...found, ...(await faultsOf(page))].map((fault) => `${path} at ${width}: ${fault}`)).toEqual([])
        await keepPicture(page, `chart-table-${path}-${width}`)
      }
      await close()
    }
  })
})
