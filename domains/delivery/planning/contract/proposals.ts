import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { CreateCycle, CycleProposed } from '../../cycles/contract/cycle.ts'
import { queueErrors } from '../../cycles/contract/queue-errors.ts'

export const proposeCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles',
  summary: 'Propose a cycle. It stays a draft until it is executed, or until its turn comes in a started project',
  access: toThoseWho('steer', 'project', 'body.projectId'),
  body: CreateCycle,
  replies: { 202: CycleProposed },
  errors: queueErrors,
  audit: { action: 'cycle.propose', category: 'create', event: 'cycle.proposed' },
})

export const revertCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/revert',
  summary: 'Propose a cycle that reverts what this one delivered. Git makes the change; checks and review judge it',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  replies: { 202: CycleProposed },
  errors: {
    notDelivered: conflict({
      code: 'cycle_not_delivered',
      message: 'This cycle delivered nothing, so there is nothing to revert.',
    }),
    reverted: conflict({
      code: 'cycle_reverted',
      message:
        'Another cycle already reverts this one: see revertedByCycleId. Execute it, or delete it first. To restore the change, revert that cycle once it is delivered.',
    }),
  },
  audit: { action: 'cycle.revert', category: 'create', event: 'cycle.proposed' },
})
