import { expect, test } from 'vitest'
import { deleteProject, updateProject } from '../domains/code/projects/contract.ts'
import { auditOf } from './audit/audit-chain.ts'
import { emptyProject } from './cycles.ts'
import { crowd, racing } from './racing.ts'
import { scene } from './scene.ts'
import { testServer } from './server.ts'

const server = await testServer()

test('200 for one of concurrent callers that delete one project, 404 for the others', async () => {
  const { owner, member, workspace, eventNames } = await scene(server)
  const id = await emptyProject(owner)
  const { statuses } = await racing(crowd, (at) => [owner, member][at % 2]!.call(deleteProject, { id }))
  expect(statuses).toEqual({ 200: 1, 404: crowd - 1 })
  const actions = (await auditOf(server, workspace, id)).map(({ action }) => action)
  expect(actions).toEqual(['project.create', 'project.delete'])
  expect(await eventNames(id)).toEqual(['project.created', 'project.deleted'])
})

test('200 for everyone in a crowd that uses one project name', async () => {
  const { owner, rows } = await scene(server)
  const ids = await Promise.all([1, 2, 3, 4].map(() => emptyProject(owner)))
  const call = (at: number) => owner.call(updateProject, { id: ids[at % ids.length], body: { name: 'Shop' } })
  const { statuses } = await racing(crowd, call)
  expect(statuses).toEqual({ 200: crowd })
  expect((await rows('project')).map(({ name }) => name)).toEqual(['Shop', 'Shop', 'Shop', 'Shop'])
})
