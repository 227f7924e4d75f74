import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { namedObject, text } from '../../../../platform/contract/schema.ts'
import { CheckRerun } from '../../checks/contract.ts'
import { queueErrors } from '../../cycles/contract/queue-errors.ts'

const RerunTaskCheck = namedObject('RerunTaskCheck', { name: text(1, 200) })

export const rerunTaskCheck = operation({
  method: 'POST',
  path: '/v1/api/tasks/{id}/check-reruns',
  summary: 'Rerun one check of a task on its latest commit. Earlier results and the verdict stay',
  reach: 'call',
  access: toThoseWho('steer', 'task', 'params.id'),
  body: RerunTaskCheck,
  replies: { 202: CheckRerun },
  errors: {
    atWork: conflict({
      code: 'task_at_work',
      message: 'This task is being worked on or checked. Try again when it waits for a person or has ended.',
    }),
    underWay: conflict({
      code: 'check_rerun_under_way',
      message: 'A check of this task is already being rerun. Wait until it ends: see checkReruns of its evidence.',
    }),
    tooMany: conflict({
      code: 'too_many_check_reruns',
      message: 'The checks of this task reached the limit of reruns. Run the cycle again instead.',
    }),
    ...queueErrors,
  },
  audit: { action: 'task.rerun_check', category: 'execute', event: 'task.check_requested' },
})
