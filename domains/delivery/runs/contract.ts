import { contract, operation, toAgencyWho, conflict, toThoseWho } from '../../../platform/contract/index.ts'
import { RunDiagnostics } from '../cycles/contract/diagnostics.ts'
import { MessageAck, namedObject, text, oneOf } from '../../../platform/contract/schema.ts'
import { CheckRerun } from '../checks/contract.ts'
import { queueErrors, carrierErrors } from '../cycles/contract/run-errors.ts'
import { Type } from 'typebox'
import { CycleExecutionStarted } from '../cycles/contract/cycle.ts'

export const executeCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/execute',
  summary: 'Start a run of the cycle',
  reach: 'call',
  access: toThoseWho('steer', 'cycle', 'params.id'),
  query: Type.Object({
    mode: Type.Optional(
      oneOf(['sandbox', 'desktop'], {
        description: 'Whether the agents of the run get a desktop beside their sandbox, to see and work at',
      }),
    ),
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

export const dropProjectSetups = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}/setups',
  summary: 'Clear the cached packages and installations of a project',
  reach: { page: '/projects/{id}/settings' },
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: MessageAck },
  audit: { action: 'project.drop_setups', category: 'delete', event: 'project.setups_dropped' },
})

export const getCycleRunDiagnostics = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/diagnostics',
  summary: 'Read the diagnostics of a cycle’s latest run: failure, steps, and open waits',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'params.id'),
  replies: { 200: RunDiagnostics },
  errors: { noRun: { status: 404, code: 'no_run', message: 'This cycle has not been executed yet.' } },
  audit: { refusals: 'cycle.diagnose' },
  reads: { cycle: 'cycleId', task: 'cycleId', pending_request: 'cycleId' },
})

export const runs = contract({ executeCycle, rerunTaskCheck, dropProjectSetups, getCycleRunDiagnostics })
