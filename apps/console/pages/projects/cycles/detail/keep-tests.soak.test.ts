import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateProject } from '../../../../../../domains/code/projects/contract.ts'
import { hasChromium } from '../../../../../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../../../testing/console/open-console.ts'
import { fileBlock, nodeLibrary, propose, runCycle } from '../../../../../../testing/delivery.ts'
import { testOf } from '../../../../../../testing/runs/judged-runs.ts'
import { bundleOf, importProject } from '../../../../../../testing/repository.ts'
import { testServer } from '../../../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

test.skipIf(hasChromium)('without Chromium no tests are kept', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('tests of an examiner in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let checks: string

  beforeAll(async () => {
    console = await openConsole(server)
    const { owner } = console.at
    const { projectId } = await importProject(owner, await bundleOf(nodeLibrary))
    const review = { examiner: 'always', shown: 'merge', checked: 'merge' }
    await owner.call(updateProject, { id: projectId, body: { runtime: { review } } })
    const content = testOf("test('adds three', () => assert.equal(sum(1, 2), 3))")
    const answer = JSON.stringify({ files: [{ path: 'sum.test.js', content }] })
    const block = `\`\`\`examination\n${answer}\n\`\`\`\n`
    const id = await propose(owner, projectId, `Add notes.\n\n${fileBlock('NOTES.md', 'Notes\n')}\n${block}`)
    expect((await runCycle(owner, id)).cycle.status).toBe('completed')
    checks = `/projects/${projectId}/cycles/${id}?view=checks`
  })
  afterAll(() => console.close())

  test('one press starts the cycle that keeps them, and the evidence leads to it afterwards', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(checks)
    const keep = page.getByRole('button', { name: 'Keep the passing tests' })
    await keep.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'keep-tests')
    await keep.click()
    await page.getByRole('heading', { name: /^Keep the tests of/ }).waitFor()
    await open(checks)
    await page.getByRole('link', { name: 'See the cycle that keeps these tests' }).waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  test('on a phone, dark and in German, the evidence leads to that cycle', async () => {
    const { page, open, wrong, close } = await console.visitor(darkPhone)
    await open(checks)
    await page.getByRole('link', { name: 'Zum Zyklus, der diese Tests übernimmt' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'keep-tests-phone')
    expect(wrong).toEqual([])
    await close()
  })
})
