import { reopenDeliverableDecision } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { usePortalChange } from '../../../use-portal-change.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { ownApproval, replacedApproval, type Approval, type View } from '../../../../parts/deliverable/approvals.ts'
import { PortalError } from '../../../parts/portal-error.tsx'
import { useAgency } from '../../../parts/use-agency.tsx'
import { Note } from '../../../parts/status-banner.tsx'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

interface StatusNoteProps {
  readonly view: View
  readonly approvals: readonly Approval[]
  readonly mine: string
}

/** The state of the shown version for this person, in a sentence. */
export const StatusNote = ({ view, approvals, mine }: StatusNoteProps) => {
  const words = usePortalWords().thing
  const { moment } = useDates()
  const own = ownApproval(view, approvals, mine)
  if (own?.decision) return <Decided approval={own} isLapsed={view.approval === 'outdated'} />
  const replaced = own && replacedApproval(own, approvals)
  if (own?.status === 'open' && replaced) {
    const sentence = replaced.decision === 'approved' ? words.youApproved : words.youAsked
    return (
      <Note kind="wait">
        <b>{words.changingAnswer}</b>
        <span>{sentence(replaced.revision, moment(replaced.decidedAt!))}</span>
        <span>{words.firstStays}</span>
      </Note>
    )
  }
  if (own?.status === 'outdated') return <Note kind="wait">{words.beingChanged}</Note>
  if (own) return null
  const isAskedOfOthers = approvals.some(({ revision }) => revision === view.submittedRevision)
  return <Note>{isAskedOfOthers ? words.notAsked : words.nobodyAsked}</Note>
}

const Decided = ({ approval, isLapsed }: { readonly approval: Approval; readonly isLapsed: boolean }) => {
  const words = usePortalWords().thing
  const agency = useAgency()
  const { moment } = useDates()
  const { decision, decidedAt, revision, comment } = approval
  const isApproved = decision === 'approved'
  const consequence = isApproved ? words.counts : words.isChanging(agency.name)
  return (
    <Note kind={isApproved && !isLapsed ? 'good' : 'wait'}>
      <b>{(isApproved ? words.youApproved : words.youAsked)(revision, moment(decidedAt!))}</b>
      {comment === null ? null : (
        <q className="told" dir="auto">
          {comment}
        </q>
      )}
      <span>{isLapsed && isApproved ? words.noLongerCounts : consequence}</span>
      {isLapsed ? null : <ChangeAnswer approval={approval} />}
    </Note>
  )
}

/** Asks this person again about this version; the first answer stays unchanged. */
const ChangeAnswer = ({ approval: { id, cycleId } }: { readonly approval: Approval }) => {
  const words = usePortalWords().thing
  const reopen = usePortalChange(reopenDeliverableDecision)
  return (
    <div className="stack">
      <PortalError error={reopen.error} />
      <Button isPending={reopen.isPending} onClick={() => reopen.mutate({ params: { cycleId, approvalId: id } })}>
        {words.changeAnswer}
      </Button>
    </div>
  )
}
