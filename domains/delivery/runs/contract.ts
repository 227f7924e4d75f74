import { contract } from '../../../platform/contract/index.ts'
import { executeCycle } from './contract/execution.ts'
import { rerunTaskCheck } from './contract/check-rerun.ts'
import { dropProjectSetups } from './contract/setups.ts'
import { getCycleRunDiagnostics } from './contract/diagnostics.ts'

export * from './contract/execution.ts'
export * from './contract/check-rerun.ts'
export * from './contract/setups.ts'
export * from './contract/diagnostics.ts'

export const runs = contract({
  executeCycle,
  rerunTaskCheck,
  dropProjectSetups,
  getCycleRunDiagnostics,
})
