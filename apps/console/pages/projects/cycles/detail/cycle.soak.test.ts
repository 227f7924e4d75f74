import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendCycleMessage } from '../../../../../../domains/delivery/conversation/contract.ts'
import { listProjectBranches } from '../../../../../../domains/delivery/repository-reads/contract.ts'
import { hasChromium } from '../../../../../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../../../../../testing/console/visits.ts'
import {
  cycleConsole,
  pictureWidths,
  reviewPath,
  type Review,
} from '../../../../../../testing/console/cycle-console.ts'
import { furnish } from '../../../../../../testing/console/furnished-workspace.ts'
import { reviewable } from '../../../../../../testing/runs/reviewable-change.ts'
import { turns } from '../../../../../../testing/runs/scripted-turns.ts'
import { asOwner } from '../../../../../../testing/database-state.ts'

const { provider, server } = await cycleConsole()

test.skipIf(hasChromium)('without Chromium no cycle is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('a cycle in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let things: Awaited<ReturnType<typeof furnish>>
  let review: Review

  beforeAll(async () => {
    console = await openConsole(server)
    things = await furnish(server, console.at)
    review = await reviewable(provider, console.at, 20)
    const said = { id: things.running, body: { content: 'Said once.' } }
    expect((await console.at.owner.call(sendCycleMessage, said)).status).toBeLessThan(300)
  })
  afterAll(() => console.close())

  test('on a phone, dark and in German, the conversation is a view of its own', async () => {
    const { page, open, wrong, close } = await console.visitor(darkPhone)
    await open(`/projects/${things.projectId}/cycles/${things.running}`)
    const talk = page.getByRole('complementary', { name: 'Gespräch' })
    expect(await talk.isVisible()).toBe(false)
    await page.getByRole('navigation', { name: 'Ansicht' }).getByRole('link', { name: 'Gespräch' }).click()
    await talk.getByText('Said once.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  const branchOfTask = async (projectId: string) => {
    const { body } = await console.at.owner.call(listProjectBranches, { id: projectId })
    const branches = body.branches as { readonly kind: string; readonly name: string }[]
    const { name } = branches.find(({ kind }) => kind === 'task')!
    return `/projects/${projectId}/code/branches?ref=${encodeURIComponent(name)}`
  }

  test('its pictures are drawn among the files and in its branch too', async () => {
    const { projectId } = review
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/code?path=logo.png`)
    await page.getByText('120 × 80 px').waitFor()
    await open(await branchOfTask(projectId))
    await page.locator('.changed-files summary').filter({ hasText: 'logo.png' }).click()
    await expect.poll(() => page.evaluate(pictureWidths)).toEqual([120, 160])
    expect(wrong).toEqual([])
    await close()
  })

  test('on a phone, dark and in German, it is sent back with a remark at a line', async () => {
    const { projectId, cycleId, taskId } = review
    const phone = await console.visitor(darkPhone)
    await asOwner(server, `update task_check set outcome = 'could_not_run' where task_id = $1 and phase = 'base'`, [
      taskId,
    ])
    await phone.open(`/projects/${projectId}/cycles/${cycleId}`)
    await phone.page.getByText('Lief nicht').first().waitFor()
    expect(await faultsOf(phone.page)).toEqual([])
    await keepPicture(phone.page, 'phone review asked')
    await phone.open(reviewPath(review))
    expect(await faultsOf(phone.page)).toEqual([])
    await phone.page.getByRole('button', { name: '2', exact: true }).first().tap()
    await phone.page.getByLabel('Anmerkung zu Zeile 2').fill('Warum nicht beide?')
    await phone.page.getByRole('button', { name: 'Entwurf speichern' }).tap()
    await phone.page.getByText('noch nicht gesendet').waitFor()
    expect(await faultsOf(phone.page)).toEqual([])
    await phone.page.getByRole('button', { name: 'Mit 1 Anmerkung zurückschicken' }).tap()
    provider.push(turns.write('src/values.ts', 'export {}\n'), turns.end('Mended.'))
    await phone.page.getByRole('button', { name: 'Zurückschicken', exact: true }).tap()
    await phone.page.getByRole('region', { name: 'Entscheidung' }).waitFor({ state: 'detached' })
    expect(phone.wrong).toEqual([])
    await phone.close()
  })

  test('a stop asks once while an agent is at work, and its task is stopped, not failed', async () => {
    const { projectId, running } = things
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/cycles/${running}`)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    const question = page.getByRole('dialog', { name: /^Stop “/ })
    await question.getByRole('button', { name: 'Let it run' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await keepPicture(page, 'stop asks')
    await question.getByRole('button', { name: 'Stop the cycle' }).click()
    await page.getByText('Stopping').first().waitFor()
    const end = (number: number, code: string) =>
      asOwner(
        server,
        `update task set status = 'failed', failure = jsonb_build_object('message', 'The run was stopped.', 'code', $3::text)
         where cycle_id = $1 and number = $2`,
        [running, number, code],
      )
    await end(1, 'stopped')
    await end(2, 'not_begun')
    await asOwner(server, `update cycle set status = 'stopped' where id = $1`, [running])
    await open(`/projects/${projectId}/cycles/${running}`)
    const task = (name: RegExp) => page.getByRole('link', { name })
    await task(/^Task 1/)
      .getByText('Stopped')
      .waitFor()
    await task(/^Task 2/)
      .getByText('Not started')
      .waitFor()
    expect(await page.getByText('Failed', { exact: true }).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'stopped')
    expect(wrong).toEqual([])
    await close()
  })
})
