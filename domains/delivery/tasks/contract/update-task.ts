import { Type } from 'typebox'
import { operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { namedObject, lineText, text } from '../../../../platform/contract/schema.ts'
import { Task, TaskStatus } from './task.ts'

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
