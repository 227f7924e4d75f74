import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountScene, newAccount } from '../../testing/account.ts'
import { hasChromium, openChromium } from '../../testing/chromium.ts'
import { consoleVisits, type Visit } from '../../testing/console-visits.ts'
import { builtConsole } from '../../testing/console.ts'
import type { Scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'
import { asOwner } from '../../testing/database-state.ts'

builtConsole()
const server = await testServer()

test.skipIf(hasChromium)('without Chromium no page about people is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let visitor: Visit
  let email: string

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    at = await accountScene(server, account.userId, 'owner')
    email = account.email
    visitor = await consoleVisits(chrome, server, email)
  })
  afterAll(() => chrome.close())

  test('1,000 members, keys and clients are drawn, filtered and fit', async () => {
    await asOwner(
      server,
      `with people as (insert into users (id, name, email, email_normal)
         select gen_random_uuid(), 'Person ' || n, n || '@many.example', n || '@many.example' from generate_series(1, 1001) n returning id),
       members as (insert into membership (workspace_id, user_id, role) select $1, id, 'member' from people returning user_id),
       keys as (insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes)
         select gen_random_uuid(), $1, user_id, 'Key', sha256(user_id::text::bytea), 'atl_', '{read}' from members)
       insert into client_account (workspace_id, id, name, created_by, created_at, updated_at)
         select $1, id, id::text, id, now(), now() from people`,
      [at.workspace],
    )
    const { page, open, wrong, close } = await visitor({ viewport: { width: 360, height: 740 } })
    for (const [path, label, row] of [
      ['/settings/members', 'Filter by name or address', '.row.rows-cheap'],
      ['/settings/keys', 'Filter by name or person', '.row.rows-cheap'],
      // The people of the portal are rows below.
      ['/clients', 'Filter clients', 'a.row.rows-cheap'],
    ] as const) {
      await open(path)
      expect(await page.locator(row).count()).toBeGreaterThanOrEqual(200)
      await page.getByRole('button', { name: 'Show more' }).first().click()
      expect(await page.locator(row).count()).toBeGreaterThanOrEqual(400)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await page.getByLabel(label).fill('is called that')
      await expect.poll(() => page.locator(row).count(), { message: path }).toBe(0)
    }
    // Who came before the newest 1,000 is found as well: what is typed is looked for in the whole list.
    await open('/settings/members')
    await page.getByText('The newest 1,000.').waitFor()
    await page.getByLabel('Filter by name or address').fill(email)
    await page.locator('.person', { hasText: email }).waitFor()
    await open('/invoices/billables')
    await expect.poll(() => page.getByLabel('Client').locator('option').count()).toBeGreaterThan(1_001)
    expect(wrong).toEqual([])
    await close()
  })
})
