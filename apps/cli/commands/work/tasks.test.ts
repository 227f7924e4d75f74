import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { attachProjectRepo } from '../../../../domains/code/repositories/contract.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const run = (caller: Caller, ...words: string[]) => runForText(server, caller, words)

test.runIf(isLong)('tasks lists, adds, changes and removes the tasks of a cycle', async () => {
  const at = await scene(server)
  const id = await cycleIn(server, at, await emptyProject(at.owner))
  const tasks = (...words: string[]) => run(at.owner, 'tasks', ...words)
  expect((await tasks(id)).said).toEqual(['This cycle has no task yet. A run makes them, or add one.'])
  expect((await tasks('add', 'Lay the floor', '--cycle', id)).printed).toBe('Task 1: Lay the floor')
  await tasks('add', 'Then the walls.', '--title', 'Walls', '--after', '1', '--cycle', id)
  expect((await tasks(id)).printed).toMatch(
    /^ 1 {2}EMP-2 {2}queued {5}Lay the floor\n 2 {2}EMP-3 {2}queued {5}Walls, after 1$/,
  )
  expect((await tasks('remove', '1', '--cycle', id)).failure).toMatchObject({ code: 'task_needed' })
  expect((await tasks('edit', '2', '--cycle', id)).failure).toMatchObject({
    message: expect.stringContaining('--title'),
  })
  expect((await tasks('edit', 'emp-3', '--title', 'Roof', '--after-none', '--cycle', id)).printed).toBe('Task 2: Roof')
  expect((await tasks('edit', '9', '--title', 'x', '--cycle', id)).failure).toMatchObject({ code: 'no_task' })
  expect((await tasks('remove', '1', '--cycle', id)).said).toEqual(['The task “Lay the floor” is removed.'])
  expect((await tasks(id)).printed).toMatch(/^ 2 {2}EMP-3 {2}queued {5}Roof$/)
})

test('tasks adds one for another repository of the project by its label', async () => {
  const { owner, ...at } = await scene(server)
  const projectId = await emptyProject(owner)
  const id = await cycleIn(server, { owner, ...at }, projectId)
  const { body: api } = await owner.call(attachProjectRepo, { id: projectId, body: { empty: true, label: 'API' } })
  const add = (repo: string) => run(owner, 'tasks', 'add', 'Serve the hours', '--repo', repo, '--cycle', id)
  expect((await add('api')).documents).toMatchObject([{ title: 'Serve the hours', repositoryId: api.id }])
  expect((await add('docs')).failure).toBeDefined()
})
