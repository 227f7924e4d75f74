import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { addCycleTask } from '../contract.ts'
import { lockCycle } from '../../cycles/locks.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('201 beside a run that locks the project and wants the cycle, without a deadlock', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const id = await cycleIn(server, at, projectId)
  const body = { title: 'Add a form', description: 'Add a form for orders.' }
  const added = await server.database.within(at.workspace, async (tx) => {
    await lockProject(tx, projectId)
    const reply = await at.owner.call(addCycleTask, { id, body })
    await lockCycle(tx, id)
    return reply
  })
  expect(added).toMatchObject({ status: 201, body: { title: 'Add a form' } })
})
