import { Type } from 'typebox'
import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { namedObject, oneOf } from '../../../../platform/contract/schema.ts'
import { CycleExecutionStarted } from '../../cycles/contract/cycle.ts'
import { carrierErrors } from '../../cycles/contract/carrier-errors.ts'
import { queueErrors } from '../../cycles/contract/queue-errors.ts'

export const executeCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/execute',
  summary: 'Start a run of the cycle',
  reach: 'call',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  query: Type.Object({
    mode: Type.Optional({
      ...oneOf(['sandbox', 'desktop']),
      description: 'Whether the agents of the run get a desktop beside their sandbox, to see and work at',
    }),
  }),
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
    noDesktop: {
      status: 409,
      code: 'desktop_unavailable',
      message: 'Agents have no desktop on this server. Execute the cycle in a sandbox.',
      details: namedObject('AgentDesktopUnavailable', {
        reason: Type.String({
          description: 'A sentence for the operator.',
          examples: ['This server has no desktops: its sandbox driver does not isolate.'],
        }),
      }),
    },
    ...queueErrors,
  },
  audit: { action: 'cycle.execute', category: 'execute' },
})
