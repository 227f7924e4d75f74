import { useSuspenseQuery } from '@tanstack/react-query'
import type { getDeliverable, listDeliverableApprovals } from '../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { checkHash } from './snapshot.ts'

export type View = Reply<typeof getDeliverable>
export type Approval = Reply<typeof listDeliverableApprovals>[number]

/** The request to this person about the shown version; the newest of several counts. */
export const ownApproval = ({ submittedRevision }: View, approvals: readonly Approval[], mine: string) =>
  approvals.find(({ reviewerId, revision }) => reviewerId === mine && revision === submittedRevision)

/** The request that this person can decide now, about exactly the bytes that are shown. */
export const openApproval = (view: View, approvals: readonly Approval[], mine: string): Approval | undefined => {
  const own = ownApproval(view, approvals, mine)
  return own?.status === 'open' && own.revisionHash === view.revisionHash ? own : undefined
}

/** The request about an earlier version that this person had last. */
export const earlierApproval = (approvals: readonly Approval[], mine: string, revision: number): Approval | undefined =>
  approvals.find((one) => one.reviewerId === mine && one.revision < revision)

/** Whether the received content matches the published content, by its hash; `unknown` if this page cannot hash. */
export const useHashCheck = (snapshot: string, revisionHash: string) =>
  useSuspenseQuery({
    queryKey: ['mark', revisionHash, snapshot],
    queryFn: () => checkHash(snapshot, revisionHash),
    staleTime: 'static',
  }).data

/** The decision of that reviewer about that version, before a later request asked again; of several, the last one. */
export const replacedApproval = (later: Approval, approvals: readonly Approval[]): Approval | undefined =>
  approvals
    .slice(approvals.indexOf(later) + 1)
    .find((one) => one.decision !== null && one.reviewerId === later.reviewerId && one.revision === later.revision)

interface ChangedAnswer {
  readonly first: Approval
  readonly now: Approval
}

/** The newest and the previous answer of each reviewer who was asked again about a version after they had decided. */
export const changedAnswers = (approvals: readonly Approval[], revision: number): readonly ChangedAnswer[] =>
  approvals.flatMap((now, at) => {
    const isOf = (one: Approval) => one.revision === revision && one.reviewerId === now.reviewerId
    if (!isOf(now) || approvals.slice(0, at).some(isOf)) return []
    const first = replacedApproval(now, approvals)
    return first ? [{ first, now }] : []
  })
