import { expect, test } from 'vitest'
import { listAgents } from '../../domains/agents/agents/contract.ts'
import { listProjects } from '../../domains/code/projects/contract.ts'
import { askClientQuestion } from '../../domains/delivery/cycles/contract.ts'
import { listDeliverables } from '../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../domains/delivery/requests/contract.ts'
import { listTasks } from '../../domains/delivery/tasks/contract.ts'
import { cycleIn, emptyProject, taskIn } from '../cycles.ts'
import { publishedIn } from '../runs/deliverables.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer()

test('lists of projects, tasks, agents, deliverables and requests count what each caller sees', async () => {
  const at = await scene(server)
  const shared = await emptyProject(at.owner)
  const other = await emptyProject(at.owner)
  await at.grant(shared, at.clientId, 'steer')
  for (const projectId of [shared, other]) {
    const cycleId = await cycleIn(server, at, projectId)
    await taskIn(server, at, { projectId, cycleId }, 'queued', 1)
    await taskIn(server, at, { projectId, cycleId }, 'queued', 2)
    for (const title of ['One', 'Two'])
      await at.owner.call(askClientQuestion, { body: { cycleId, title, question: 'Which?' } })
    await publishedIn(server, at, projectId, { title: 'First' })
    await publishedIn(server, at, projectId, { title: 'Second' })
  }
  const bound = await at.join('member', { projectIds: [shared] })
  const counted: unknown[] = []
  for (const caller of [at.owner, bound.caller, at.client])
    for (const list of [listProjects, listTasks, listAgents, listDeliverables, listPendingRequests] as const) {
      const whole = await caller.call(list)
      if (whole.status !== 200) continue
      const { headers, body } = await caller.call(list, { query: { limit: 1 }, headers: { prefer: 'count' } })
      const rows = (whole.body as unknown[]).length
      expect([list.id, (body as unknown[]).length, headers.get('total-count')]).toEqual([list.id, 1, String(rows)])
      counted.push(list.id)
    }
  expect(counted).toHaveLength(14)
})
