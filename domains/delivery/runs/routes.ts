import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { DispatchParts } from '../planning/index.ts'
import type { CycleParts } from '../workbench/index.ts'
import executeCycle from './operations/execute-cycle.ts'
import rerunTaskCheck from './operations/rerun-task-check.ts'
import getCycleTranscript from './operations/get-cycle-transcript.ts'
import getCycleUsage from './operations/get-cycle-usage.ts'
import dropProjectSetups from './operations/drop-project-setups.ts'
import getCycleRunDiagnostics from './operations/get-cycle-run-diagnostics.ts'

interface Parts extends DispatchParts, Pick<CycleParts, 'agentDesktop'> {
  readonly objects: ObjectStore
}

export default (parts: Parts) => ({
  executeCycle: executeCycle(parts),
  rerunTaskCheck: rerunTaskCheck(parts.engine),
  getCycleTranscript,
  getCycleUsage,
  dropProjectSetups: dropProjectSetups(parts.objects),
  getCycleRunDiagnostics: getCycleRunDiagnostics(parts.engine),
})
