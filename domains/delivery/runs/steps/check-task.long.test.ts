import { expect, test } from 'vitest'
import { isSoak } from '../../../../testing/soak.ts'
import {
  breaking,
  checkedWorld,
  harmless,
  outcomes,
  runChecked,
  weaker,
} from '../../../../testing/runs/checked-runs.ts'
import { fileBlock, nodeLibrary, endOf, propose, runCycle } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { testServer } from '../../../../testing/server.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { getCycleRunDiagnostics, executeCycle } from '../contract.ts'
import { bundleOf, importProject, type FileSpec } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getTask } from '../../tasks/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'

// The agent has no more time than a command: enough for it on a busy machine, and little to wait for a hanging command.
const server = await testServer({ ATELIER_SANDBOX_WALL_SECONDS: '6' })

test('a change that breaks a check is sent back, and finally refused with the output of the check, which it cannot replace', async () => {
  const made = await checkedWorld(server)
  const { cycle, task, checks } = await runChecked(made, breaking + weaker)
  const failure = {
    message: expect.stringContaining('The check “test” passed before the change and does not pass any more.'),
    step: 'review-task',
    code: 'review_refused',
    log: expect.stringMatching(/^test:\n[\s\S]*-1 == 3/),
  }
  expect(cycle).toMatchObject({ status: 'failed', failure, mergedSha: null, revisionId: null })
  expect(task).toMatchObject({ status: 'failed', failure })
  expect(outcomes(checks)).toEqual(['base test passed', 'task test failed'])
  const { body } = await made.at.owner.call(getCycleRunDiagnostics, { id: cycle.id })
  const earlierChecks = ['base', 'task'].map((phase) => ({ phase, name: 'test', durationMs: expect.any(Number) }))
  expect(body).toMatchObject({ status: 'failed', failure, parked: [], earlierChecks, endedAt: expect.any(String) })
  const names = (body.steps as { name: string }[]).map(({ name }) => name).reverse()
  expect(names).toEqual([
    'plan',
    'check-base',
    'advance',
    'build-task',
    'check-task',
    'review-task',
    'build-task',
    'advance',
  ])
  expect((await made.at.owner.call(getProjectRevisionHead, { id: made.projectId })).body.revisionId).toBe(
    made.revisionId,
  )
  expect(await made.at.eventNames(task.id)).toEqual([
    'task.queued',
    'task.checked',
    'task.building',
    'task.testing',
    'task.checked',
    'task.reviewing',
    'task.reviewed',
    'task.building',
    'task.failed',
  ])
  expect(await leftovers(server)).toEqual({})
})

test('checks with the same name, or the name of the setup, are all reported, and a check that hangs only on the change refuses it', async () => {
  const check = (name: string, command: string) => ({ name, command })
  const broken = '[ ! -e NOTES.md ]'
  const slow = check('slow', 'echo begun; [ ! -e NOTES.md ] || sleep 600')
  const made = await checkedWorld(server, nodeLibrary, {
    checks: [check('test', broken), check('test', 'true'), check('setup', broken), slow],
  })
  const { cycle, checks } = await runChecked(made, harmless)
  expect(outcomes(checks).sort()).toEqual([
    'base setup 2 passed',
    'base slow passed',
    'base test 2 passed',
    'base test passed',
    'task setup 2 failed',
    'task slow could_not_run',
    'task test 2 passed',
    'task test failed',
  ])
  expect(checks.find(({ phase, name }) => phase === 'task' && name === 'slow')!.stoppedBy).toBe('wall-time')
  expect(cycle).toMatchObject({ status: 'failed', failure: { code: 'review_refused' } })
  for (const name of ['test', 'setup 2', 'slow']) expect(cycle.failure.message).toContain(`“${name}” passed before`)
  expect(cycle.failure.log).toContain('slow:\nbegun')
  expect(await leftovers(server)).toEqual({})
})

test('evidence shows which of the changed lines a check ran, and why it cannot if it cannot, and has no file that checks write', async () => {
  const report = 'out/*.info'
  const line = 'SF:sum.js\\nDA:1,1\\nDA:3,0\\nend_of_record\\n'
  const checks = [
    { name: 'test', command: 'node --test --experimental-test-coverage --test-isolation=none' },
    {
      name: 'declared',
      command: `mkdir -p out; printf '${line}' >out/a.info`,
      coverage: { path: report, format: 'lcov' },
    },
    { name: 'forged', command: 'true', coverage: { path: 'old.info', format: 'lcov' } },
    { name: 'nowhere', command: 'true coverage' },
    { name: 'none', command: 'echo x >written.txt; echo "// y" >>sum.js' },
  ]
  const made = await checkedWorld(
    server,
    { ...nodeLibrary, 'old.info': 'SF:sum.js\nDA:1,1\nend_of_record\n' },
    { checks },
  )
  const more = 'export const sum = (a, b) => a + b\nexport const half = (a) => {\n  return a / 2\n}\n'
  const { evidence } = await runChecked(
    made,
    `${fileBlock('sum.js', more)}${fileBlock('new.js', 'export const a = 1\n')}`,
  )
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
      linesCovered: expect.any(Number),
      linesTotal: expect.any(Number),
      changed: {
        linesCovered: 1,
        linesTotal: 3,
        notMeasured: ['new.js'],
        truncated: false,
        missed: [{ path: 'sum.js', lines: [{ from: 3, to: 4 }] }],
      },
    },
    declared: {
      ...measured,
      path: report,
      linesCovered: 1,
      linesTotal: 2,
      changed: {
        linesCovered: 0,
        linesTotal: 1,
        notMeasured: ['new.js'],
        truncated: false,
        missed: [{ path: 'sum.js', lines: [{ from: 3, to: 3 }] }],
      },
    },
    forged: expect.objectContaining({
      problem: 'No file at old.info was written while the check ran.',
      changed: null,
    }),
    nowhere: expect.objectContaining({ format: null, problem: expect.stringMatching(/left no coverage/) }),
    none: null,
  })
  expect(evidence).toMatchObject({
    // Files that checks write are not part of the change.
    files: [{ path: 'new.js' }, { path: 'sum.js', additions: 3, deletions: 0 }],
    verdict: {
      outcome: 'checked',
      findings: expect.arrayContaining([
        expect.objectContaining({ kind: 'coverage_dropped', level: 'note', path: 'sum.js' }),
      ]),
    },
  })
})

test.runIf(isSoak)(
  'lint and build run beside the tests, by the scripts of the base, and refuse what breaks them',
  async () => {
    const manifest = (lint: string) =>
      `${JSON.stringify({ name: 'sum', type: 'module', scripts: { test: 'node --test', lint, build: 'exit 1' } })}\n`
    const made = await checkedWorld(server, { ...nodeLibrary, 'package.json': manifest('grep -q "a + b" sum.js') })
    const unlinted = fileBlock('sum.js', 'export const sum = (a, b) => b + a\n')
    const { cycle, checks } = await runChecked(made, unlinted + fileBlock('package.json', manifest('true')))
    expect(cycle).toMatchObject({ status: 'failed', failure: { code: 'review_refused' } })
    expect(outcomes(checks)).toEqual(
      expect.arrayContaining(['base lint passed', 'base build failed', 'task lint failed']),
    )
    expect(outcomes(checks)).not.toContain('task build failed')
  },
)

test.runIf(isSoak)(
  'a check that fails, hangs or cannot run on the base blocks nothing, and files that checks write are not part of the change',
  async () => {
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
  },
)

test.runIf(isSoak)('a script that a check calls is asked for its tests, and an emptied script has none', async () => {
  const made = await checkedWorld(server, nodeLibrary, { checks: [{ name: 'test', command: 'npm test' }] })
  const { cycle, checks } = await runChecked(made, breaking + weaker)
  expect(cycle.status).toBe('failed')
  expect(checks).toMatchObject([
    { phase: 'base', outcome: 'passed', command: 'npm test', tests: { runner: 'node --test', passed: 1 } },
    {
      phase: 'task',
      outcome: 'failed',
      exitCode: 0,
      tests: { total: 0, problem: expect.stringMatching(/no runner/) },
    },
  ])
})

test.runIf(isSoak)('a failed cycle can run again with a new run and task, and the first run stays', async () => {
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

// Its setup leaves the needs of the test where git does not look.
const counted = {
  ...nodeLibrary,
  '.gitignore': 'installed/\n',
  'package-lock.json': '{ "lockfileVersion": 3 }\n',
  'sum.test.js':
    "import { readFileSync } from 'node:fs'\nimport test from 'node:test'\ntest('is set up', () => readFileSync('installed/marker'))\n",
}

test.runIf(isSoak)(
  'a setup command of the project’s own runs once for a tree, and its results are available to every check',
  async () => {
    const setup = 'mkdir installed && date +%N > installed/marker && echo really ran'
    const made = await checkedWorld(server, counted, { setup })
    const { cycle, checks } = await runChecked(made, fileBlock('one.txt', 'x\n'))
    expect(cycle.status).toBe('completed')
    expect(outcomes(checks)).toEqual(['base setup passed', 'base test passed', 'task setup passed', 'task test passed'])
    expect(checks.map(({ log }) => log.includes('really ran'))).toEqual([true, false, true, false])
  },
)

const command = (text: string) => `\`\`\`run\n${text}\n\`\`\`\n`

// Put together here, so that no scanner takes this file for a secret.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')

const files = { 'README.md': '# Notes\n', 'src/a.txt': 'one\n' }

const review = async (description: string, given: Readonly<Record<string, FileSpec>> = files) => {
  const ended = await runChecked(await checkedWorld(server, given), description)
  return { ...ended, isDelivered: ended.cycle.revisionId !== null }
}

test.runIf(isSoak)('a nested repository is not part of a change, and the failure reports it', async () => {
  const { cycle, isDelivered } = await review(
    command('git init -q nested && cd nested && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m x'),
  )
  expect(cycle).toMatchObject({
    status: 'failed',
    failure: { code: 'no_change', message: expect.stringContaining('nested/ is a git repository of its own') },
  })
  expect(isDelivered).toBe(false)
})

test.runIf(isSoak)('earlier faults are not held against a change unless it adds more', async () => {
  const old = `${token}\n`
  const { cycle } = await review(fileBlock('src/old.txt', `# kept\n${old}`), {
    ...files,
    'src/old.txt': old,
    link: { link: 'src/a.txt' },
  })
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
})

test.runIf(isSoak)(
  'links within the repository, executable bits, binary files and deletions are delivered',
  async () => {
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
  },
)

test.runIf(isSoak)('a change is sent back at most as often as the project allows', async () => {
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
