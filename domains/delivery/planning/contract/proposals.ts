import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { CreateCycle, CycleProposed } from '../../cycles/contract/cycle.ts'
import { queueErrors } from '../../cycles/contract/queue-errors.ts'

export const proposeCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles',
  summary:
    'Propose a change; it stays a draft until it is executed, or until it is its turn where the project is started',
  access: toThoseWho('steer', 'project', 'body.projectId'),
  body: CreateCycle,
  replies: { 202: CycleProposed },
  errors: queueErrors,
  audit: { action: 'cycle.propose', category: 'create', event: 'cycle.proposed' },
})

export const revertCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/revert',
  summary: 'Propose a cycle that undoes what this one delivered; git makes the change, and checks and review judge it',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  replies: { 202: CycleProposed },
  errors: {
    notDelivered: conflict({
      code: 'cycle_not_delivered',
      message: 'Nothing of this cycle was delivered, so there is nothing to revert.',
    }),
    reverted: conflict({
      code: 'cycle_reverted',
      message:
        'A cycle that reverts this one is there already: see revertedByCycleId. Execute that one, or delete it first; to have the change back, revert that one once it is delivered.',
    }),
  },
  audit: { action: 'cycle.revert', category: 'create', event: 'cycle.proposed' },
})
