import { Type } from 'typebox'
import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { Id, MessageAck, namedObject, text } from '../../../../platform/contract/schema.ts'
import { Task } from '../../tasks/contract.ts'
import { planLimits } from '../../cycles/rules.ts'
import { queueErrors } from '../../cycles/contract/run-errors.ts'

const dependsOn = Type.Array(Id, {
  maxItems: planLimits.tasks,
  uniqueItems: true,
  description: 'Tasks of the same cycle whose merge it waits for',
})
const taskFields = { title: text(1, planLimits.titleChars), description: text(1, 5_000) }

const repositoryId = Type.Optional({
  ...Id,
  description:
    'A repository of the project on Atelier’s own host in which the task is done; by default the primary one',
})

const AddCycleTask = namedObject('AddCycleTask', { ...taskFields, dependsOn: Type.Optional(dependsOn), repositoryId })
const UpdateCycleTask = namedObject('UpdateCycleTask', {
  title: Type.Optional(taskFields.title),
  description: Type.Optional(taskFields.description),
  dependsOn: Type.Optional(dependsOn),
})
const CreateTask = namedObject('CreateTask', {
  description: taskFields.description,
  projectId: Id,
  repositoryId,
  title: Type.Optional(taskFields.title),
})

const closed = conflict({
  code: 'cycle_closed',
  message:
    'The tasks of this cycle cannot change: it is finished, its result is being delivered, or it is being stopped. Propose another cycle.',
})
const begun = conflict({
  code: 'task_begun',
  message: 'This task has already started or ended. Comment on it, or replace it by another task.',
})

export const addCycleTask = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/tasks',
  summary: 'Add a task to a cycle’s current run, or to its next run. Later runs include it too',
  reach: 'call',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  body: AddCycleTask,
  replies: { 201: Task },
  errors: {
    closed,
    tooMany: conflict({
      code: 'too_many_tasks',
      message: `A cycle takes at most ${planLimits.tasks} tasks. Propose another cycle.`,
    }),
  },
  audit: { action: 'task.add', category: 'create', event: 'task.added' },
})

export const updateCycleTask = operation({
  method: 'PATCH',
  path: '/v1/api/cycles/{id}/tasks/{taskId}',
  summary: 'Update a planned task that has not started, or its dependencies. Omitted fields stay as they are',
  reach: 'call',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  body: UpdateCycleTask,
  replies: { 200: Task },
  errors: { closed, begun },
  audit: { action: 'task.change', category: 'update', event: 'task.changed' },
})

export const removeCycleTask = operation({
  method: 'DELETE',
  path: '/v1/api/cycles/{id}/tasks/{taskId}',
  summary: 'Remove a task from a cycle and stop its agent',
  reach: { page: '/projects' },
  access: toThoseWho('steer', 'cycle', 'params.id'),
  replies: { 200: MessageAck },
  errors: {
    closed,
    merged: conflict({
      code: 'task_merged',
      message: 'This task is already approved or merged and can no longer be removed.',
    }),
    needed: conflict({
      code: 'task_needed',
      message: 'Other tasks of the cycle wait for it. Change what they depend on, or remove them first.',
    }),
    last: conflict({
      code: 'last_task',
      message: 'This is the only task of the run. Stop the cycle instead, or add another task first.',
    }),
  },
  audit: { action: 'task.remove', category: 'delete', event: 'task.removed' },
})

export const createTask = operation({
  method: 'POST',
  path: '/v1/api/tasks',
  summary: 'Create a task in a new draft cycle. Execute that cycle to run the task',
  reach: 'call',
  access: toThoseWho('steer', 'project', 'body.projectId'),
  body: CreateTask,
  replies: { 201: Task },
  errors: queueErrors,
  audit: { action: 'task.create', category: 'create', event: 'task.created' },
})
