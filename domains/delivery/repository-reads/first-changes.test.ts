import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { cycleIn, emptyProject, taskIn } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { nodeLibrary } from '../../../testing/delivery.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProjectRevisionHead } from '../../code/revisions/contract.ts'
import { listFirstChanges } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const due = '// TODO: remove after 2026-01-31\n'
const manifest = '{ "name": "sum", "scripts": { "test": "node --test" }, "dependencies": { "left-pad": "^1.0.0" } }\n'

test('200 suggests what the files show, and after a cycle also what its checks on the same commit show', async () => {
  const at = await scene(server)
  const bundle = await bundleOf({ ...nodeLibrary, 'package.json': manifest, 'old.js': due })
  const { projectId } = await importProject(at.owner, bundle)
  const ask = () => at.owner.call(listFirstChanges, { id: projectId })
  const { status, body } = await unchanged(server, ask)
  expect([status, body.commitSha, body.passed]).toEqual([200, bundle.commitSha, []])
  expect(body.changes.map(({ title }: { title: string }) => title)).toEqual([
    'Add a lock file for the packages of package.json',
    'Do what old.js:1 puts off',
  ])
  const cycleId = await cycleIn(server, at, projectId)
  const task = await taskIn(server, at, { projectId, cycleId })
  const { body: head } = await at.owner.call(getProjectRevisionHead, { id: projectId })
  await asOwner(server, 'update task set base_sha = $2 where id = $1', [task.id, head.commitSha])
  const insert = `insert into task_check (workspace_id, task_id, run_id, phase, name, command, outcome, duration_ms, log, created_at)
    values ($1, $2, $3, 'base', $4, $5, $6, 5, $7, now())`
  const ids = [at.workspace, task.id, task.runId]
  await asOwner(server, insert, [...ids, 'test', 'node --test', 'failed', 'not ok 1 - adds\n'])
  await asOwner(server, insert, [...ids, 'lint', 'eslint .', 'passed', ''])
  const { body: later } = await ask()
  expect(later.passed).toEqual([{ command: 'eslint .', durationMs: 5, tests: null }])
  expect(later.changes).toHaveLength(3)
  expect(later.changes[0]).toEqual({
    title: 'Make the tests pass that fail with node --test',
    reason: 'They say: not ok 1 - adds',
    touches: 'the code that these tests run',
    proof: 'node --test passes',
  })
})

test('200 suggests nothing where nothing is evident, and 404 for an unknown project', async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(listFirstChanges, { id: await emptyProject(at.owner) })
  expect(body.changes).toEqual([])
  expectError(await at.owner.call(listFirstChanges, { id: uuidv7() }), 404, 'not_found')
})
