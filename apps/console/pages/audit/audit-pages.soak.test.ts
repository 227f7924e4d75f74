import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhook, listWebhooks, updateWebhook } from '../../../../domains/record/webhooks/contract.ts'
import { accountScene, newAccount } from '../../../../testing/account.ts'
import { writeAudit } from '../../../../testing/audit-rows.ts'
import { hasChromium, openChromium } from '../../../../testing/chromium.ts'
import { consoleVisits, type Visit } from '../../../../testing/console-visits.ts'
import { builtConsole } from '../../../../testing/console.ts'
import { furnish } from '../../../../testing/furnished-workspace.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import type { Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

test.skipIf(hasChromium)('without Chromium no page of the record is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let visit: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    at = await accountScene(server, account.userId, 'admin')
    const { projectId } = await furnish(server, at)
    const webhook = { url: 'https://hooks.example.com/atelier', description: 'Theirs', projectIds: [projectId] }
    expect((await at.owner.call(createWebhook, { body: webhook })).status).toBe(201)
    await writeAudit(server, at, {}, {})
    expect(await server.parts.checkpoints.sign(at.workspace)).toBe('signed')
    visit = await consoleVisits(chrome, server, account.email)
  })
  afterAll(() => chrome.close())

  test('entries are filtered by the address, and one is opened with what is known of it', async () => {
    const { page, open, wrong, close } = await visit()
    await open('/audit?action=project.create')
    const row = page.getByRole('link', { name: /created the project/ }).first()
    await row.click()
    await page.getByRole('complementary', { name: 'Entry' }).getByText('project.create', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy the hash' }).waitFor()
    expect(new URL(page.url()).searchParams.get('action')).toBe('project.create')
    await open('/audit?action=nothing.is_called_so')
    await page.getByText('No action has this name').waitFor()
    await open('/audit?action=project.purge')
    await page.getByText('No matching entries').waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  test('who edits a webhook sees what another person made of it meanwhile, and chooses', async () => {
    const { page, open, wrong, close } = await visit()
    const webhook = async () => ((await at.owner.call(listWebhooks)).body as Reply<typeof listWebhooks>)[0]!
    const { id, description } = await webhook()
    await open(`/audit/webhooks?webhook=${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Address').fill('https://hooks.example.com/moved')
    await page.getByLabel('Events').fill('task.merged, task.*')
    await page.getByText('It sends events of 1 project and nothing else').click()
    await page.locator('.project-choice').getByRole('checkbox', { checked: true }).uncheck()
    await at.owner.call(updateWebhook, { id, body: { eventTypes: ['cycle.failed'], description: 'Ours' } })
    await page.getByRole('alert').getByText('cycle.failed').waitFor()
    // What was typed is there again in a page that is opened anew, and so is the other one's change.
    await page.reload()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit', expanded: false }).waitFor()
    expect(description).not.toBe('Ours')
    expect(await webhook()).toMatchObject({
      url: 'https://hooks.example.com/moved',
      description: 'Ours',
      eventTypes: ['task.merged', 'task.*'],
      projectIds: null,
    })
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('hooks.example.com')
    expect(wrong).toEqual([])
    await close()
  })
})
