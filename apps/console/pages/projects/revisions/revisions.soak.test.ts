import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listProjectRevisions } from '../../../../../domains/code/revisions/contract.ts'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import { executeCycle } from '../../../../../domains/delivery/runs/contract.ts'
import { hasChromium } from '../../../../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../../testing/console/open-console.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../../../testing/repository.ts'
import { testServer } from '../../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

test.skipIf(hasChromium)('without Chromium nothing is compared or reverted', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('revisions in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let projectId: string
  let delivered: { readonly id: string; readonly title: string }

  const deliver = async (description: string) => {
    const { cycle } = await runCycle(console.at.owner, await propose(console.at.owner, projectId, description))
    expect(cycle.status).toBe('completed')
    return cycle
  }
  const generations = async () => {
    const { body } = await console.at.owner.call(listProjectRevisions, { id: projectId })
    return (body as { readonly generation: number }[]).map(({ generation }) => generation)
  }

  beforeAll(async () => {
    console = await openConsole(server)
    const files = { 'README.md': '# Shop\n', 'src/hours.ts': 'export const hours = 8\n' }
    projectId = (await importProject(console.at.owner, await bundleOf(files))).projectId
    await mergeUnverified(console.at.owner, projectId)
    await deliver(fileBlock('src/hours.ts', 'export const hours = 9\nexport const days = 5\n'))
    delivered = await deliver(fileBlock('src/prices.ts', 'export const price = 12\n'))
  })
  afterAll(() => console.close())

  test('two revisions are compared in three presses, and any one is downloaded', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/revisions`)
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'revisions')
    await page.getByRole('checkbox', { name: 'Select revision 1 to compare' }).check()
    await page.getByRole('checkbox', { name: 'Select revision 3 to compare' }).check()
    await page.getByRole('link', { name: 'Compare 1 and 3' }).click()
    await page.getByRole('heading', { name: 'From revision 1 to 3' }).waitFor()
    await page.getByText('export const price = 12').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'compared')
    await open(`/projects/${projectId}/revisions`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download revision 1' }).click()
    const bytes = await buffer(await (await download).createReadStream())
    expect(bytes.subarray(0, 15).toString()).toBe('# v2 git bundle')
    expect(wrong).toEqual([])
    await close()
  })

  test('on a phone, dark and in German, a revision shows its changes', async () => {
    const { page, open, wrong, close } = await console.visitor(darkPhone)
    await open(`/projects/${projectId}/revisions`)
    expect(await faultsOf(page)).toEqual([])
    await page
      .getByRole('link', { name: /Revision 2/ })
      .first()
      .tap()
    await page.getByText('export const days = 5').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test('a delivered cycle is reverted in one press, which leads to the cycle that does it', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/cycles/${delivered.id}`)
    await page.getByRole('button', { name: 'Revert' }).click()
    await page.getByRole('heading', { name: `Revert “${delivered.title}”` }).waitFor()
    await page.getByText('Completed').first().waitFor()
    expect(await generations()).toEqual([4, 3, 2, 1])
    await open(`/projects/${projectId}/cycles/${delivered.id}`)
    await page.getByRole('link', { name: 'See the revert' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test('going back shows its effect first, and makes a new revision', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/revisions`)
    await page.getByRole('link', { name: 'Restore revision 1' }).click()
    await page.getByRole('heading', { name: 'Restore revision 1' }).waitFor()
    await page.getByText('export const hours = 9').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'going back')
    await page.getByRole('button', { name: 'Restore revision 1' }).click()
    await page.getByText('Completed').first().waitFor()
    expect(await generations()).toEqual([5, 4, 3, 2, 1])
    expect(wrong).toEqual([])
    await close()
  })

  test('after a merge that the person approved, Z starts the cycle that undoes it', async () => {
    const { owner } = console.at
    const files = { 'a.txt': 'one\n' }
    const { projectId: asking } = await importProject(owner, await bundleOf(files))
    const id = await propose(owner, asking, fileBlock('a.txt', 'two\n'))
    expect((await owner.call(executeCycle, { id })).status).toBe(200)
    const read = async () => (await owner.call(getCycle, { id })).body
    await expect.poll(async () => (await read()).cycle.status).toBe('blocked')
    const { cycle, tasks } = await read()
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${asking}/cycles/${id}/tasks/${tasks[0].id}/review`)
    await page
      .getByRole('region', { name: 'Decision' })
      .getByRole('button', { name: /^Approve/ })
      .click()
    await page.getByText(`“${cycle.title}” is merged`).waitFor()
    await keepPicture(page, 'undo after a merge')
    await page.keyboard.press('z')
    await page.getByText(`A new cycle now reverts “${cycle.title}”`).waitFor()
    expect((await read()).cycle.revertedByCycleId).not.toBeNull()
    expect(wrong).toEqual([])
    await close()
  })
})
