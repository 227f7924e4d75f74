import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateProject } from '../../../../../../domains/code/projects/contract.ts'
import { hasChromium } from '../../../../../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../../../testing/console/open-console.ts'
import { fileBlock, nodeLibrary, propose, runCycle } from '../../../../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../../../../testing/repository.ts'
import { testServer } from '../../../../../../testing/server.ts'

builtConsole()
const server = await testServer()

test.skipIf(hasChromium)('without Chromium no result is shown', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('a completed cycle in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let path: string

  beforeAll(async () => {
    console = await openConsole(server)
    const { owner } = console.at
    const { projectId } = await importProject(owner, await bundleOf(nodeLibrary))
    await owner.call(updateProject, {
      id: projectId,
      body: { runtime: { review: { shown: 'merge', checked: 'merge' } } },
    })
    const id = await propose(owner, projectId, `Add notes.\n\n${fileBlock('NOTES.md', 'Notes\n')}`)
    expect((await runCycle(owner, id)).cycle.status).toBe('completed')
    path = `/projects/${projectId}/cycles/${id}`
  })
  afterAll(() => console.close())

  test('begins with its revision, its files and lines, and leads to what can follow', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(path)
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('link', { name: /^Revision 2/ }).waitFor()
    await result.getByText('Took').waitFor()
    expect(await result.getByRole('link', { name: 'NOTES.md' }).count()).toBe(1)
    await result.getByRole('link', { name: 'Deliver it' }).waitFor()
    await page.getByText(/ended (\d+\s(sec|min)\sago|now)/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'cycle-result-1440')
    expect(wrong).toEqual([])
    await close()
  })

  test('on a phone, dark and in German, it is accessible and fits', async () => {
    const { page, open, wrong, close } = await console.visitor(darkPhone)
    await open(path)
    await page.getByRole('region', { name: 'Ergebnis' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'cycle-result-390')
    expect(wrong).toEqual([])
    await close()
  })
})
