import { expect, test } from 'vitest'
import { endOf, fileBlock, nodeLibrary, propose, runCycle, mergeUnverified } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/leftovers.ts'
import { bundleOf, importProject, type FileSpec } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { getTask, getTaskReviewEvidence } from '../../tasks/contract.ts'
import { executeCycle, getCycleRunDiagnostics } from '../contract.ts'

// The agent has no more time than a command: enough for it on a busy machine, and little to wait for one that hangs.
const server = await testServer({ ATELIER_SANDBOX_WALL_SECONDS: '6' })

const world = async (files: Readonly<Record<string, FileSpec>> = nodeLibrary, runtime: object = {}) => {
  const at = await scene(server)
  const { projectId, revisionId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId, runtime)
  return { at, projectId, revisionId }
}
type World = Awaited<ReturnType<typeof world>>

const run = async ({ at, projectId }: World, description: string) => {
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  const checks = (body.checks ?? []) as {
    phase: string
    name: string
    outcome: string
    stoppedBy: string | null
    log: string
  }[]
  return { cycle, task: tasks[0], evidence: body, checks }
}
const outcomes = (checks: readonly { phase: string; name: string; outcome: string }[]) =>
  checks.map(({ phase, name, outcome }) => `${phase} ${name} ${outcome}`)
const harmless = fileBlock('NOTES.md', 'Adds numbers.\n')
const breaking = fileBlock('sum.js', 'export const sum = (a, b) => a - b\n')
const weaker = fileBlock('package.json', '{ "name": "sum", "type": "module", "scripts": { "test": "true" } }\n')

test('a change whose checks pass before and after is merged, with the output of each check', async () => {
  const made = await world()
  const { cycle, checks, evidence } = await run(made, harmless)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(outcomes(checks)).toEqual(['base test passed', 'task test passed'])
  for (const { log } of checks) expect(log).toContain('pass 1')
  expect(evidence).toMatchObject({
    verdict: { approved: true, outcome: 'verified', provedBy: ['test'], reasons: [], findings: [] },
    checks: [{ command: 'node --test --test-isolation=none', exitCode: 0 }, {}],
  })
  expect(await leftovers(server)).toEqual({})
})

test('a change that breaks a check is sent back, and finally refused with the output of the check, which it cannot replace', async () => {
  const made = await world()
  const { cycle, task, checks } = await run(made, breaking + weaker)
  const failure = {
    message: expect.stringContaining('The check “test” passed before the change and does not pass any more.'),
    ...{ step: 'review-task', code: 'review_refused', log: expect.stringMatching(/^test:\n[\s\S]*-1 == 3/) },
  }
  expect(cycle).toMatchObject({ status: 'failed', failure, mergedSha: null, revisionId: null })
  expect(task).toMatchObject({ status: 'failed', failure })
  expect(outcomes(checks)).toEqual(['base test passed', 'task test failed'])
  const { body } = await made.at.owner.call(getCycleRunDiagnostics, { id: cycle.id })
  expect(body).toMatchObject({ status: 'failed', failure, parked: [], endedAt: expect.any(String) })
  const names = (body.steps as { name: string }[]).map(({ name }) => name).reverse()
  expect(names).toEqual([
    ...['plan', 'check-base', 'advance', 'build-task', 'check-task', 'review-task', 'build-task', 'advance'],
  ])
  expect((await made.at.owner.call(getProjectRevisionHead, { id: made.projectId })).body.revisionId).toBe(
    made.revisionId,
  )
  expect(await made.at.eventNames(task.id)).toEqual([
    ...['task.queued', 'task.checked', 'task.building', 'task.testing', 'task.checked', 'task.reviewing'],
    ...['task.reviewed', 'task.building', 'task.failed'],
  ])
  expect(await leftovers(server)).toEqual({})
})

test('what fails, hangs or cannot run on the base blocks nothing, and files that checks write are not part of the change', async () => {
  const check = (name: string, command: string) => ({ name, command })
  const made = await world(nodeLibrary, {
    checks: [
      check('broken', 'false'),
      check('mended', '[ -e NOTES.md ]'),
      check('slow', 'echo begun; [ -e NOTES.md ] || sleep 600'),
      check('lint', 'no-such-linter --all'),
      check('writes', 'echo x > written.txt; echo y >> sum.js'),
    ],
  })
  const { cycle, checks, evidence } = await run(made, harmless)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(outcomes(checks).sort()).toEqual([
    ...['base broken failed', 'base lint could_not_run', 'base mended failed', 'base slow could_not_run'],
    ...['base writes passed', 'task broken failed', 'task lint could_not_run', 'task mended passed'],
    ...['task slow passed', 'task writes passed'],
  ])
  const slow = checks.filter(({ name }) => name === 'slow')
  expect(slow).toMatchObject([
    { phase: 'base', stoppedBy: 'wall-time', log: 'begun' },
    { phase: 'task', stoppedBy: null },
  ])
  expect((evidence.files as { path: string }[]).map(({ path }) => path)).toEqual(['NOTES.md'])
})

test('checks with the same name, or the name of the setup, are all reported, and one that hangs on the change alone refuses it', async () => {
  const check = (name: string, command: string) => ({ name, command })
  const broken = '[ ! -e NOTES.md ]'
  const slow = check('slow', 'echo begun; [ ! -e NOTES.md ] || sleep 600')
  const made = await world(nodeLibrary, {
    checks: [check('test', broken), check('test', 'true'), check('setup', broken), slow],
  })
  const { cycle, checks } = await run(made, harmless)
  expect(outcomes(checks).sort()).toEqual([
    ...['base setup 2 passed', 'base slow passed', 'base test 2 passed', 'base test passed'],
    ...['task setup 2 failed', 'task slow could_not_run', 'task test 2 passed', 'task test failed'],
  ])
  expect(checks.find(({ phase, name }) => phase === 'task' && name === 'slow')!.stoppedBy).toBe('wall-time')
  expect(cycle).toMatchObject({ status: 'failed', failure: { code: 'review_refused' } })
  for (const name of ['test', 'setup 2', 'slow']) expect(cycle.failure.message).toContain(`“${name}” passed before`)
  expect(cycle.failure.log).toContain('slow:\nbegun')
  expect(await leftovers(server)).toEqual({})
})

test('a script that a check calls is asked for its tests, and one that a change empties has none', async () => {
  const made = await world(nodeLibrary, { checks: [{ name: 'test', command: 'npm test' }] })
  const { cycle, checks } = await run(made, breaking + weaker)
  expect(cycle.status).toBe('failed')
  expect(checks).toMatchObject([
    { phase: 'base', outcome: 'passed', command: 'npm test', tests: { runner: 'node --test', passed: 1 } },
    { phase: 'task', outcome: 'failed', exitCode: 0, tests: { total: 0, problem: expect.stringMatching(/no runner/) } },
  ])
})

test('evidence tells which of the changed lines a check ran, and why it cannot where it cannot', async () => {
  const [report, line] = ['out/*.info', 'SF:sum.js\\nDA:1,1\\nDA:3,0\\nend_of_record\\n']
  const checks = [
    { name: 'test', command: 'node --test --experimental-test-coverage --test-isolation=none' },
    {
      ...{ name: 'declared', command: `mkdir -p out; printf '${line}' >out/a.info` },
      coverage: { path: report, format: 'lcov' },
    },
    { name: 'forged', command: 'true', coverage: { path: 'old.info', format: 'lcov' } },
    { name: 'nowhere', command: 'true coverage' },
    { name: 'none', command: 'true' },
  ]
  const made = await world({ ...nodeLibrary, 'old.info': 'SF:sum.js\nDA:1,1\nend_of_record\n' }, { checks })
  const more = 'export const sum = (a, b) => a + b\nexport const half = (a) => {\n  return a / 2\n}\n'
  const { evidence } = await run(made, `${fileBlock('sum.js', more)}${fileBlock('new.js', 'export const a = 1\n')}`)
  const coverage = (phase: string) =>
    Object.fromEntries(
      (evidence.checks as { name: string; phase: string; coverage: object | null }[])
        .filter((check) => check.phase === phase)
        .map((check) => [check.name, check.coverage]),
    )
  const measured = { path: null, format: 'lcov', problem: null }
  expect(coverage('base').test).toMatchObject({ ...measured, changed: null })
  expect(coverage('task')).toEqual({
    test: {
      ...measured,
      ...{ linesCovered: expect.any(Number), linesTotal: expect.any(Number) },
      changed: {
        ...{ linesCovered: 1, linesTotal: 3, notMeasured: ['new.js'], truncated: false },
        missed: [{ path: 'sum.js', lines: [{ from: 3, to: 4 }] }],
      },
    },
    declared: {
      ...{ ...measured, path: report, linesCovered: 1, linesTotal: 2 },
      changed: {
        ...{ linesCovered: 0, linesTotal: 1, notMeasured: ['new.js'], truncated: false },
        missed: [{ path: 'sum.js', lines: [{ from: 3, to: 3 }] }],
      },
    },
    forged: expect.objectContaining({ problem: 'No file at old.info was written while the check ran.', changed: null }),
    nowhere: expect.objectContaining({ format: null, problem: expect.stringMatching(/left no coverage/) }),
    none: null,
  })
  expect(evidence).toMatchObject({
    verdict: { outcome: 'verified', findings: [{ kind: 'coverage_dropped', level: 'note', path: 'sum.js' }] },
  })
})

test('a failed cycle can run again with a new run and task, and the first run stays', async () => {
  const made = await world(nodeLibrary, { checks: [{ name: 'gate', command: '[ ! -e NOTES.md ]' }] })
  const { at, projectId } = made
  const { cycle, task, evidence } = await run(made, harmless)
  expect(cycle).toMatchObject({ status: 'failed', runNumber: 1 })
  await at.owner.call(updateProject, { id: projectId, body: { runtime: {} } })
  const started = await at.owner.call(executeCycle, { id: cycle.id })
  expect(started).toMatchObject({ status: 200, body: { runNumber: 2, status: 'planning' } })
  const again = await endOf(at.owner, cycle.id)
  expect(again.cycle).toMatchObject({ status: 'completed', runNumber: 2, failure: null })
  const failed = await at.owner.call(getTask, { id: task.id })
  expect(failed.body).toEqual({ ...task, status: 'failed', branch: expect.stringMatching(/\/1\/task-1$/) as string })
  expect(again.tasks).toMatchObject([
    {
      number: 1,
      status: 'done',
      failure: null,
      runId: started.body.runId,
      branch: expect.stringMatching(/\/2\/task-1$/),
    },
  ])
  expect(again.tasks).toHaveLength(1)
  expect((await at.owner.call(getTaskReviewEvidence, { id: task.id })).body).toEqual(evidence)
  expect(await at.rows('revision')).toHaveLength(2)
  expect(await at.owner.call(executeCycle, { id: cycle.id })).toMatchObject({ status: 409 })
})
