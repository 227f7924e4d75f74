import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import {
  listClientPortalInvitations,
  listClientPortalProjectAccess,
} from '../../domains/accounts/clients/contract/portals.ts'
import { listMemberInvitations, listMembers } from '../../domains/accounts/workspaces/contract/members.ts'
import { listProjects } from '../../domains/code/projects/contract.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { callerOf } from '../../testing/caller.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { consoleVisits, faultsOf, type Visit } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { hostile } from '../../testing/console/furnished-workspace.ts'
import { makeAccount, makeAccountProject, openPortalOf, seatOf } from '../../testing/clients/portals.ts'
import type { Scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'
import { asOwner } from '../../testing/database-state.ts'
import { isLong, isSoak } from '../../testing/soak.ts'

builtConsole()
const server = await testServer()

test.skipIf(hasChromium)('without Chromium no page about people is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

/** The server's fault shows at its field, which has the focus, and nowhere else, until the field is changed. */
const toldAtField = async (page: Page) => {
  const billing = page.getByLabel('Email address for invoices')
  const details = page.locator('form').filter({ has: billing })
  await billing.fill('nonsense')
  await details.getByRole('button', { name: 'Save' }).click()
  await page.locator(':focus').and(billing).waitFor()
  const described = "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent"
  expect(await page.evaluate(described)).toBe('Write an email address, such as name@example.com.')
  expect(await details.getByRole('alert').count()).toBe(1)
  await billing.fill('bills@globex.example')
  expect([await billing.getAttribute('aria-invalid'), await details.getByRole('alert').count()]).toEqual(['false', 0])
  await details.getByRole('button', { name: 'Save' }).click()
  await details.getByText('Saved').waitFor()
}

/** A code about one field is at that field, and goes when it is changed. */
const toldOfCodeAtField = async (page: Page, form: Locator) => {
  const name = form.getByLabel('Name')
  await name.fill('Globex')
  await form.getByRole('button', { name: 'Create account' }).click()
  await page.locator(':focus').and(name).waitFor()
  expect(await form.getByRole('alert').allTextContents()).toEqual([
    'Another client account of this workspace has this name. Choose another name.',
  ])
  await name.fill('Globex and sons')
  expect(await form.getByRole('alert').count()).toBe(0)
}

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

  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  test.runIf(isLong)(
    'a person is invited; a member becomes an administrator, is a member again by Undo, and is removed with the consequences',
    async () => {
      const { userId } = await at.join('member')
      await asOwner(server, 'update users set name = $2 where id = $1', [userId, hostile.slice(0, 200)])
      const { page, open, wrong, close } = await visitor()
      await open('/settings/members')
      await page.getByRole('button', { name: 'Invite a person' }).click()
      await page.getByLabel('Email address').fill('grace@example.com')
      // Typed values survive a reload.
      await page.reload()
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByText('grace@example.com is invited').waitFor()
      await page.getByText(/\/join#/).waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText(/\/join#/).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Revoke the invitation of grace@example.com' }).click()
      await page.getByText('1 open invitation').waitFor({ state: 'detached' })
      expect((await at.owner.call(listMemberInvitations)).body).toMatchObject([{ status: 'revoked' }])
      const role = page.getByLabel('Role of <img')
      const changed = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await role.selectOption('Administrator')
      await page.getByRole('button', { name: 'Undo' }).click()
      expect(await (await changed).json()).toMatchObject({ role: 'admin' })
      await page.getByText('Taken back').waitFor()
      await expect
        .poll(async () => (await at.owner.call(listMembers)).body)
        .toContainEqual(expect.objectContaining({ userId, role: 'member' }))
      await page.getByRole('button', { name: 'Remove <img' }).click()
      await page.getByText('sessions in this workspace').waitFor()
      await page.getByRole('button', { name: 'Remove from the workspace' }).click()
      await role.waitFor({ state: 'detached' })
      expect((await at.owner.call(listMembers)).body).not.toContainEqual(expect.objectContaining({ userId }))
      expect(wrong).toEqual([])
      await close()
    },
  )

  test('a key is made, shown once and revoked', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/settings/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Purpose').fill(hostile.slice(0, 100))
    await page.getByRole('button', { name: 'Read and change' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const secret = await page.locator('.once code').innerText()
    const key = callerOf(server.baseUrl, secret)
    expect((await key.call(listProjects)).status).toBe(200)
    expect((await key.call(listMemberInvitations)).status).toBe(403)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    await page.getByRole('button', { name: 'Revoke <img' }).click()
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke <img' }).waitFor({ state: 'detached' })
    expect((await key.call(listProjects)).status).toBe(401)
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)(
    'a client account gets a project, an invitation and a seat that steers it, and is archived',
    async () => {
      await openPortalOf(at)
      const id = await makeAccount(at, 'Globex')
      const projectId = await makeAccountProject(at, id)
      await seatOf(server, at, id, at.clientId)
      const { page, open, wrong, close } = await visitor()
      await open('/clients')
      await page.getByRole('button', { name: 'New client' }).click()
      await toldOfCodeAtField(page, section(page, 'New client account'))
      await page.locator('.client-table').getByRole('link', { name: 'Globex' }).click()
      await toldAtField(page)
      await page.getByRole('button', { name: /^Access of/ }).click()
      const access = page.locator('.seat-access').getByRole('combobox')
      await access.selectOption('Can steer')
      const seat = { id, userId: at.clientId }
      await expect
        .poll(async () => (await at.owner.call(listClientPortalProjectAccess, seat)).body)
        .toMatchObject([{ projectId, canSteer: true }])
      await access.selectOption('No access')
      await expect.poll(async () => (await at.owner.call(listClientPortalProjectAccess, seat)).body).toEqual([])
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByLabel('Email address', { exact: true }).fill('ana@globex.example')
      await section(page, 'Invite a person').getByRole('combobox').selectOption('Can view')
      await section(page, 'Invite a person').getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByText('ana@globex.example is invited').waitFor()
      expect((await at.owner.call(listClientPortalInvitations, { id })).body).toMatchObject([
        { email: 'ana@globex.example', projectGrants: [{ projectId, canSteer: false }] },
      ])
      await page.getByRole('button', { name: 'Archive client' }).click()
      const archive = page.getByRole('dialog').getByRole('button', { name: 'Archive client' })
      expect(await archive.isDisabled()).toBe(true)
      await page.getByLabel('Type the name to confirm').fill('Globex')
      await archive.click()
      await page.getByText('Archived: this account is read-only').waitFor()
      expect((await at.owner.call(getClientAccount, { id })).body).toMatchObject({ archivedAt: expect.any(String) })
      expect(wrong).toEqual([])
      await close()
    },
  )

  test.runIf(isLong)('the look at a page finds a picture without words, and words too pale to read', async () => {
    const { page, open, close } = await visitor()
    await open('/projects')
    expect(await faultsOf(page)).toEqual([])
    await page.evaluate(`document.querySelector('h1').style.color = '#eee'`)
    await page.evaluate(`document.querySelector('main').append(document.createElement('img'))`)
    expect((await faultsOf(page)).map((fault) => fault.split(' ')[0]).toSorted()).toEqual([
      'color-contrast',
      'image-alt',
    ])
    await close()
  })

  test.runIf(isSoak)('1,000 members, keys and clients are drawn, filtered and fit', async () => {
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
      // The people of the portal are a table below.
      ['/clients', 'Filter clients', '.client-table tbody tr'],
    ] as const) {
      await open(path)
      expect(await page.locator(row).count()).toBeGreaterThanOrEqual(200)
      await page.getByRole('button', { name: 'Show more' }).first().click()
      expect(await page.locator(row).count()).toBeGreaterThanOrEqual(400)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await page.getByLabel(label).fill('is called that')
      await expect.poll(() => page.locator(row).count(), { message: path }).toBe(0)
    }
    // A person before the newest 1,000 is found as well: the search covers the whole list.
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
