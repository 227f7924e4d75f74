import { expect, test } from 'vitest'
import { breaking, checkedWorld, harmless, outcomes, runChecked, weaker } from '../../../../testing/checked-runs.ts'
import { endOf, fileBlock, nodeLibrary, propose, runCycle } from '../../../../testing/delivery.ts'
import { bundleOf, importProject, type FileSpec } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getTask, getTaskReviewEvidence } from '../../tasks/contract.ts'
import { executeCycle } from '../contract.ts'

// The agent has no more time than a command: enough for it on a busy machine, and little to wait for one that hangs.
const server = await testServer({ ATELIER_SANDBOX_WALL_SECONDS: '6' })

test('what fails, hangs or cannot run on the base blocks nothing, and files that checks write are not part of the change', async () => {
  const check = (name: string, command: string) => ({ name, command })
  const made = await checkedWorld(server, nodeLibrary, {
    checks: [
      check('broken', 'false'),
      check('mended', '[ -e NOTES.md ]'),
      check('slow', 'echo begun; [ -e NOTES.md ] || sleep 600'),
      check('lint', 'no-such-linter --all'),
      check('writes', 'echo x > written.txt; echo y >> sum.js'),
    ],
  })
  const { cycle, checks, evidence } = await runChecked(made, harmless)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(outcomes(checks).sort()).toEqual([
    'base broken failed',
    'base lint could_not_run',
    'base mended failed',
    'base slow could_not_run',
    'base writes passed',
    'task broken failed',
    'task lint could_not_run',
    'task mended passed',
    'task slow passed',
    'task writes passed',
  ])
  const slow = checks.filter(({ name }) => name === 'slow')
  expect(slow).toMatchObject([
    { phase: 'base', stoppedBy: 'wall-time', log: 'begun' },
    { phase: 'task', stoppedBy: null },
  ])
  expect((evidence.files as { path: string }[]).map(({ path }) => path)).toEqual(['NOTES.md'])
})

test('a script that a check calls is asked for its tests, and one that a change empties has none', async () => {
  const made = await checkedWorld(server, nodeLibrary, { checks: [{ name: 'test', command: 'npm test' }] })
  const { cycle, checks } = await runChecked(made, breaking + weaker)
  expect(cycle.status).toBe('failed')
  expect(checks).toMatchObject([
    { phase: 'base', outcome: 'passed', command: 'npm test', tests: { runner: 'node --test', passed: 1 } },
    { phase: 'task', outcome: 'failed', exitCode: 0, tests: { total: 0, problem: expect.stringMatching(/no runner/) } },
  ])
})

test('a failed cycle can run again with a new run and task, and the first run stays', async () => {
  const made = await checkedWorld(server, nodeLibrary, { checks: [{ name: 'gate', command: '[ ! -e NOTES.md ]' }] })
  const { at, projectId } = made
  const { cycle, task, evidence } = await runChecked(made, harmless)
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

// Its setup leaves what the test needs where git does not look.
const counted = {
  ...nodeLibrary,
  '.gitignore': 'installed/\n',
  'package-lock.json': '{ "lockfileVersion": 3 }\n',
  'sum.test.js':
    "import { readFileSync } from 'node:fs'\nimport test from 'node:test'\ntest('is set up', () => readFileSync('installed/marker'))\n",
}

test('a setup command of the project’s own runs once for a tree, and its results are available to every check', async () => {
  const setup = 'mkdir installed && date +%N > installed/marker && echo really ran'
  const made = await checkedWorld(server, counted, { setup })
  const { cycle, checks } = await runChecked(made, fileBlock('one.txt', 'x\n'))
  expect(cycle.status).toBe('completed')
  expect(outcomes(checks)).toEqual(['base setup passed', 'base test passed', 'task setup passed', 'task test passed'])
  expect(checks.map(({ log }) => log.includes('really ran'))).toEqual([true, false, true, false])
})

const command = (text: string) => `\`\`\`run\n${text}\n\`\`\`\n`
// Put together here, so that no scanner takes this file for one that holds a secret.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')
const files = { 'README.md': '# Notes\n', 'src/a.txt': 'one\n' }

const review = async (description: string, given: Readonly<Record<string, FileSpec>> = files) => {
  const ended = await runChecked(await checkedWorld(server, given), description)
  return { ...ended, isDelivered: ended.cycle.revisionId !== null }
}

test('a nested repository is not part of a change, and the failure reports it', async () => {
  const { cycle, isDelivered } = await review(
    command('git init -q nested && cd nested && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m x'),
  )
  expect(cycle).toMatchObject({
    status: 'failed',
    failure: { code: 'no_change', message: expect.stringContaining('nested/ is a git repository of its own') },
  })
  expect(isDelivered).toBe(false)
})

test('earlier faults are not held against a change unless it adds more', async () => {
  const old = `${token}\n`
  const { cycle } = await review(fileBlock('src/old.txt', `# kept\n${old}`), {
    ...files,
    'src/old.txt': old,
    link: { link: 'src/a.txt' },
  })
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
})

test('links within the repository, executable bits, binary files and deletions are delivered', async () => {
  const { cycle, evidence, isDelivered } = await review(
    command(
      `ln -sfn a.txt src/link; printf 'x' > run.sh; chmod +x run.sh; printf '\\000\\001' > data.bin; rm README.md; mkdir 'a b'; echo é > 'a b/ü.txt'`,
    ),
  )
  expect([cycle.status, isDelivered]).toEqual(['completed', true])
  const seen = (evidence.files as { path: string; kind: string; binary: boolean }[]).map(
    ({ path, kind, binary }) => `${kind} ${path}${binary ? ' binary' : ''}`,
  )
  expect(seen.sort()).toEqual([
    'added a b/ü.txt',
    'added data.bin binary',
    'added run.sh',
    'added src/link',
    'deleted README.md',
  ])
})

test('a change is sent back at most as often as the project allows', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
  // Each attempt adds one more marker, so that the agent has always changed something.
  const { cycle } = await runCycle(
    at.owner,
    await propose(at.owner, projectId, command(`echo '<<<<<<< ours' >> src/a.txt`)),
  )
  expect(cycle.failure).toMatchObject({
    step: 'review-task',
    message: expect.stringMatching(/^The review refused the change\. /),
  })
  const names = async () => (await at.rows('run_step')).map(({ name }) => name).filter((name) => name === 'build-task')
  expect(await names()).toHaveLength(1)
  await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 2 } })
  const second = await runCycle(at.owner, cycle.id)
  expect(second.cycle.failure).toMatchObject({
    code: 'review_refused',
    message: expect.stringMatching(/^The review refused the change\. /),
  })
  expect(await names()).toHaveLength(1 + 3)
})
