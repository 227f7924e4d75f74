import { expect, test } from 'vitest'
import { getTaskReviewEvidence } from '../tasks/contract.ts'
import { testServer } from '../../../testing/server.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { fileBlock, nodeLibrary, propose, runCycle, mergeUnverified } from '../../../testing/delivery.ts'

const server = await testServer()

// Its setup leaves what the test needs where git does not look.
const counted = {
  ...nodeLibrary,
  '.gitignore': 'installed/\n',
  'package-lock.json': '{ "lockfileVersion": 3 }\n',
  'sum.test.js':
    "import { readFileSync } from 'node:fs'\nimport test from 'node:test'\ntest('is set up', () => readFileSync('installed/marker'))\n",
}

const checksAfter = async ({ owner }: Scene, projectId: string, setup: string, path: string) => {
  await mergeUnverified(owner, projectId, { setup })
  const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, fileBlock(path, 'x\n')))
  const { body } = await owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  const checks = body.checks as { phase: string; name: string; outcome: string; log: string }[]
  return {
    status: cycle.status as string,
    checks: checks.map(({ phase, name, outcome, log }) => ({ is: `${phase} ${name} ${outcome}`, log })),
  }
}

test('a setup command of the project’s own runs once for a tree, and its results are available to every check', async () => {
  const a = await scene(server)
  const { projectId } = await importProject(a.owner, await bundleOf(counted))
  const setup = 'mkdir installed && date +%N > installed/marker && echo really ran'
  const first = await checksAfter(a, projectId, setup, 'one.txt')
  expect(first.status).toBe('completed')
  expect(first.checks.map(({ is }) => is)).toEqual([
    'base setup passed',
    'base test passed',
    'task setup passed',
    'task test passed',
  ])
  expect(first.checks.map(({ log }) => log.includes('really ran'))).toEqual([true, false, true, false])
})

test('a failing setup command is reported, its checks do not run, and the change is not blocked', async () => {
  const a = await scene(server)
  const { projectId } = await importProject(a.owner, await bundleOf(counted))
  const { status, checks } = await checksAfter(a, projectId, 'echo no packages; exit 3', 'one.txt')
  expect(status).toBe('completed')
  expect(checks.map(({ is }) => is)).toEqual([
    'base setup failed',
    'base test could_not_run',
    'task setup failed',
    'task test could_not_run',
  ])
  expect(checks[0]!.log).toContain('no packages')
})
