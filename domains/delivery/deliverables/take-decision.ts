import { validate } from 'uuid'
import type { Static } from '../../../platform/contract/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findProject, shippedOnApproval } from '../../code/projects/index.ts'
import { takeLettersBack } from '../../accounts/letters/index.ts'
import { aboutApproval } from './about.ts'
import { currentOf } from './content.ts'
import type { DeliverableDecision } from './contract.ts'
import { obstacleTo, shippingOf, type Decision, type Obstacle } from './rules.ts'
import { decideApproval, findApproval } from './store-approvals.ts'
import { lockDeliverable } from './store.ts'
import type { ApprovalRow, DeliverableRow } from './tables.ts'

interface Refusals extends Readonly<Record<Obstacle | 'notReviewer', () => never>> {
  readonly absent: () => never
}

export interface Open {
  readonly row: DeliverableRow
  readonly asked: ApprovalRow
}

interface Asking {
  readonly params: { readonly cycleId: string; readonly approvalId: string }
  readonly userId: string
  readonly refuse: Refusals
}

/** The request that this reviewer can decide on. Its deliverable is held, so that it stays so until the transaction ends. */
export const openApproval = async (tx: Transaction, { params, userId, refuse }: Asking): Promise<Open> => {
  const row = (await lockDeliverable(tx, params.cycleId)) ?? refuse.absent()
  const asked = validate(params.approvalId) ? await findApproval(tx, row.id, params.approvalId) : undefined
  if (!asked) return refuse.absent()
  if (asked.reviewerId !== userId) return refuse.notReviewer()
  const obstacle = obstacleTo(asked, await currentOf(tx, row))
  return obstacle ? refuse[obstacle]() : { row, asked }
}

interface Taken {
  readonly decision: Decision
  readonly comment: string | null
  readonly now: Date
  /** Kept in the audit row beside the decision. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Writes a decision down; gives the answer, and what its audit row is about. Undefined where it was decided before. */
export const takeDecision = async (
  tx: Transaction,
  { row, asked }: Open,
  { decision, comment, now, metadata = {} }: Taken,
): Promise<{ readonly answer: Static<typeof DeliverableDecision>; readonly subject: Subject } | undefined> => {
  const decided = await decideApproval(tx, asked.id, { decision, comment, now })
  if (!decided) return undefined
  await takeLettersBack(tx, decided.id, now)
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
    subject: aboutApproval(row, decided, { decision, shipped, ...metadata }),
  }
}
