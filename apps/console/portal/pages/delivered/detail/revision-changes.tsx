import { getApprovalSnapshot } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { useLateReplyIn } from '../../../current-portal.ts'
import { beforeIn, type Approval } from '../../../../parts/deliverable/approvals.ts'
import { Differences } from '../../../../parts/deliverable/snapshot-differences.tsx'
import { readSnapshot, type Shown } from '../../../../parts/deliverable/snapshot.ts'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

interface NewsProps {
  readonly shown: Shown
  /** Everything that was asked, newest first. */
  readonly approvals: readonly Approval[]
  readonly mine: string
}

/** What is new since the version that this person was asked about before. Nothing where there was none. */
export const News = ({ shown, approvals, mine }: NewsProps) => {
  const { thing: words, states } = usePortalWords()
  const { day } = useDates()
  const earlier = beforeIn(approvals, mine, shown.revision)
  const params = { cycleId: earlier?.cycleId ?? '', approvalId: earlier?.id ?? '' }
  const asked = useLateReplyIn(getApprovalSnapshot, { params }, earlier !== undefined)
  if (!asked) return null
  return (
    <section className="sect">
      <h2>{words.newSince(asked.revision)}</h2>
      <Differences before={readSnapshot(asked.snapshot)} after={shown} words={words} states={states} day={day} />
    </section>
  )
}
