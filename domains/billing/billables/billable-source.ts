import type { Transaction } from '../../../platform/db/transaction.ts'
import { projectsOfAccount } from '../../code/projects/index.ts'
import { findCycle } from '../../delivery/cycles/index.ts'
import { decisionAbout } from '../../delivery/deliverables/index.ts'
import { findTask } from '../../delivery/tasks/index.ts'
import type { SourceKind } from './rules.ts'

interface BillableSource {
  readonly projectId: string
  /** The approved revision; null if no decision is named. */
  readonly revisionHash: string | null
  readonly isApproved: boolean
}

const unapproved = (row: { readonly projectId: string } | undefined): BillableSource | undefined =>
  row && { projectId: row.projectId, revisionHash: null, isApproved: false }

/** The work that a billable comes from; undefined if the workspace has none of that id. */
export const findWork = async (
  tx: Transaction,
  kind: Exclude<SourceKind, 'entry'>,
  id: string,
): Promise<BillableSource | undefined> => {
  if (kind === 'cycle') return unapproved(await findCycle(tx, id))
  if (kind === 'task') return unapproved(await findTask(tx, id))
  const decided = await decisionAbout(tx, id)
  if (!decided) return undefined
  const { projectId, revisionHash, decision, isReplaced } = decided
  return { projectId, revisionHash, isApproved: decision === 'approved' && !isReplaced }
}

export const belongsTo = async (tx: Transaction, projectId: string, clientAccountId: string) =>
  (await projectsOfAccount(tx, [projectId], clientAccountId)).length > 0
