import { instanceScope, setCap } from '../../../../execution/models/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { capOfProject, type ProjectRow } from '../../../code/projects/index.ts'
import type { Caps } from './parts.ts'

/** Sets what model calls for a cycle may cost by now, in each of its budgets, before one is made. */
export const setCaps = async (
  tx: Transaction,
  caps: Caps,
  of: { readonly workspaceId: string; readonly cycleId: string; readonly project: ProjectRow },
): Promise<void> => {
  await setCap(tx, { kind: 'cycle', id: of.cycleId }, caps.cycleMicros ?? null)
  await setCap(tx, { kind: 'project', id: of.project.id }, capOfProject(of.project, caps))
  await setCap(tx, { kind: 'workspace', id: of.workspaceId }, caps.workspaceMicros ?? null)
  await setCap(tx, instanceScope, caps.instanceMicros ?? null)
}
