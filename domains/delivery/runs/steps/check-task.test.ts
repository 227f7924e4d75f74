import { expect, test } from 'vitest'
import { isSoak } from '../../../../testing/soak.ts'
import { breaking, checkedWorld, harmless, outcomes, runChecked, weaker } from '../../../../testing/checked-runs.ts'
import { fileBlock, nodeLibrary } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/leftovers.ts'
import { testServer } from '../../../../testing/server.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { getCycleRunDiagnostics } from '../contract.ts'

// The agent has no more time than a command: enough for it on a busy machine, and little to wait for one that hangs.
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
  expect(body).toMatchObject({ status: 'failed', failure, parked: [], endedAt: expect.any(String) })
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

test('checks with the same name, or the name of the setup, are all reported, and one that hangs on the change alone refuses it', async () => {
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

test('evidence tells which of the changed lines a check ran, and why it cannot where it cannot, and has no file that checks write', async () => {
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
    forged: expect.objectContaining({ problem: 'No file at old.info was written while the check ran.', changed: null }),
    nowhere: expect.objectContaining({ format: null, problem: expect.stringMatching(/left no coverage/) }),
    none: null,
  })
  expect(evidence).toMatchObject({
    // What checks write is not part of the change.
    files: [{ path: 'new.js' }, { path: 'sum.js', additions: 3, deletions: 0 }],
    verdict: { outcome: 'checked', findings: [{ kind: 'coverage_dropped', level: 'note', path: 'sum.js' }] },
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
