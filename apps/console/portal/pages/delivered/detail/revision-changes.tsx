import { getApprovalSnapshot } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { usePortalReplyLater } from '../../../current-portal.ts'
import { earlierApproval, type Approval } from '../../../../parts/deliverable/approvals.ts'
import { Differences } from '../../../../parts/deliverable/snapshot-differences.tsx'
import { readSnapshot, type SnapshotContent } from '../../../../parts/deliverable/snapshot.ts'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

interface RevisionChangesProps {
  readonly shown: SnapshotContent
  /** Everything that was asked, newest first. */
  readonly approvals: readonly Approval[]
  readonly mine: string
}

/** The news since the last version with a request to this person. Renders nothing if there was none. */
export const RevisionChanges = ({ shown, approvals, mine }: RevisionChangesProps) => {
  const { thing: words, states } = usePortalWords()
  const { day } = useDates()
  const earlier = earlierApproval(approvals, mine, shown.revision)
  const params = { cycleId: earlier?.cycleId ?? '', approvalId: earlier?.id ?? '' }
  const asked = usePortalReplyLater(getApprovalSnapshot, { params }, earlier !== undefined)
  if (!asked) return null
  return (
    <section className="sect">
      <h2>{words.newSince(asked.revision)}</h2>
      <Differences before={readSnapshot(asked.snapshot)} after={shown} words={words} states={states} day={day} />
    </section>
  )
}
