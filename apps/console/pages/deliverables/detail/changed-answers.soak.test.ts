import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addClientAccountProject } from '../../../../../domains/accounts/clients/contract.ts'
import {
  decideDeliverableApproval,
  reopenDeliverableDecision,
} from '../../../../../domains/delivery/deliverables/contract.ts'
import { chargeFor } from '../../../../../testing/billing/billed-work.ts'
import { hasChromium } from '../../../../../testing/console/chromium.ts'
import { faultsOf, keepPicture, openConsole } from '../../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../../testing/console/open-console.ts'
import { asked } from '../../../../../testing/runs/deliverables.ts'
import { makeAccount } from '../../../../../testing/clients/portals.ts'
import { testServer } from '../../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

test.skipIf(hasChromium)('without Chromium no changed answer is read', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('a deliverable in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  beforeAll(async () => {
    console = await openConsole(server)
  })
  afterAll(() => console.close())

  test('the agency reads that a client changed an answer, and the effect of the first answer', async () => {
    const { at } = console
    const { projectId, cycleId, approvalId } = await asked(server, at)
    const decide = (id: string, body: object) =>
      at.client.call(decideDeliverableApproval, { cycleId, approvalId: id, body })
    expect((await decide(approvalId, { decision: 'approved' })).status).toBe(200)
    const account = await makeAccount(at)
    await at.owner.call(addClientAccountProject, { id: account, projectId })
    await chargeFor(at, account, { description: 'Opening hours', source: { kind: 'decision', id: approvalId } })
    const { body } = await at.client.call(reopenDeliverableDecision, { cycleId, approvalId })
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/cycles/${cycleId}/deliverable`)
    await page.getByText('client is changing their answer.').waitFor()
    await page.getByText('Opening hours · not invoiced yet').waitFor()
    const word = { decision: 'changes_requested', comment: 'The colour is wrong.' }
    expect((await decide(body.id as string, word)).status).toBe(200)
    await page.getByText('client changed their answer.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'changed answer')
    expect(wrong).toEqual([])
    await close()
  })
})
