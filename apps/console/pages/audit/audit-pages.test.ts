import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWebhooks, createWebhook, updateWebhook } from '../../../../domains/record/webhooks/contract.ts'
import { accountScene, newAccount } from '../../../../testing/people/account.ts'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { hasChromium, openChromium } from '../../../../testing/console/chromium.ts'
import { consoleVisits, faultsOf, keepPicture, looks, type Visit } from '../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../testing/console/open-console.ts'
import { furnish, hostile } from '../../../../testing/console/furnished-workspace.ts'
import type { Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { isLong, isSoak } from '../../../../testing/soak.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

test.skipIf(hasChromium)('without Chromium no page of the record is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let visit: Visit
  let projectId: string

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    at = await accountScene(server, account.userId, 'admin')
    projectId = (await furnish(server, at)).projectId
    await writeAudit(server, at, {}, {})
    expect(await server.parts.checkpoints.sign(at.workspace)).toBe('signed')
    visit = await consoleVisits(chrome, server, account.email)
  })
  afterAll(() => chrome.close())

  test.runIf(isLong)(
    'the chain is computed in the browser, and held against a checkpoint that was downloaded before',
    async () => {
      const { page, open, wrong, close } = await visit()
      await open('/audit')
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByRole('heading', { name: 'The chain is whole' }).waitFor()
      await page.getByText('Without a checkpoint of your own').waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download' }).click()
      await page.getByRole('menuitem', { name: 'Newest checkpoint' }).click()
      const note = await text(await (await download).createReadStream())
      const hold = (content: string) =>
        page
          .locator('.chain input[type=file]')
          .setInputFiles({ name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from(content) })
      await writeAudit(server, at, {}, {})
      await hold(note)
      await page.getByText('match your checkpoint').waitFor()
      const [origin, size] = note.split('\n') as [string, string]
      await hold(`${origin}\n${size}\n${Buffer.alloc(32, 1).toString('base64')}\n\n`)
      await page.getByRole('heading', { name: `The chain breaks at entry ${size}` }).waitFor()
      await page.getByText('differs from your checkpoint').waitFor()
      await hold('no note')
      await page.getByText('This file is not a checkpoint').waitFor()
      expect(wrong).toEqual([])
      await close()
    },
  )

  test('a webhook is added, its secret shown once, and rotated; a test of it is a delivery', async () => {
    const { page, open, wrong, close } = await visit()
    await open('/settings/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByLabel('Address').fill('https://hooks.example.com/atelier')
    await page.getByLabel('Description').fill(hostile.slice(0, 200))
    // A form in which something was typed opens by itself.
    await page.reload()
    await page.getByLabel('Description').waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('https://hooks.example.com/atelier')
    await page.getByText('It sends events of every project').click()
    await page.locator('.project-choice').getByRole('checkbox').first().check()
    await page.getByText('It sends events of 1 project and nothing else').waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).last().click()
    const secret = await page.locator('code.command').textContent()
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.content()).not.toContain(secret)
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('hooks.example.com')
    await page.getByRole('link', { name: /hooks\.example\.com/ }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page
      .getByRole('region', { name: /hooks\.example\.com/ })
      .getByText('Test', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    expect(await page.locator('code.command').textContent()).not.toBe(secret)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('Old secret until').waitFor()
    expect((await at.owner.call(listWebhooks)).body).toEqual([
      expect.objectContaining({ projectIds: [expect.any(String)] }),
    ])
    expect(wrong).toEqual([])
    await close()
  })

  describe.each(looks)('%s', (_, options) => {
    test.runIf(isLong)('every page is accessible, fits, and keeps to its policy', async () => {
      const { page, open, wrong, close } = await visit(options)
      const found: string[] = []
      const look = async (path: string) => {
        for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`)
        await keepPicture(page, `audit-${path}-${options.colorScheme}`)
      }
      await open('/audit')
      await page.locator('.chain button').first().click()
      await page.locator('.strip').waitFor()
      await page.locator('a.row').first().click()
      await page.locator('.entry .seal').waitFor()
      await look('entry')
      await open('/audit?view=activity')
      await look('activity')
      await open('/settings/webhooks')
      await page.locator('a.row').first().click()
      await page.locator('.delivery summary').first().click()
      await look('webhooks')
      expect(found).toEqual([])
      expect(wrong).toEqual([])
      await close()
    })
  })

  test.runIf(isSoak)('entries are filtered by the address, and one is opened with its known facts', async () => {
    const { page, open, wrong, close } = await visit()
    await open('/audit?action=project.create')
    const row = page.getByRole('link', { name: /Created the project/ }).first()
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

  test.runIf(isSoak)('a person who edits a webhook sees another person’s change, and chooses', async () => {
    const { page, open, wrong, close } = await visit()
    const theirs = { url: 'https://hooks.example.com/theirs', description: 'Theirs', projectIds: [projectId] }
    const made = await at.owner.call(createWebhook, { body: theirs })
    expect(made.status).toBe(201)
    const { id } = made.body as { id: string }
    const webhook = async () =>
      ((await at.owner.call(listWebhooks)).body as Reply<typeof listWebhooks>).find((one) => one.id === id)
    await open(`/settings/webhooks?webhook=${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Address').fill('https://hooks.example.com/moved')
    await page.getByLabel('Events').fill('task.merged, task.*')
    await page.getByText('It sends events of 1 project and nothing else').click()
    await page.locator('.project-choice').getByRole('checkbox', { checked: true }).uncheck()
    await at.owner.call(updateWebhook, { id, body: { eventTypes: ['cycle.failed'], description: 'Ours' } })
    await page.getByRole('alert').getByText('cycle.failed').waitFor()
    // The typed values are in a page that is opened again, and so is the other person's change.
    await page.reload()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit', expanded: false }).waitFor()
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
