import type { Checkpoints } from '../../../platform/audit/index.ts'
import { implement, type Handler } from '../../../platform/contract/index.ts'
import { audit } from './contract.ts'
import exportAuditLog from './operations/export-audit-log.ts'
import getAuditEntry from './operations/get-audit-entry.ts'
import listAuditCheckpoints from './operations/list-audit-checkpoints.ts'
import listAuditLog from './operations/list-audit-log.ts'
import listProjectAuditLog from './operations/list-project-audit-log.ts'
import verifyAuditChain from './operations/verify-audit-chain.ts'
import { knownActions } from './rules.ts'

/** Serves the audit log of what these handlers do: their actions are those that can be asked for. */
export default (handlers: readonly Handler[], { checkpoints }: { readonly checkpoints: Checkpoints }) => {
  const known = knownActions([...handlers.map(({ operation }) => operation), ...Object.values(audit)])
  return implement(audit, {
    listAuditLog: listAuditLog(known),
    getAuditEntry,
    listProjectAuditLog: listProjectAuditLog(known),
    verifyAuditChain: verifyAuditChain(checkpoints),
    listAuditCheckpoints: listAuditCheckpoints(checkpoints),
    exportAuditLog: exportAuditLog(checkpoints),
  })
}
