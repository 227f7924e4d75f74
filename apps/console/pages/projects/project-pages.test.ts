import { join } from 'node:path'
import { text, buffer } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueStartLink } from '../../../../domains/accounts/people/index.ts'
import { createProjectEnvironment } from '../../../../domains/code/environments/contract.ts'
import { importProjectSecretFiles } from '../../../../domains/code/secrets/contract.ts'
import { accountScene, newAccount } from '../../../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../../../testing/console/chromium.ts'
import {
  consoleVisits,
  darkPhone,
  faultsOf,
  keepPicture,
  looks,
  type Visit,
} from '../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../testing/console/open-console.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { furnish, hostile } from '../../../../testing/console/furnished-workspace.ts'
import { leakedToken } from '../../../../testing/repositories/imports.ts'
import { importHistory } from '../../../../testing/repositories/readable-project.ts'
import { bundleOf } from '../../../../testing/repository.ts'
import type { Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { isLong, isSoak } from '../../../../testing/soak.ts'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { listProjectFiles } from '../../../../domains/delivery/repository-reads/contract.ts'
import { getProjectRoadmap } from '../../../../domains/delivery/planning/contract/project-run.ts'

builtConsole()
const server = await testServer({ ATELIER_OFFER_FOUND_MODELS: 'off' })

test.skipIf(hasChromium)('without Chromium no page of a project is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let projectId: string
  let coded: string
  let visit: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    at = await accountScene(server, account.userId, 'admin')
    projectId = (await furnish(server, at)).projectId
    coded = (await importHistory(at.owner)).projectId
    const files = [{ path: '.env', contentBase64: btoa('STRIPE_KEY=sk_live_1234\nDEBUG=1\n') }]
    expect((await at.owner.call(importProjectSecretFiles, { projectId: coded, body: { files } })).status).toBe(200)
    const config = { variables: { NODE_ENV: 'test', LONG: hostile.repeat(3) }, secrets: ['STRIPE_KEY', 'MISSING'] }
    const made = await at.owner.call(createProjectEnvironment, {
      projectId: coded,
      body: { label: hostile.slice(0, 100), config },
    })
    expect(made.status).toBe(201)
    visit = await consoleVisits(chrome, server, account.email)
  })
  afterAll(() => chrome.close())

  const draft = async (title: string, project = projectId) => {
    const id = await cycleIn(server, at, project)
    await asOwner(server, 'update cycle set title = $2 where id = $1', [id, title])
    return id
  }

  test('secrets are imported from files, stay masked, and are exported only after the warning', async () => {
    const { page, open, wrong, close } = await visit()
    await open(`/projects/${coded}/secrets`)
    await page.getByRole('heading', { level: 1, name: 'Environments and secrets' }).waitFor()
    await page.getByText('••••1234').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'shop.env', mimeType: 'text/plain', buffer: Buffer.from('TOKEN=abcdefgh5678\n') }])
    await page.getByText('shop.env: 1 secret').waitFor()
    await page.getByText('••••5678').waitFor()
    expect(await page.content()).not.toContain('abcdefgh')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('button', { name: 'Export this file' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export in plain text' }).click()
    expect(await text(await (await download).createReadStream())).toBe('STRIPE_KEY=sk_live_1234\nDEBUG=1\n')
    await page.getByRole('button', { name: 'Delete DEBUG' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete DEBUG' }).waitFor({ state: 'detached' })
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)('the link of the start leads to a first cycle, only by the keyboard, and works once', async () => {
    const issue = () => issueStartLink(server.parts.signIn, join(server.dataFolder, 'owner.json'), new Date())
    const link = (await issue())!
    const { page, wrong, context, close } = await visit({}, false)
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await page.goto(link)
    expect(await faultsOf(page)).toEqual([])
    await press('Sign in')
    // This workspace has projects already; one without any begins with the first run.
    await page.waitForURL(`${server.baseUrl}/console`)
    await page.goto(`${server.baseUrl}/console/first`)
    await page.getByRole('heading', { name: 'Your first change, merged in minutes' }).waitFor()
    await keepPicture(page, 'first run repository')
    await press('Use the sample')
    // A sandbox unpacks and checks the sample.
    await page.getByRole('button', { name: 'Try it without a model' }).waitFor({ timeout: 100_000 })
    await press('Test and connect')
    await page.getByText('Required.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'first run model')
    await press('Try it without a model')
    await press('Use an example')
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'first run change')
    const phone = await visit({ ...darkPhone, storageState: await context.storageState() })
    await phone.page.goto(page.url())
    await phone.page.getByRole('heading', { name: 'Deine erste Änderung, in Minuten gemergt' }).waitFor()
    expect(await faultsOf(phone.page)).toEqual([])
    await keepPicture(phone.page, 'first run phone')
    await phone.close()
    await press('Start')
    await page.waitForURL(/cycles\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { level: 1, name: 'Add countLines' }).waitFor()
    await page.goto('about:blank')
    await page.goto(link)
    await press('Sign in')
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    expect([wrong, phone.wrong]).toEqual([[], []])
    await close()
  })

  test('only a person who confirms it imports a bundle with a likely secret', async () => {
    const { bytes } = await bundleOf({ 'pay.ts': `export const token = '${leakedToken}'\n` })
    const { page, open, close } = await visit()
    await open('/projects/new')
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles([{ name: 'leaky.bundle', mimeType: 'application/octet-stream', buffer: bytes }])
    await page.getByText('1 likely secret found.').waitFor()
    expect(await page.getByRole('button', { name: 'Create project' }).isDisabled()).toBe(true)
    await page.getByLabel('Import anyway').check()
    expect(await page.getByRole('button', { name: 'Create project' }).isEnabled()).toBe(true)
    await close()
  })

  const pages = () => [
    '/projects/new',
    ...['/cycles', '/cycles?view=board', '/roadmap', '/metrics', '/settings', '/agents', '/environments'].map(
      (path) => `/projects/${projectId}${path}`,
    ),
    ...['/code', '/code?path=a.txt', '/code/branches', '/code/branches?ref=main', '/code/sandbox'].map(
      (path) => `/projects/${coded}${path}`,
    ),
    ...['/revisions', '/environments', '/deployments', '/metrics'].map((path) => `/projects/${coded}${path}`),
  ]

  describe.each(looks)('%s', (_, options, by) => {
    test.runIf(isLong)('every page is accessible, fits, and keeps to its policy', async () => {
      await draft(hostile.slice(0, 200))
      const { page, wrong, close, [by]: open } = await visit(options)
      const found: string[] = []
      for (const path of pages()) {
        await open(path)
        for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`)
        await keepPicture(page, `${path.split('/').slice(3).join('-')}-${options.colorScheme}`)
      }
      expect(found).toEqual([])
      expect(wrong).toEqual([])
      await close()
    })
  })

  test.runIf(isSoak)('drafts get their place and their urgency only by the keyboard', async () => {
    const project = await emptyProject(at.owner)
    const first = await draft('First', project)
    const second = await draft('Second', project)
    const { page, open, wrong, close } = await visit()
    const nextOf = async () => {
      const { body } = await at.owner.call(getProjectRoadmap, { id: project })
      return (body.next as { cycleId: string; urgency: number }[]).map(({ cycleId, urgency }) => [cycleId, urgency])
    }
    await open(`/projects/${project}/roadmap`)
    await page.getByRole('button', { name: 'Move Second up' }).focus()
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.keyboard.press('Enter')
    await page.getByText('Second is now at position 1').waitFor()
    expect((await answered).status()).toBe(200)
    expect(await nextOf()).toEqual([
      [second, 3],
      [first, 3],
    ])
    const chosen = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByLabel('Urgency of First').selectOption('Now')
    expect((await chosen).status()).toBe(200)
    expect(await nextOf()).toEqual([
      [first, 1],
      [second, 3],
    ])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back').waitFor()
    expect(await nextOf()).toEqual([
      [second, 3],
      [first, 3],
    ])
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)('a file is found, read in colour, and other files show why not', async () => {
    const { page, open, wrong, close } = await visit()
    await open(`/projects/${coded}/code`)
    await page.getByRole('searchbox', { name: 'Find a file' }).fill('dir b')
    await page.getByRole('link', { name: 'dir/b.txt' }).click()
    await page.getByRole('heading', { name: 'b.txt' }).waitFor()
    await page.getByLabel('dir/b.txt').getByText('b').waitFor()
    await page.getByRole('button', { name: 'Show authors' }).click()
    await page.locator('.origin').getByText('A', { exact: true }).waitFor()
    for (const [path, said] of [
      ['bytes.bin', 'This file is not text'],
      ['large.txt', 'This file is too large to be shown'],
      ['empty', 'This file is empty'],
      ['latin1.txt', 'This file is not UTF-8'],
    ]) {
      await open(`/projects/${coded}/code?path=${path}`)
      await page.getByText(said!).waitFor()
    }
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)('the newest revision is downloaded as a bundle', async () => {
    const { page, open, close } = await visit()
    await open(`/projects/${coded}/revisions`)
    const download = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /^Download revision/ })
      .first()
      .click()
    const bytes = await buffer(await (await download).createReadStream())
    expect(bytes.subarray(0, 15).toString()).toMatch(/^# v\d git bundle/)
    await close()
  })

  test.runIf(isSoak)('caps, policies and agent of a project are set, and then inherited again', async () => {
    const project = await emptyProject(at.owner)
    const { page, open, wrong, close } = await visit()
    const told = async () => (await at.owner.call(getProject, { id: project })).body.project as Record<string, unknown>
    await open(`/projects/${project}/settings`)
    await page.getByLabel('Project cap in US dollars').fill('12,5')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect.poll(told).toMatchObject({ costCapUsd: 12.5 })
    await open(`/projects/${project}/metrics`)
    await page.getByText('of $12.50').waitFor()
    await page.getByRole('link', { name: 'Change limits' }).click()
    const unfold = async () => {
      await page.getByText('More rules').waitFor()
      await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    }
    await unfold()
    await page.getByLabel('When no check can judge a change').selectOption('Refuse it')
    await page.getByText('Set in this project.').waitFor()
    // The page shows the choice before the server has answered, and a new address would cut that request off.
    await expect.poll(told).toMatchObject({ runtime: { review: { unverified: 'refuse' } } })
    await open(`/projects/${project}/agents`)
    await page.getByRole('button', { name: 'Change agent for coding' }).click()
    await page.getByRole('button', { name: 'Keep using: Coder' }).click()
    await page.getByText('chosen for this project').waitFor()
    expect(await told()).toMatchObject({ costCapUsd: 12.5, runtime: { review: { unverified: 'refuse' } } })
    await open(`/projects/${project}/settings`)
    await unfold()
    await page.getByLabel('When no check can judge a change').selectOption('Workspace default')
    await page.getByText('Set in this project.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete project' }).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete project' })
    expect(await sure.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Archive project' }).click()
    await page.getByRole('button', { name: 'Restore project' }).waitFor()
    expect((await told()).archivedAt).not.toBeNull()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Archive project' }).waitFor()
    expect((await told()).archivedAt).toBeNull()
    expect((await told()).runtime).toMatchObject({ review: {}, agentId: expect.any(String) })
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isSoak)('the sample becomes a project whose first cycle is asked for', async () => {
    const { page, open, wrong, close } = await visit()
    await open('/projects/new')
    await page.getByRole('button', { name: 'Use the sample' }).click()
    // A sandbox unpacks and checks the bundle.
    await page.waitForURL('**/cycles/new', { timeout: 100_000 })
    await page.getByRole('heading', { name: 'New cycle' }).waitFor()
    const [, id] = /projects\/([^/]+)/.exec(page.url())!
    expect((await at.owner.call(listProjectFiles, { id })).body.files).toEqual([
      'README.md',
      'count.js',
      'count.test.js',
      'package.json',
    ])
    expect(wrong).toEqual([])
    await close()
  })
})
