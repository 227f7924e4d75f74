import { Type } from 'typebox'
import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { oneOf } from '../../../../platform/contract/schema.ts'
import { CycleExecutionStarted } from '../../cycles/contract/cycle.ts'
import { carrierErrors } from '../../cycles/contract/carrier-errors.ts'
import { queueErrors } from '../../cycles/contract/queue-errors.ts'

export const executeCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/execute',
  summary: 'Start a run of the cycle',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  query: Type.Object({ mode: Type.Optional(oneOf(['sandbox', 'desktop'])) }),
  replies: { 200: CycleExecutionStarted },
  errors: {
    notExecutable: conflict({
      code: 'cycle_not_executable',
      message: 'A cycle can be executed while it is a draft, or after it failed or was stopped.',
    }),
    notConnected: conflict({
      code: 'code_host_not_connected',
      message:
        'The repositories of this project are on a code host that is not connected, so no run can begin. Import the repository as a project of its own: atelier import.',
    }),
    ...carrierErrors,
    noDesktop: conflict({
      code: 'desktop_unavailable',
      message: 'This instance has no desktop sandboxes. Execute the cycle in mode sandbox.',
    }),
    ...queueErrors,
  },
  audit: { action: 'cycle.execute', category: 'execute' },
})
