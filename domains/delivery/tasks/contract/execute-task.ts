import { operation, toThoseWho } from '../../../../platform/contract/index.ts'

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
