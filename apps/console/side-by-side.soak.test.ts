import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { afterTest } from '../../testing/after-test.ts'
import { newAccount } from '../../testing/people/account.ts'
import { chargeFor, draftOf, wholeSeller } from '../../testing/billing/billed-work.ts'
import { hasChromium } from '../../testing/console/chromium.ts'
import { consoleVisits, openConsole, type Visit } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { asOwner } from '../../testing/database-state.ts'
import { hungAfterMs } from '../../testing/runner/hang-timeout.ts'
import { startModelProvider } from '../../testing/model-provider/index.ts'
import { makeAccount } from '../../testing/clients/portals.ts'
import { reviewable } from '../../testing/runs/reviewable-change.ts'
import { modelSettings, turns } from '../../testing/runs/scripted-turns.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-model'))

test.skipIf(hasChromium)('without Chromium no page is watched', (context) => {
  context.skip('Debian’s chromium is not installed')
})

/** How long what one person did took to appear for the other, in milliseconds; reported, never judged. */
const tookMs: Record<string, number> = {}
const timed = async (what: string, act: () => Promise<unknown>, appears: () => Promise<unknown>) => {
  const began = performance.now()
  await act()
  const acted = performance.now()
  await appears()
  tookMs[what] = Math.round(performance.now() - acted)
  tookMs[`${what}, from the press`] = Math.round(performance.now() - began)
}

describe.skipIf(!hasChromium)('two people side by side in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let other: Visit
  beforeAll(async () => {
    console = await openConsole(server)
    const { email, userId } = await newAccount(server)
    const text = `insert into membership (workspace_id, user_id, role) values ($1, $2, 'member')`
    await asOwner(server, text, [console.at.workspace, userId])
    other = await consoleVisits(console.chrome, server, email)
  })
  afterAll(async () => {
    await console.close()
    process.stdout.write(`Appeared for the other person after ms: ${JSON.stringify(tookMs)}\n`)
  })

  test(
    'a comment, an approval and the merge by a person appear for another without a reload',
    async () => {
      const { projectId, cycleId, taskId, request } = await reviewable(provider, console.at, 4)
      const cycle = `/projects/${projectId}/cycles/${cycleId}`
      const acting = await console.visitor()
      const watching = await other()
      const inbox = await watching.context.newPage()
      await watching.open(`${cycle}?side=talk`)
      await inbox.goto(`${server.baseUrl}/console/`)
      await inbox.getByRole('heading', { name: request.title as string }).waitFor()

      // No agent is at work, so a model answers the message.
      provider.push(turns.end('Noted.'))
      await acting.open(`${cycle}?side=talk`)
      await acting.page.getByRole('textbox', { name: 'Message' }).fill('The calls look right to me.')
      await timed(
        'comment',
        () => acting.page.keyboard.press('Control+Enter'),
        () => watching.page.getByText('The calls look right to me.').waitFor(),
      )

      await acting.open(`${cycle}/tasks/${taskId}/review`)
      const decision = acting.page.getByRole('region', { name: 'Decision' })
      const merged = watching.page.getByText('Completed').first().waitFor()
      await timed(
        'approval',
        () => decision.getByRole('button', { name: /^Approve/ }).click(),
        () => inbox.getByRole('heading', { name: request.title as string }).waitFor({ state: 'detached' }),
      )
      // The merge is work of a run, whose end the page of the one who acts shows as well.
      await acting.open(cycle)
      await timed(
        'merge',
        () => acting.page.getByText('Completed').first().waitFor(),
        () => merged,
      )
      expect([acting.wrong, watching.wrong]).toEqual([[], []])
      await acting.close()
      await watching.close()
    },
    5 * hungAfterMs,
  )

  test('an invoice that a person issues has its number in the list of the other without a reload', async () => {
    const { at } = console
    await at.owner.call(saveBillingIdentity, { body: wholeSeller })
    const invoiceId = await draftOf(at, [await chargeFor(at, await makeAccount(at))])
    const acting = await console.visitor()
    const watching = await other()
    await watching.open('/invoices')
    await watching.page.getByRole('link', { name: /^Draft, / }).waitFor()
    await acting.open(`/invoices/${invoiceId}`)
    await acting.page.getByRole('button', { name: 'Issue', exact: true }).click()
    await timed(
      'invoice',
      () => acting.page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click(),
      () => watching.page.getByRole('link', { name: /^\d{4}-0001, / }).waitFor(),
    )
    expect(await watching.page.getByRole('link', { name: /^Draft, / }).count()).toBe(0)
    expect([acting.wrong, watching.wrong]).toEqual([[], []])
    await acting.close()
    await watching.close()
  })
})
