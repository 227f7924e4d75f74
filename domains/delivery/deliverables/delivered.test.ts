import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getDeployment, listDeployments } from '../../code/deployments/contract.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { getProjectRevisionHead } from '../../code/revisions/contract.ts'
import {
  decideDeliverableApproval,
  getDeliverable,
  publishDeliverable,
  requestDeliverableApproval,
  upsertDeliverable,
} from './contract.ts'

const server = await testServer()

test.runIf(isLong)('a delivery ends earlier questions, and is the content of the next snapshot', async () => {
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
  expect(shown).toMatchObject({
    commitSha,
    artifacts: [{ name: 'manifest.json', sha256: manifestSha256 }, { name: 'bill-of-materials.cdx.json' }],
  })
  expect(await decide((await ask()).body.id)).toMatchObject({
    status: 200,
    body: { revision: 2, shipped: false, reason: { code: 'policy' } },
  })
})

test('an approval ships exactly the approved commit, once the last reviewer approved it', async () => {
  const at = await scene(server)
  const other = await at.join('client')
  const projectId = await mergeUnverified(at.owner, await emptyProject(at.owner))
  for (const userId of [at.clientId, other.userId]) await at.grant(projectId, userId, 'view')
  const cycleId = await propose(at.owner, projectId, fileBlock('index.html', '<h1>Hours</h1>\n'))
  expect((await runCycle(at.owner, cycleId)).cycle).toMatchObject({ status: 'completed' })
  const runtime = { delivery: { onApproval: 'deploy' } }
  expect((await at.owner.call(updateProject, { id: projectId, body: { runtime } })).status).toBe(200)
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Opening hours' } })
  const { commitSha } = (await at.owner.call(publishDeliverable, { cycleId })).body
  const decide = async (reviewerId: string, caller: typeof at.client) => {
    const asked = await at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId } })
    const input = { cycleId, approvalId: asked.body.id as string, body: { decision: 'approved' } }
    return () => caller.call(decideDeliverableApproval, input)
  }
  const first = await decide(at.clientId, at.client)
  const last = await decide(other.userId, other.caller)
  const deployed = async () => (await at.owner.call(listDeployments, { query: { projectId } })).body
  expect((await first()).body).toMatchObject({ shipped: false, reason: { code: 'others_undecided' } })
  expect(await deployed()).toEqual([])
  expect((await last()).body).toMatchObject({ shipped: true, reason: { code: 'deployed' } })
  expect(await deployed()).toMatchObject([{ kind: 'production', commitSha, cycleId: null }])
  const [{ id }] = (await deployed()) as [{ id: string }]
  await expect.poll(async () => (await at.owner.call(getDeployment, { id })).body.status).toBe('live')
  // Where a browser is installed, a picture of it may follow.
  expect((await at.eventNames(id)).slice(0, 2)).toEqual(['deployment.requested', 'deployment.live'])
})
