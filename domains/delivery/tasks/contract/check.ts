import { Type } from 'typebox'
import { CommitSha, Id, maybe, namedObject, oneOf, Time } from '../../../../platform/contract/schema.ts'
import { checkPhases } from '../rules.ts'

const outcomes = ['passed', 'failed', 'could_not_run'] as const

const CheckTests = namedObject('CheckTests', {
  runner: Type.String({ examples: ['vitest'] }),
  total: Type.Integer(),
  passed: Type.Integer(),
  failed: Type.Integer(),
  skipped: Type.Integer(),
  problem: maybe(Type.String()),
})

export const TaskCheck = namedObject('TaskCheck', {
  name: Type.String({ examples: ['test'] }),
  command: Type.String({ examples: ['npm test'] }),
  phase: oneOf(checkPhases),
  outcome: oneOf(outcomes),
  exitCode: maybe(Type.Integer()),
  stoppedBy: maybe(Type.String()),
  durationMs: Type.Integer(),
  log: Type.String({ description: 'The end of what the check printed; empty for clients' }),
  tests: maybe(CheckTests),
})

/** One check, run again on the newest commit of a task because somebody asked. */
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
  log: Type.String({ description: 'The end of what the check printed; empty for clients' }),
  tests: maybe(CheckTests),
  requestedAt: Time,
  endedAt: maybe(Time),
})
