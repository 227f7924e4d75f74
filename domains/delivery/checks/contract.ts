import { Type } from 'typebox'
import { CommitSha, Id, maybe, namedObject, oneOf, Time } from '../../../platform/contract/schema.ts'
import { coverageFormats } from '../../code/projects/contract.ts'

/** On the base, over the change, over it with the base's tests, and on the base with the change's tests. */
const checkPhases = ['base', 'task', 'base_tests', 'new_tests'] as const
export type CheckPhase = (typeof checkPhases)[number]

/** How often the checks of a task's run can be requested again, in total. */
export const rerunsMost = 20

const outcomes = ['passed', 'failed', 'could_not_run'] as const

const CheckTests = namedObject('CheckTests', {
  runner: Type.String({ examples: ['vitest'] }),
  total: Type.Integer(),
  passed: Type.Integer(),
  failed: Type.Integer(),
  skipped: Type.Integer(),
  problem: maybe(Type.String()),
})

const LineRange = namedObject('LineRange', {
  from: Type.Integer({ minimum: 1, description: 'The first line.' }),
  to: Type.Integer({ minimum: 1, description: 'The last line.' }),
})

const CheckCoverage = namedObject('CheckCoverage', {
  format: maybe(oneOf(coverageFormats)),
  path: maybe(
    Type.String({
      examples: ['coverage/lcov.info'],
      description: 'The file in the repository; null if the runner writes it elsewhere.',
    }),
  ),
  linesCovered: Type.Integer({ description: 'How many of them were run.', examples: [820] }),
  linesTotal: Type.Integer({ description: 'The number of executable lines in the report.', examples: [1_000] }),
  changed: maybe(
    namedObject('ChangedLines', {
      linesCovered: Type.Integer({ description: 'How many of them were run.', examples: [14] }),
      linesTotal: Type.Integer({ description: 'How many lines that the change adds can be run.', examples: [16] }),
      missed: Type.Array(
        namedObject('MissedLines', {
          path: Type.String({ examples: ['src/cart.ts'], description: 'The file, after the change.' }),
          lines: Type.Array(LineRange, { description: 'The lines, in order.' }),
        }),
        { description: 'Lines that the change adds and that were not run.' },
      ),
      notMeasured: Type.Array(Type.String({ examples: ['src/new.ts'] }), {
        description: 'Changed source files that the report does not list: it is unknown whether their lines were run.',
      }),
      truncated: Type.Boolean({ description: 'Whether there is more than is listed.' }),
    }),
  ),
  problem: maybe(Type.String({ examples: ['It is not finished.'] })),
})

export const TaskCheck = namedObject('TaskCheck', {
  name: Type.String({ examples: ['test'] }),
  command: Type.String({ examples: ['npm test'] }),
  phase: oneOf(checkPhases),
  outcome: oneOf(outcomes),
  exitCode: maybe(Type.Integer()),
  stoppedBy: maybe(Type.String()),
  durationMs: Type.Integer(),
  log: Type.String({ description: 'The end of the check’s output; empty for clients' }),
  tests: maybe(CheckTests),
  coverage: maybe(CheckCoverage),
})

/** One check, run again on the newest commit of a task on request. */
export const CheckRerun = namedObject('CheckRerun', {
  id: Id,
  taskId: Id,
  name: Type.String({ examples: ['test'] }),
  command: Type.String({ examples: ['npm test'] }),
  commitSha: CommitSha,
  outcome: maybe(oneOf(outcomes)),
  exitCode: maybe(Type.Integer()),
  stoppedBy: maybe(Type.String()),
  durationMs: maybe(Type.Integer()),
  log: Type.String({ description: 'The end of the check’s output; empty for clients' }),
  tests: maybe(CheckTests),
  requestedAt: Time,
  endedAt: maybe(Time),
})
