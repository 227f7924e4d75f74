import type { Checkpoints } from '../../../platform/audit/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import exportAuditLog from './operations/export-audit-log.ts'
import getAuditEntry from './operations/get-audit-entry.ts'
import listAuditCheckpoints from './operations/list-audit-checkpoints.ts'
import listAuditLog from './operations/list-audit-log.ts'
import listProjectAuditLog from './operations/list-project-audit-log.ts'
import verifyAuditChain from './operations/verify-audit-chain.ts'
import { knownActions } from './rules.ts'

interface AuditParts {
  readonly checkpoints: Checkpoints
  readonly everyDomain: EveryDomain
}

/** Serves the audit log of what every domain does: their actions are those that can be asked for. */
export default ({ checkpoints, everyDomain }: AuditParts) => {
  const known = knownActions(everyDomain)
  return {
    listAuditLog: listAuditLog(known),
    getAuditEntry: getAuditEntry(everyDomain),
    listProjectAuditLog: listProjectAuditLog(known),
    verifyAuditChain: verifyAuditChain(checkpoints),
    listAuditCheckpoints: listAuditCheckpoints(checkpoints),
    exportAuditLog: exportAuditLog(checkpoints),
  }
}
