import { ownApproval, type Approval, type View } from '../../../../parts/deliverable/approvals.ts'
import { useAgency } from '../../../parts/use-agency.tsx'
import { Note } from '../../../parts/status-banner.tsx'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

interface StatusNoteProps {
  readonly view: View
  readonly approvals: readonly Approval[]
  readonly mine: string
}

/** How the version that is shown stands for this person, in a sentence. */
export const StatusNote = ({ view, approvals, mine }: StatusNoteProps) => {
  const words = usePortalWords().thing
  const own = ownApproval(view, approvals, mine)
  if (own?.decision) return <Decided approval={own} isLapsed={view.approval === 'outdated'} />
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
  const when = moment(decidedAt!)
  const said = decision === 'approved' ? words.youApproved(revision, when) : words.youAsked(revision, when)
  const follows = decision === 'approved' ? words.counts : words.isChanging(agency.name)
  const isGood = decision === 'approved' && !isLapsed
  return (
    <Note kind={isGood ? 'good' : 'wait'}>
      <b>{said}</b>
      {comment === null ? null : (
        <q className="told" dir="auto">
          {comment}
        </q>
      )}
      <span>{isLapsed && decision === 'approved' ? words.noLongerCounts : follows}</span>
    </Note>
  )
}
