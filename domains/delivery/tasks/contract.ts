import { Type } from 'typebox'
import { contract, events, operation, toThoseWho } from '../../../platform/contract/index.ts'
import {
  Id,
  oneOf,
  paging,
  namedObject,
  Sha256,
  Time,
  lineText,
  text,
  CommitSha,
  maybe,
} from '../../../platform/contract/schema.ts'
import { Handle } from '../../code/projects/contract/handle.ts'
import { taskStatuses, verdictOutcomes } from './rules.ts'

export const Failure = namedObject('Failure', {
  message: Type.String(),
  step: Type.Optional(Type.String({ examples: ['check-task'] })),
  code: Type.Optional(Type.String()),
  log: Type.Optional(Type.String({ description: 'The end of the step’s output; not for clients' })),
})

const TaskStatus = oneOf(taskStatuses)
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

const UpdateTask = namedObject('UpdateTask', {
  title: Type.Optional(lineText(200)),
  description: Type.Optional(text(1, 5_000)),
  status: Type.Optional(TaskStatus),
})

export const updateTask = operation({
  method: 'PATCH',
  path: '/v1/api/tasks/{id}',
  summary: 'Update a task, or set its displayed status by hand. The run keeps its own status',
  reach: 'call',
  access: toThoseWho('steer', 'task', 'params.id'),
  body: UpdateTask,
  replies: { 200: Task },
  audit: { action: 'task.update', category: 'update' },
})

export const executeTask = operation({
  method: 'POST',
  path: '/v1/api/tasks/{id}/execute',
  summary: 'Always refused: a task runs as part of its cycle',
  reach: 'call',
  access: { ...toThoseWho('steer', 'task', 'params.id'), archived: 'taken' },
  replies: {},
  errors: {
    noStandaloneRun: {
      status: 501,
      code: 'no_standalone_run',
      message: 'A task has no run of its own. Execute its cycle instead; the task is as it was.',
    },
  },
  audit: { none: 'nothing changes', refusals: 'task.execute' },
  touches: ['task'],
})

export { Acceptance, StoredAcceptance } from './contract/acceptance.ts'
export { Examination } from './contract/examination.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    task: 'project'
  }
}

/** Which environments a run was given, the oldest first: later ones win. */
export const UsedEnvironments = Type.Array(
  namedObject('UsedEnvironment', { id: Id, label: Type.String({ examples: ['Staging'] }) }),
)
/** Which skills a run was given, by slug. */
export const UsedSkills = Type.Array(
  namedObject('UsedSkill', {
    slug: Type.String({ examples: ['write-migrations'], description: 'The slug of the skill.' }),
    contentSha256: Type.String({ ...Sha256, description: 'SHA-256 of its content, in hexadecimal.' }),
  }),
)
/** Which tool servers a run was given, by name. */
export const UsedToolServers = Type.Array(
  namedObject('UsedToolServer', {
    name: Type.String({ examples: ['tracker'], description: 'The name of the tool server.' }),
    configSha256: Type.String({ ...Sha256, description: 'SHA-256 of how it was configured, in hexadecimal.' }),
  }),
)
export const TaskAgent = namedObject('TaskAgent', {
  id: Type.String({ ...Id, description: 'The agent.' }),
  name: Type.String({ examples: ['Coder'], description: 'The name at that time.' }),
  instructionsSha256: Type.String({
    ...Sha256,
    description: 'SHA-256 of the instructions that it worked by, in hexadecimal.',
  }),
  harness: Type.String({ examples: ['native'], description: 'The program that drove the model.' }),
  model: Type.String({ examples: ['gpt-5'], description: 'The model that it worked with.' }),
  modelChosenBy: oneOf(['agent', 'preference', 'instance'], {
    description: 'Whether the agent, the preference of its role, or the instance chose the model.',
  }),
})

export const listTasks = operation({
  method: 'GET',
  path: '/v1/api/tasks',
  summary: 'List the tasks that the caller may view, newest first',
  reach: 'call',
  access: {
    who: 'participant',
    on: { kind: 'project', id: 'query.projectId', needs: 'view', whenMissing: 'workspace' },
  },
  query: Type.Object({ projectId: Type.Optional(Type.String()), status: Type.Optional(TaskStatus), ...paging }),
  replies: { 200: Type.Array(Task) },
  audit: { refusals: 'task.list' },
})

export const getTask = operation({
  method: 'GET',
  path: '/v1/api/tasks/{id}',
  summary: 'Read a task',
  reach: 'call',
  access: { ...toThoseWho('view', 'task', 'params.id'), task: true },
  replies: { 200: Task },
  audit: { refusals: 'task.get' },
  reads: { task: 'taskId' },
})

export const streamTask = operation({
  method: 'GET',
  path: '/v1/api/tasks/{id}/stream',
  summary: 'Stream the status of a task until it ends',
  reach: 'transfer',
  access: { who: 'participant', on: { kind: 'task', id: 'params.id', needs: 'view', absent: 'handler' } },
  effect: 'outside',
  replies: {
    200: events({
      events: {
        status: namedObject('TaskStatusFrame', { taskId: Id, status: TaskStatus, at: Time }),
        keepalive: Type.Object({}),
        error: Type.Object({ error: Type.String() }),
      },
      resumes: true,
      lifetimeMs: 20 * 60_000,
    }),
  },
  audit: { refusals: 'task.stream' },
})

export const tasks = contract({ listTasks, getTask, updateTask, executeTask, streamTask })
