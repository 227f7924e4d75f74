import { validate } from 'uuid'
import type { Static } from '../../../platform/contract/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findProject, shippedOnApproval } from '../../code/projects/index.ts'
import { withdrawLetters } from '../../accounts/letters/index.ts'
import { approvalAuditSubject } from './audit-subject.ts'
import { currentOf } from './content.ts'
import type { DeliverableDecision } from './contract.ts'
import { approvalObstacle, shippingOf, type Decision, type ApprovalObstacle } from './rules.ts'
import { decideApproval, findApproval } from './store-approvals.ts'
import { lockDeliverable } from './store.ts'
import type { ApprovalRow, DeliverableRow } from './tables.ts'

export interface OpenApproval {
  readonly row: DeliverableRow
  readonly asked: ApprovalRow
}

interface Named {
  readonly cycleId: string
  readonly approvalId: string
}

/**
 * The request that this reviewer can decide on, or why there is none. Its deliverable is held, so that it stays so until
 * the transaction ends.
 */
export const openApproval = async (
  tx: Transaction,
  { cycleId, approvalId }: Named,
  userId: string,
): Promise<OpenApproval | ApprovalObstacle | 'absent' | 'notReviewer'> => {
  const row = await lockDeliverable(tx, cycleId)
  const asked = row && validate(approvalId) ? await findApproval(tx, row.id, approvalId) : undefined
  if (!row || !asked) return 'absent'
  if (asked.reviewerId !== userId) return 'notReviewer'
  return approvalObstacle(asked, await currentOf(tx, row)) ?? { row, asked }
}

interface DecisionInput {
  readonly decision: Decision
  readonly comment: string | null
  readonly now: Date
  /** Kept in the audit row beside the decision. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Writes a decision down; gives the answer, and what its audit row is about. Undefined where it was decided before. */
export const recordDecision = async (
  tx: Transaction,
  { row, asked }: OpenApproval,
  { decision, comment, now, metadata = {} }: DecisionInput,
): Promise<{ readonly answer: Static<typeof DeliverableDecision>; readonly subject: Subject } | undefined> => {
  const decided = await decideApproval(tx, asked.id, { decision, comment, now })
  if (!decided) return undefined
  await withdrawLetters(tx, decided.id, now)
  const { value: onApproval } = shippedOnApproval(await findProject(tx, row.projectId))
  const { id: approvalId, projectId, deliverableId, revision, revisionHash, reviewerId } = decided
  const { shipped, reason } = shippingOf(decision, onApproval)
  return {
    answer: {
      approvalId,
      projectId,
      cycleId: row.cycleId,
      deliverableId,
      revision,
      revisionHash,
      reviewerId,
      decision,
      comment,
      decidedAt: now,
      shipped,
      reason,
    },
    subject: approvalAuditSubject(row, decided, { decision, shipped, ...metadata }),
  }
}
