import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { namedObject, text } from '../../../../platform/contract/schema.ts'
import { CheckRerun } from '../../tasks/contract.ts'
import { queueErrors } from '../../cycles/contract/queue-errors.ts'

export const RerunTaskCheck = namedObject('RerunTaskCheck', { name: text(1, 200) })

export const rerunTaskCheck = operation({
  method: 'POST',
  path: '/v1/api/tasks/{id}/check-reruns',
  summary: 'Run one check of a task again on its newest commit; what it said before stays, and so does the verdict',
  access: toThoseWho('steer', 'task', 'params.id'),
  body: RerunTaskCheck,
  replies: { 202: CheckRerun },
  errors: {
    atWork: conflict({
      code: 'task_at_work',
      message: 'The change of this task is being made or judged. Ask again when it waits for a person, or has ended.',
    }),
    underWay: conflict({
      code: 'check_rerun_under_way',
      message: 'A check of this task is being run again already. Wait for its end: see checkReruns of its evidence.',
    }),
    tooMany: conflict({
      code: 'too_many_check_reruns',
      message: 'The checks of this task were run again as often as they may be. Run the cycle again instead.',
    }),
    ...queueErrors,
  },
  audit: { action: 'task.rerun_check', category: 'execute', event: 'task.check_requested' },
})
