import type { getDeliverable, listDeliverableApprovals } from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useAgency } from '../../parts/agency.tsx'
import { Note } from '../../parts/note.tsx'
import { useDates } from '../../use-dates.ts'
import { usePortalWords } from '../../words/use-words.ts'

type View = Reply<typeof getDeliverable>
export type Approval = Reply<typeof listDeliverableApprovals>[number]

/** What this person was asked about the version that is shown; of several requests the newest counts. */
const ownOf = ({ submittedRevision }: View, approvals: readonly Approval[], mine: string) =>
  approvals.find(({ reviewerId, revision }) => reviewerId === mine && revision === submittedRevision)

/** The request that this person can decide now, about exactly the bytes that are shown. */
export const openOf = (view: View, approvals: readonly Approval[], mine: string): Approval | undefined => {
  const own = ownOf(view, approvals, mine)
  return own?.status === 'open' && own.revisionHash === view.revisionHash ? own : undefined
}

interface StatusNoteProps {
  readonly view: View
  readonly approvals: readonly Approval[]
  readonly mine: string
}

/** How the version that is shown stands for this person, in a sentence. */
export const StatusNote = ({ view, approvals, mine }: StatusNoteProps) => {
  const words = usePortalWords().thing
  const own = ownOf(view, approvals, mine)
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
