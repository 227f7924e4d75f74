import { Type } from 'typebox'
import { CommitSha, Id, maybe, namedObject, oneOf, lineText, text, Time } from '../../../../platform/contract/schema.ts'
import { Handle } from '../../../code/projects/contract/handle.ts'
import { Failure, Task, VerdictOutcome } from '../../tasks/contract.ts'
import { cycleStatuses, titleMostChars } from '../rules.ts'

/** Names that git takes for a branch: see git-check-ref-format(1). */
const branchName = text(1, 200, {
  pattern: '^(?![-/.])(?!HEAD$)(?!.*(\\.\\.|//|@\\{|/\\.|\\.lock(/|$)|[/.]$))[^\\s~^:?*\\[\\\\\\x00-\\x1f\\x7f]+$',
})

const cycleFields = {
  id: Id,
  projectId: Id,
  handle: Handle,
  title: Type.String(),
  description: Type.String(),
  targetBranch: maybe(Type.String()),
  status: oneOf(cycleStatuses),
  runNumber: Type.Integer(),
  runId: maybe(Id),
  baseSha: maybe(CommitSha),
  mergedSha: maybe(CommitSha),
  revisionId: maybe(Id),
  revertsCycleId: maybe(Id),
  revertedByCycleId: maybe(Id),
  restoresRevisionId: maybe(Id),
  failure: maybe(Failure),
  createdAt: Time,
  updatedAt: Time,
  statusChangedAt: Time,
}
export const Cycle = namedObject('Cycle', cycleFields)
export const CycleSummary = namedObject('CycleSummary', {
  ...cycleFields,
  urgency: Type.Integer({ minimum: 1, maximum: 4, description: '1 is the most urgent' }),
  taskCount: Type.Integer(),
  queued: Type.Boolean({ description: 'Whether the run does no work now because it waits for a free sandbox' }),
  verdict: maybe(VerdictOutcome),
  trackerUrl: maybe(Type.String({ format: 'uri' })),
  author: maybe(
    Type.String({ description: 'The person who proposed the cycle; null for clients', examples: ['Ada Lovelace'] }),
  ),
})
export const CycleDetail = namedObject('CycleDetail', {
  cycle: Cycle,
  tasks: Type.Array(Task),
  previewUrl: maybe(Type.String({ format: 'uri' })),
  desktopAvailable: Type.Boolean({ description: 'Whether `executeCycle` takes the mode `desktop` on this server.' }),
})

export const CreateCycle = namedObject('CreateCycle', {
  description: text(1, 10_000),
  projectId: Id,
  targetBranch: Type.Optional(branchName),
  title: lineText(titleMostChars),
})
export const UpdateCycle = namedObject('UpdateCycle', {
  description: Type.Optional(text(1, 10_000)),
  targetBranch: Type.Optional(branchName),
  title: Type.Optional(lineText(titleMostChars)),
})
export const CycleProposed = namedObject('CycleProposed', {
  cycle: Cycle,
  adopted: Type.Boolean({
    description:
      'Whether the autonomous run of the project is on and has taken the cycle into its roadmap. Otherwise it stays a draft: execute it, or start the project, which begins with the drafts that are there.',
  }),
})
export const CycleExecutionStarted = namedObject('CycleExecutionStarted', {
  cycleId: Id,
  runId: Id,
  runNumber: Type.Integer({ minimum: 1 }),
  status: oneOf(cycleStatuses),
})
