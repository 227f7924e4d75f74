import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, updateProject } from '../../domains/code/projects/contract.ts'
import { getCycle } from '../../domains/delivery/cycles/contract.ts'
import { getPendingRequest } from '../../domains/delivery/requests/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import type { Reply } from '../../platform/client/index.ts'
import { afterTest } from '../../testing/after-test.ts'
import { hasChromium } from '../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { cycleIn } from '../../testing/cycles.ts'
import { asOwner } from '../../testing/database-state.ts'
import { nodeLibrary, propose } from '../../testing/delivery.ts'
import { startModelProvider } from '../../testing/model-provider/index.ts'
import { paintedPng } from '../../testing/console/pictures.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { requestIn, requestOf } from '../../testing/runs/requests.ts'
import type { Scene } from '../../testing/scene.ts'
import { modelSettings, turns } from '../../testing/runs/scripted-turns.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-model'))

const totalTest = `import assert from 'node:assert'
import test from 'node:test'
import { sum, total } from './sum.js'
test('adds', () => assert.equal(sum(1, 2), 3))
test('an empty order costs nothing', () => assert.deepEqual([total([]), total([1, 2])], [0, 3]))
`

/** A change that a new test proves, with a picture in it, which waits for an approval. */
const provedChange = async (at: Scene) => {
  const { projectId } = await importProject(
    at.owner,
    await bundleOf({ ...nodeLibrary, 'logo.png': paintedPng(120, 80, [16, 64, 160]) }),
  )
  const screenshot = paintedPng(200, 120, [90, 30, 120]).toString('base64')
  const checks = [
    { name: 'test', command: 'node --test --test-isolation=none' },
    {
      name: 'screens',
      command: `mkdir -p shots && echo ${screenshot} | base64 -d > shots/order.png`,
      artifacts: ['shots/*.png'],
    },
  ]
  const runtime = { checks }
  await at.owner.call(updateProject, { id: projectId, body: { requiresApproval: true, runtime } })
  const picture = paintedPng(160, 90, [200, 80, 30]).toString('base64')
  provider.push(
    turns.run(`echo 'export const total = (prices) => prices.reduce((all, one) => sum(all, one), 0)' >> sum.js`),
    turns.write('sum.test.js', totalTest),
    turns.run(`echo ${picture} | base64 -d > logo.png; echo '<h1>Orders</h1>' > orders.html`),
    turns.end('Added the total of an order.'),
  )
  const cycleId = await propose(at.owner, projectId, 'Give orders a total. The total of an **empty order** is zero.')
  await at.owner.call(executeCycle, { id: cycleId })
  const request = await requestOf(at.owner, cycleId)
  return { projectId, cycleId, requestId: request.id as string }
}

/** The decisions that a page has sent. */
const sentDecisions = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/resolve')) sent.push(request.url())
  })
  return sent
}

test.skipIf(hasChromium)('without Chromium no change is approved', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('a change in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let change: Awaited<ReturnType<typeof provedChange>>

  beforeAll(async () => {
    console = await openConsole(server)
    change = await provedChange(console.at)
  })
  afterAll(() => console.close())

  test('on its cycle’s page it is shown with its files, its proof, why its page has no picture and the way to the whole diff', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${change.projectId}/cycles/${change.cycleId}`)
    const panel = page.getByRole('region', { name: /waits for you$/ })
    await panel.getByText('an empty order costs nothing').first().waitFor()
    await panel.getByRole('link', { name: /^Read (the|both|all)/ }).waitFor()
    await panel.getByText(/^There are no pictures of this change: /).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'cycle with a change')
    // One task needs no graph, and a conversation without messages is folded.
    expect(await page.locator('.graph').count()).toBe(0)
    await page.getByRole('link', { name: 'Conversation' }).click()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  test('dark on a desktop its panel is accessible too', async () => {
    const { page, open, wrong, close } = await console.visitor({ colorScheme: 'dark' })
    await open(`/projects/${change.projectId}/cycles/${change.cycleId}`)
    await page.getByRole('button', { name: 'Approve 4 files' }).waitFor()
    await page.getByRole('region', { name: 'The change' }).getByText('export const total').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'cycle with a change dark')
    expect(wrong).toEqual([])
    await close()
  })

  test('on a phone, dark and in German, it fits and is accessible', async () => {
    const { page, open, wrong, close } = await console.visitor(darkPhone)
    await open(`/?open=${change.requestId}`)
    await page.getByRole('region', { name: 'Die Änderung' }).getByText('160 × 90 px').waitFor()
    await page.getByRole('button', { name: '4 Dateien freigeben' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'home change phone dark german')
    expect(wrong).toEqual([])
    await close()
  })

  test('it is approved from home with two presses; the first opens the diff and sends nothing', async () => {
    const { page, open, wrong, close } = await console.visitor()
    const sent = sentDecisions(page)
    await open('/')
    const read = page.getByRole('button', { name: 'Review 4 files' })
    const diff = page.getByRole('region', { name: 'The change' })
    await read.waitFor()
    await page.getByRole('region', { name: 'Failed before, passes now' }).getByText('an empty order').waitFor()
    expect(await diff.count()).toBe(0)
    await keepPicture(page, 'home change closed')
    await read.dblclick()
    await diff.getByText('export const total').waitFor()
    await diff.getByText('160 × 90 px').waitFor()
    await diff.getByRole('img', { name: 'order.png' }).waitFor()
    expect(sent).toEqual([])
    expect((await console.at.owner.call(getPendingRequest, { id: change.requestId })).body.status).toBe('pending')
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'home change open')
    await page.getByRole('button', { name: 'Approve 4 files' }).click()
    await page.getByText(/^Approved “/).waitFor()
    expect(sent).toHaveLength(1)
    expect((await console.at.owner.call(getPendingRequest, { id: change.requestId })).body.status).toBe('approved')
    expect(wrong).toEqual([])
    await close()
  })

  test('a failed cycle names the first test that failed, and its page fits a phone', async () => {
    const { at, visitor } = console
    const { body: project } = await at.owner.call(createProject, { body: { name: 'Orders' } })
    const cycleId = await cycleIn(server, at, project.id as string, 'failed')
    const log = 'ok 1 - adds\nnot ok 2 - an empty order costs nothing\n  ---\n'
    const failure = { message: 'The check “test” failed.', step: 'check-task', log }
    await asOwner(server, 'update cycle set failure = $2 where id = $1', [cycleId, JSON.stringify(failure)])
    const { page, open, wrong, close } = await visitor({ viewport: { width: 390, height: 844 } })
    await open(`/projects/${project.id as string}/cycles/${cycleId}`)
    const note = page.locator('.failure-note')
    await note.getByText('an empty order costs nothing', { exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'cycle failed 390')
    expect(wrong).toEqual([])
    await close()
  })

  test('a failed cycle shows the line that says why, and its request is changed and tried again', async () => {
    const { at, visitor } = console
    const { body: project } = await at.owner.call(createProject, { body: { name: 'Tickets' } })
    const cycleId = await cycleIn(server, at, project.id as string, 'failed')
    const message = [
      'The agent did not finish. I stopped at block 1 of 1 (run node print-ticket.js A1). Exit code 1',
      'node:internal/modules/cjs/loader:1228',
      '  throw err;',
      "Error: Cannot find module '/worktree/print-ticket.js'",
      '    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)',
    ].join('\n')
    const failure = { message, step: 'build-task', code: 'gave_up' }
    await asOwner(server, 'update cycle set failure = $2 where id = $1', [cycleId, JSON.stringify(failure)])
    const read = async () =>
      (await at.owner.call(getCycle, { id: cycleId })).body.cycle as Reply<typeof getCycle>['cycle']
    const { runNumber } = await read()
    const headline = "“node print-ticket.js A1” failed: Cannot find module '/worktree/print-ticket.js'"
    const { page, open, wrong, close } = await visitor()
    await open(`/?open=${cycleId}`)
    await page.getByText(headline, { exact: true }).waitFor()
    await keepPicture(page, 'home failed')
    await open(`/projects/${project.id as string}/cycles`)
    await page.getByRole('link').getByText(headline).waitFor()
    await keepPicture(page, 'cycles failed')
    await open(`/projects/${project.id as string}/cycles/${cycleId}`)
    const note = page.locator('.failure-note')
    await note.getByText(headline, { exact: true }).waitFor()
    expect(await note.getByText('throw err;').isVisible()).toBe(false)
    await note.getByText('Details').click()
    await note.getByText('throw err;').waitFor()
    await note.getByRole('button', { name: 'Try again' }).waitFor()
    await keepPicture(page, 'cycle failed')
    await note.getByRole('button', { name: 'Change the request' }).click()
    await page.getByRole('textbox', { name: 'Request' }).fill('Print each ticket twice.')
    await page.getByRole('button', { name: 'Save and try again' }).click()
    await expect.poll(async () => (await read()).runNumber).toBe(runNumber + 1)
    expect((await read()).description).toBe('Print each ticket twice.')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(wrong).toEqual([])
    await close()
  })

  test('an option of a question is a button, and its digit answers with it', async () => {
    const { at, visitor } = console
    const { body: project } = await at.owner.call(createProject, { body: { name: 'Colours' } })
    const question = 'Which green?\n\n1. **Light** green\n2. Dark green'
    const asked = { title: 'Colour', question }
    const byKey = await requestIn(server, at, project.id as string, asked)
    const { page, open, wrong, close } = await visitor()
    await open(`/?open=${byKey}`)
    await page.getByRole('button', { name: 'Light green' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'home question with options')
    await page.getByLabel('Your answer').press('2')
    expect(await page.getByLabel('Your answer').inputValue()).toBe('2')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('2')
    await page.getByText('Answered “Colour”').waitFor()
    expect((await at.owner.call(getPendingRequest, { id: byKey })).body).toMatchObject({
      status: 'approved',
      decision: 'Dark green',
    })
    expect(wrong).toEqual([])
    await close()
  })
})
