import { expect, test } from 'vitest'
import { emptyProject } from '../../../testing/cycles.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProjectRevisionHead } from '../../code/revisions/contract.ts'
import {
  decideDeliverableApproval,
  getDeliverable,
  publishDeliverable,
  requestDeliverableApproval,
  upsertDeliverable,
} from './contract.ts'

const server = await testServer()

test('what a cycle delivers ends what was asked before, and is what the next snapshot shows', async () => {
  const at = await scene(server)
  const projectId = await mergeUnverified(at.owner, await emptyProject(at.owner))
  await at.grant(projectId, at.clientId, 'view')
  const cycleId = await propose(at.owner, projectId, fileBlock('hours.txt', 'Mon to Fri\n'))
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Opening hours' } })
  const early = await at.owner.call(publishDeliverable, { cycleId })
  expect(early.body).toMatchObject({ commitSha: null, artifacts: [] })
  const ask = () => at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId: at.clientId } })
  const decide = (approvalId: unknown) =>
    at.client.call(decideDeliverableApproval, { cycleId, approvalId, body: { decision: 'approved' } })
  const asked = (await ask()).body.id as string

  expect((await runCycle(at.owner, cycleId)).cycle).toMatchObject({ status: 'completed' })
  expectError(await decide(asked), 409, 'deliverable_changed')
  expect((await at.client.call(getDeliverable, { cycleId })).body).toMatchObject({
    commitSha: null,
    artifacts: [],
    approval: 'outdated',
    progress: { tasks: 1, tasksDone: 1 },
  })

  await at.owner.call(publishDeliverable, { cycleId })
  const { commitSha, manifestSha256 } = (await at.owner.call(getProjectRevisionHead, { id: projectId })).body
  const shown = (await at.client.call(getDeliverable, { cycleId })).body
  expect(shown).toMatchObject({ commitSha, artifacts: [{ name: 'manifest.json', sha256: manifestSha256 }] })
  expect(await decide((await ask()).body.id)).toMatchObject({ status: 200, body: { revision: 2 } })
})
