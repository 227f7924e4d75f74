import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { hasChromium } from '../../testing/console/chromium.ts'
import { faultsOf, keepPicture, openConsole } from '../../testing/console/visits.ts'
import { fileBlock, nodeLibrary, propose } from '../../testing/delivery.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { runUntilAsked } from '../../testing/runs/requests.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const server = await testServer()
const taskCount = 20
const pressesMost = 6

test.skipIf(hasChromium)('without Chromium no page is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

/** An honest task: a function with a test of its own. */
const task = (at: number) =>
  [
    fileBlock(`add${at}.js`, `export const add${at} = (n) => n + ${at}\n`),
    fileBlock(
      `add${at}.test.js`,
      `import assert from 'node:assert'\nimport test from 'node:test'\nimport { add${at} } from './add${at}.js'\ntest('adds ${at}', () => assert.equal(add${at}(1), ${at + 1}))\n`,
    ),
  ].join('\n')

describe.skipIf(!hasChromium)('twenty tasks of one project, in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>

  beforeAll(async () => {
    console = await openConsole(server)
  })
  afterAll(() => console.close())

  test('are decided with a few presses, and the log has a row for each', { timeout: 900_000 }, async () => {
    const { owner, rows } = console.at
    const { projectId } = await importProject(owner, await bundleOf(nodeLibrary))
    await owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
    for (let at = 1; at <= taskCount; at += 1) await runUntilAsked(owner, await propose(owner, projectId, task(at)))
    const { page, open, wrong, close } = await console.visitor()
    let presses = 0
    await open(`/projects/${projectId}/cycles`)
    await page.getByRole('button', { name: `Approve these ${taskCount}` }).waitFor()
    await open('/')
    const button = page.getByRole('button', { name: `Approve these ${taskCount}` })
    await button.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'twenty tasks')
    await button.click()
    presses += 1
    await page.getByText(`${taskCount} changes are approved`).waitFor({ timeout: 60_000 })
    const decided = (await rows('audit_row')).filter(({ action }) => action === 'pending_request.resolve')
    expect(decided).toHaveLength(taskCount)
    expect(presses).toBeLessThanOrEqual(pressesMost)
    expect(wrong).toEqual([])
    await close()
  })
})
