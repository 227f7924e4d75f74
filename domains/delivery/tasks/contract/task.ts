import { Type } from 'typebox'
import { CommitSha, Id, maybe, namedObject, oneOf, Time } from '../../../../platform/contract/schema.ts'
import { Handle } from '../../../code/projects/contract/handle.ts'
import { taskStatuses, verdictOutcomes } from '../rules.ts'

export const Failure = namedObject('Failure', {
  message: Type.String(),
  step: Type.Optional(Type.String({ examples: ['check-task'] })),
  code: Type.Optional(Type.String()),
  log: Type.Optional(Type.String({ description: 'The end of the step’s output; not for clients' })),
})

export const TaskStatus = oneOf(taskStatuses)
export const VerdictOutcome = oneOf(verdictOutcomes)

export const Task = namedObject('Task', {
  id: Id,
  projectId: Id,
  cycleId: Id,
  handle: Handle,
  runId: maybe(Id),
  repositoryId: maybe(Id),
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  description: Type.String(),
  status: TaskStatus,
  statusSetByHand: Type.Boolean(),
  dependsOn: Type.Array(Id),
  branch: maybe(Type.String()),
  baseSha: maybe(CommitSha),
  headSha: maybe(CommitSha),
  mergeSha: maybe(CommitSha),
  verdict: maybe(VerdictOutcome),
  provedBy: Type.Array(Type.String()),
  failure: maybe(Failure),
  createdAt: Time,
  updatedAt: Time,
})
