import { operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { RunDiagnostics } from '../../cycles/contract/diagnostics.ts'

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
