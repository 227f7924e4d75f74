import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import type { ReactNode } from 'react'
import { getApprovalSnapshot } from '../../../../../domains/delivery/deliverables/contract.ts'
import { changesBetween } from '../../changes.ts'
import { useLateReplyIn } from '../../place.ts'
import { readSnapshot, type Shown } from '../../snapshot.ts'
import { useDates } from '../../use-dates.ts'
import { usePortalWords } from '../../words/use-words.ts'
import type { Approval } from './status-note.tsx'

interface NewsProps {
  readonly shown: Shown
  /** Everything that was asked, newest first. */
  readonly approvals: readonly Approval[]
  readonly mine: string
}

/** What is new since the version that this person was asked about before. Nothing where there was none. */
export const News = ({ shown, approvals, mine }: NewsProps) => {
  const words = usePortalWords().thing
  const earlier = approvals.find(({ reviewerId, revision }) => reviewerId === mine && revision < shown.revision)
  const params = { cycleId: earlier?.cycleId ?? '', approvalId: earlier?.id ?? '' }
  const asked = useLateReplyIn(getApprovalSnapshot, { params }, earlier !== undefined)
  if (!asked) return null
  return (
    <section className="sect">
      <h2>{words.newSince(asked.revision)}</h2>
      <Differences before={readSnapshot(asked.snapshot)} after={shown} />
    </section>
  )
}

const Differences = ({ before, after }: { readonly before: Shown; readonly after: Shown }) => {
  const words = usePortalWords()
  const { day } = useDates()
  const changes = changesBetween(before, after)
  if (!changes) return <p className="small">{words.thing.newNothing}</p>
  const { oldTitle, added, removed, isDueDateOther, isStepOther, files } = changes
  const { dueDate } = after
  return (
    <ul className="news">
      {oldTitle === undefined ? null : <New>{words.thing.newTitle(oldTitle)}</New>}
      {added.map((line, at) => (
        <New key={at}>{line}</New>
      ))}
      {removed.map((line, at) => (
        <New key={`-${at}`} isGone>
          {line}
        </New>
      ))}
      {isDueDateOther ? (
        <New>{dueDate === null ? words.thing.newNoDate : words.thing.newDate(day(dueDate))}</New>
      ) : null}
      {isStepOther ? <New>{words.thing.newStep(words.states[after.clientStatus])}</New> : null}
      {files === 0 ? null : <New>{words.thing.newFiles(files)}</New>}
    </ul>
  )
}

const New = ({ isGone = false, children }: { readonly isGone?: boolean; readonly children: ReactNode }) => {
  const words = usePortalWords().thing
  const Icon = isGone ? Minus : Check
  return (
    <li>
      <Icon className="i" aria-hidden="true" />
      <span dir="auto">
        {isGone ? <span className="sr">{words.gone} </span> : null}
        {isGone ? <s>{children}</s> : children}
      </span>
    </li>
  )
}
