import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { migrations } from '../../../testing/cluster.ts'
import { cycleIn, taskIn } from '../../../testing/cycles.ts'
import { testDatabase } from '../../../testing/database.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listCycles } from '../../delivery/cycles/contract.ts'
import { getTask } from '../../delivery/tasks/contract.ts'
import { createProject, deleteProject, updateProject } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const earlier = await testDatabase({ empty: true })

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

test('a handle stays when the project is renamed, and none is given twice when it is deleted', async () => {
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

test.runIf(isLong)('a workspace with every near handle taken still gives one', async () => {
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

test.runIf(isLong)('an upgrade gives handles in the order of creation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of (await readdir(migrations)).filter((file) => file < '0130'))
    await cp(join(migrations, name), join(folder, name))
  await migrate({ url: earlier.url, folder })
  const client = new pg.Client({ connectionString: earlier.url })
  await client.connect()
  onTestFinished(() => client.end())
  const [workspace, first, second, cycle, task, later] = Array.from({ length: 6 }, () => uuidv7())
  await client.query(`insert into workspace (id, name) values ('${workspace}', 'Agency')`)
  await client.query(
    `insert into project (id, workspace_id, name, created_at, created_by, updated_at) values
       ('${second}', '${workspace}', 'Harbour site', '2026-02-01', '${first}', now()),
       ('${first}', '${workspace}', 'Harbour shop', '2026-01-01', '${first}', now())`,
  )
  const cycleRow = (id: string, at: string) =>
    `('${id}', '${workspace}', '${first}', 'Title', 'Text', 'draft', now(), '${at}', '${first}', now())`
  await client.query(
    `insert into cycle (id, workspace_id, project_id, title, description, status, status_changed_at, created_at,
       created_by, updated_at) values ${cycleRow(later!, '2026-03-02')}, ${cycleRow(cycle!, '2026-03-01')}`,
  )
  await client.query(
    `insert into task (id, workspace_id, project_id, cycle_id, number, title, description, status, status_changed_at,
       created_at, updated_at)
     values ('${task}', '${workspace}', '${first}', '${cycle}', 1, 'Title', '', 'queued', now(), '2026-03-01', now())`,
  )
  await migrate({ url: earlier.url, folder: migrations })
  const { rows } = await client.query<{ id: string; handle: string }>(
    'select id, handle from project union all select id, handle from cycle union all select id, handle from task',
  )
  expect(Object.fromEntries(rows.map(({ id, handle }) => [id, handle]))).toEqual({
    [first!]: 'HAR',
    [second!]: 'HS',
    [cycle!]: 'HAR-1',
    [task!]: 'HAR-2',
    [later!]: 'HAR-3',
  })
  const added = await client.query<{ handle: string }>(
    `insert into cycle (id, workspace_id, project_id, title, description, status, status_changed_at, created_at,
       created_by, updated_at) values ${cycleRow(uuidv7(), '2026-03-03')} returning handle`,
  )
  expect(added.rows).toEqual([{ handle: 'HAR-4' }])
})
