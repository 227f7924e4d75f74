import { Type } from 'typebox'
import { anyObject, Id, maybe, namedObject, oneOf, Time } from '../../../../platform/contract/schema.ts'
import { Failure, TaskAgent, UsedEnvironments, UsedSkills, UsedToolServers } from '../../tasks/contract.ts'

export const RunDiagnostics = namedObject('RunDiagnostics', {
  runId: Id,
  runNumber: Type.Integer(),
  status: Type.String({ examples: ['active'] }),
  engineStatus: Type.String({ description: "The run's state as the engine holds it, not collapsed" }),
  failure: maybe(Failure),
  environments: UsedEnvironments,
  skills: UsedSkills,
  toolServers: UsedToolServers,
  carriedOutBy: maybe(TaskAgent),
  parked: Type.Array(
    namedObject('ParkedStep', {
      kind: Type.String({ examples: ['sandbox'] }),
      labels: Type.Array(Type.String()),
      taskId: maybe(Type.String({ ...Id, description: 'The task whose run waits; null for that of the cycle.' })),
      since: Time,
      details: anyObject(),
    }),
  ),
  steps: Type.Array(
    namedObject('RunStep', {
      seq: Type.Integer(),
      name: Type.String({ examples: ['build-task'] }),
      taskId: maybe(
        Type.String({ ...Id, description: 'The task whose run it belongs to; null for that of the cycle.' }),
      ),
      status: Type.String({ examples: ['done'] }),
      attempt: Type.Integer(),
      worker: maybe(Type.String()),
      error: maybe(Type.String()),
      startedAt: maybe(Time),
      endedAt: maybe(Time),
    }),
  ),
  earlierChecks: Type.Optional(
    Type.Array(
      namedObject('EarlierCheck', {
        phase: oneOf(['base', 'task']),
        name: Type.String({ examples: ['test'] }),
        durationMs: Type.Integer({ examples: [26_000] }),
      }),
      {
        description:
          'Of the run of a cycle: how long the setup and each check took the last time in this project, before and after a change',
      },
    ),
  ),
  startedAt: Time,
  endedAt: maybe(Time),
})
