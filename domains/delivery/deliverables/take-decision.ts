import type { Static } from '../../../platform/contract/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { deployApproved } from '../../code/deployments/index.ts'
import { findProject } from '../../code/projects/index.ts'
import { shippedOnApproval } from '../../code/projects/rules/policies.ts'
import { withdrawLetters } from '../../accounts/letters/index.ts'
import { approvalAuditSubject } from './audit-subject.ts'
import { findCycle } from '../cycles/index.ts'
import { currentOf } from './content.ts'
import type { DeliverableDecision } from './contract.ts'
import { approvalObstacle, approvalStateOf, shippingOf, type Decision } from './rules.ts'
import { approvalsOfRevision, decideApproval, findApproval } from './store-approvals.ts'
import { lockDeliverable } from './store.ts'
import type { ApprovalRow, DeliverableRow } from './tables.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { SignInParts } from '../../accounts/people/index.ts'

/** The request that this reviewer can decide on, its deliverable locked; or the obstacle. Undefined if it is unknown. */
export const openApproval = async (
  tx: Transaction,
  { cycleId, approvalId }: { readonly cycleId: string; readonly approvalId: string },
  userId: string,
) => {
  const row = await lockDeliverable(tx, cycleId)
  const approval = row && (await findApproval(tx, row.id, approvalId))
  if (!row || !approval) return undefined
  if (approval.reviewerId !== userId) return 'notReviewer'
  return approvalObstacle(approval, await currentOf(tx, row)) ?? { row, approval }
}

interface DecisionInput {
  readonly decision: Decision
  readonly comment: string | null
  readonly now: Date
  /** Stored in the audit row beside the decision. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Inserts a decision and deploys the approved commit if the policy wants it; undefined if it was decided before. */
export const recordDecision = async (
  tx: Transaction,
  parts: ShippingParts,
  { row, approval }: { readonly row: DeliverableRow; readonly approval: ApprovalRow },
  { decision, comment, now, metadata = {} }: DecisionInput,
): Promise<{ readonly answer: Static<typeof DeliverableDecision>; readonly subject: Subject } | undefined> => {
  const decided = await decideApproval(tx, { id: approval.id, decision, comment, now })
  if (!decided) return undefined
  await withdrawLetters(tx, { subjectId: decided.id, now })
  const { shipped, reason } = await ship(tx, parts, row, decided, now)
  const { id: approvalId, projectId, deliverableId, revision, revisionHash, reviewerId } = decided
  const about = { projectId, deliverableId, revision, revisionHash, reviewerId }
  return {
    answer: { ...about, approvalId, cycleId: row.cycleId, decision, comment, decidedAt: now, shipped, reason },
    subject: { ...approvalAuditSubject(row, decided, { decision, shipped, ...metadata }), payload: { decision } },
  }
}

const ship = async (
  tx: Transaction,
  { previewSite }: ShippingParts,
  row: DeliverableRow,
  { revision, reviewerId, decision }: ApprovalRow,
  now: Date,
) => {
  const { projectId, cycleId } = row
  const { value: onApproval } = shippedOnApproval(await findProject(tx, projectId))
  const cycle = await findCycle(tx, cycleId)
  const commitSha = cycle?.repositoryId ? cycle.mergedSha : null
  const state = approvalStateOf(
    await approvalsOfRevision(tx, { deliverableId: row.id, revision }),
    await currentOf(tx, row),
  )
  const shipping = shippingOf({ decision: decision!, onApproval, canDeploy: previewSite.isOn, commitSha, state })
  if (shipping.shipped && cycle?.repositoryId && commitSha !== null) {
    const { repositoryId } = cycle
    await deployApproved(tx, { projectId, cycleId, repositoryId, commitSha, approvedBy: reviewerId, now })
  }
  return shipping
}

export interface ShippingParts {
  readonly previewSite: { readonly isOn: boolean }
}

export interface SigningParts extends ShippingParts {
  readonly database: Database
  readonly signIn: Pick<SignInParts, 'origin'>
}

export interface DownloadParts {
  readonly objects: ObjectStore
}
