import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { cycleIn, taskIn } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listCycles } from '../../delivery/cycles/contract.ts'
import { getTask } from '../../delivery/tasks/contract.ts'
import { createProject, deleteProject, updateProject } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const projectCalled = async ({ owner }: Pick<Scene, 'owner'>, name: string) =>
  (await owner.call(createProject, { body: { name } })).body as { id: string; handle: string }
const handlesOf = async (at: Scene, ...names: readonly string[]) => {
  const handles: string[] = []
  for (const name of names) handles.push((await projectCalled(at, name)).handle)
  return handles
}

test('a project gets letters of its name, and another with the same beginning others', async () => {
  const at = await scene(server)
  const names = [
    'Harbour shop',
    'Harbour site',
    'Harbour stand',
    'harbour stock',
    'Überweisung',
    'A',
    'Go',
    '日本',
    '42',
  ]
  expect(await handlesOf(at, ...names)).toEqual(['HAR', 'HS', 'HARB', 'HAB', 'UBE', 'AAF', 'GO', 'PAH', 'PAI'])
})

test('a handle stays when the project is renamed, and a deleted handle is never assigned again', async () => {
  const at = await scene(server)
  const { id } = await projectCalled(at, 'Harbour')
  expect((await at.owner.call(updateProject, { id, body: { name: 'Marina' } })).body.handle).toBe('HAR')
  await at.owner.call(deleteProject, { id })
  expect(await handlesOf(at, 'Harbour', 'Marina')).toEqual(['HARB', 'MAR'])
})

test('projects that are created at once get different handles', async () => {
  const at = await scene(server)
  const created = await Promise.all(Array.from({ length: 8 }, (_, n) => projectCalled(at, `Harbour ${n}`)))
  expect(new Set(created.map(({ handle }) => handle)).size).toBe(8)
})

test.runIf(isLong)('a workspace with every near handle taken still finds a free one', async () => {
  const at = await scene(server)
  await asOwner(
    server,
    `insert into project (id, workspace_id, name, created_at, created_by, updated_at)
     select gen_random_uuid(), $1, 'Q' || n, now(), $2, now() from generate_series(1, 676) n`,
    [at.workspace, uuidv7()],
  )
  expect(await handlesOf(at, 'Q')).toEqual([expect.stringMatching(/^[A-Z]{4}$/)])
})

test('cycles and tasks share the numbers of their project, also when they come at once', async () => {
  const at = await scene(server)
  const project = await projectCalled(at, 'Harbour')
  const other = await projectCalled(at, 'Marina')
  const cycleId = await cycleIn(server, at, project.id)
  const task = await taskIn(server, at, { projectId: project.id, cycleId })
  expect((await at.member.call(getTask, { id: task.id })).body.handle).toBe('HAR-2')
  await Promise.all([...Array(8).fill(project.id), other.id].map((id: string) => cycleIn(server, at, id)))
  const { body } = await at.member.call(listCycles, { query: { projectId: project.id } })
  const handles = (body as { handle: string }[]).map(({ handle }) => handle)
  expect(handles.toSorted()).toEqual([1, 10, 3, 4, 5, 6, 7, 8, 9].map((number) => `HAR-${number}`))
  const others = await at.member.call(listCycles, { query: { projectId: other.id } })
  expect(others.body).toMatchObject([{ handle: 'MAR-1' }])
})
