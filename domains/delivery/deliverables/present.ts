import { isAgency, namesOfPeople, type Role } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { readContent } from './content.ts'
import type { Deliverable, DeliverableApproval } from './contract.ts'
import { approvalStatusOf, type Current } from './rules.ts'
import type { ApprovalRow, DeliverableRow } from './tables.ts'

/** The agency reads its draft, beside the content of the newest snapshot; a client reads only the snapshot. */
export const presentDeliverable = (row: DeliverableRow, role: Role): Static<typeof Deliverable> => {
  const content = row.content === null ? undefined : readContent(row.content)
  const shown = {
    id: row.id,
    projectId: row.projectId,
    cycleId: row.cycleId,
    submittedRevision: row.submittedRevision,
    revisionHash: row.revisionHash,
    publishedAt: row.publishedAt,
    commitSha: content?.commitSha ?? null,
    artifacts: content?.artifacts.map((one) => ({ ...one })) ?? [],
  }
  if (isAgency(role)) {
    const { title, clientStatus, dueDate, summary, createdAt, updatedAt } = row
    return { ...shown, title, clientStatus, dueDate, summary, createdAt, updatedAt }
  }
  if (!content) throw new Error('An unpublished deliverable must not be shown to a client')
  const { title, clientStatus, dueDate, summary } = content
  return { ...shown, title, clientStatus, dueDate: dueDate === null ? null : new Date(dueDate), summary }
}

/** Requests as callers read them, each with the name of its reviewer. */
export const presentApprovals = async (
  tx: Transaction,
  rows: readonly ApprovalRow[],
  { cycleId, current, role }: { readonly cycleId: string; readonly current: Current; readonly role: Role },
): Promise<Static<typeof DeliverableApproval>[]> => {
  const reviewerIds = rows.map(({ reviewerId }) => reviewerId)
  const names = await namesOfPeople(tx, reviewerIds)
  return rows.map(({ requestedBy, ...row }) => ({
    ...row,
    cycleId,
    reviewerName: names.get(row.reviewerId) ?? null,
    status: approvalStatusOf(row, current),
    ...(isAgency(role) && { requestedBy }),
  }))
}
