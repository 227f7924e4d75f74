import Check from 'lucide-react/icons/check'
import Undo2 from 'lucide-react/icons/undo-2'
import { lazy, Suspense, useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { usePageCommands } from '../../../../parts/commands.ts'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { Reasons } from '../../../../parts/request-decision/review-reasons.tsx'
import { SendBack } from '../../../../parts/request-decision/send-back-form.tsx'
import { TryRest } from '../../../../parts/request-decision/try-rest.tsx'
import { useDecisionKeys } from '../../../../parts/request-decision/use-decision-keys.ts'
import { useRequestDecision, type Request } from '../../../../parts/request-decision/use-request-decision.ts'
import { useKeptFocus } from '../../../../parts/use-kept-focus.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useInboxWords } from '../../../../words/inbox/index.ts'
import { paths } from '../../../../paths.ts'
import { asNow } from '../../../../words/server/reworded.ts'
import { useEvidence } from '../detail/use-evidence.ts'
import { findingsOf, reviewFilesOf, type Evidence } from '../review/review-files.ts'
import { approveStep, changeSize, otherFindings, outcomeOf } from './approve-step.ts'
import { ChangeSummary, findingsOfChange, type ChangeFindings } from './change-summary.tsx'
import { KeyChange } from './key-change.tsx'
import { keyHunks } from './key-hunks.ts'
import { RequestText } from './request-text.tsx'
import '../../../../parts/request-decision/decision.css'
import './change-review.css'

const PagesOfChange = lazy(async () => ({
  default: (await import('../../../../parts/preview-pictures/cycle-pictures.tsx')).PagesOfChange,
}))

interface ChangeReviewProps {
  readonly request: Request & { readonly taskId: string }
  /** Shown beside the buttons. */
  readonly beside?: ReactNode
  /** Whether the person opened this review themselves, so that its diff is open from the start. */
  readonly isDiffOpen?: boolean
  /** Shown before the buttons. */
  readonly children?: ReactNode
}

/** The change that a request asks about: its purpose, its proof, its key lines, and the decision. */
export const ChangeReview = (props: ChangeReviewProps) => (
  <div ref={useKeptFocus<HTMLDivElement>()}>
    <div ref={useDecisionKeys<HTMLDivElement>()}>
      <Review {...props} />
    </div>
  </div>
)

/**
 * Drops the second click of a double click: the first may have opened the diff, so the second would hit another button,
 * or approve a change that the person has not read yet.
 */
const dropSecondPress = (event: MouseEvent) => {
  if (event.detail <= 1) return
  event.preventDefault()
  event.stopPropagation()
}

/** The diff that the person has opened, and the effect of the next press on “Approve”. */
const useOpenedDiff = (evidence: Evidence | undefined, isAbsent: boolean, isOpenAtFirst: boolean) => {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [seenSha, setSeenSha] = useState<string>()
  const headSha = evidence?.headSha
  if (isOpen && seenSha === undefined && headSha !== undefined) setSeenSha(headSha)
  const show = () => {
    setOpen(true)
    setSeenSha(headSha)
  }
  return {
    isOpen,
    canHide: isOpen && !isOpenAtFirst,
    isMoved: seenSha !== undefined && headSha !== undefined && seenSha !== headSha,
    step: approveStep({ headSha, seenSha, isAbsent }),
    show,
    hide: () => setOpen(false),
  }
}

const Review = ({ request, beside, isDiffOpen = false, children }: ChangeReviewProps) => {
  const words = useInboxWords()
  const { evidence, isAbsent, error } = useEvidence({ id: request.taskId })
  const files = useMemo(() => (evidence ? reviewFilesOf(evidence) : []), [evidence])
  const diff = useOpenedDiff(evidence, isAbsent, isDiffOpen)
  const hunks = useMemo(() => (diff.isOpen ? keyHunks(files) : []), [diff.isOpen, files])
  const { decide, error: decisionError, isPending } = useRequestDecision(request)
  const [isSendingBack, setSendingBack] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const title = request.taskTitle ?? request.title
  const change =
    evidence &&
    findingsOfChange({
      evidence,
      files,
      findings: otherFindings(findingsOf(evidence), request.reasons),
      said: request.reasons.map(({ message }) => asNow(message)),
      areLinesBelow: diff.isOpen,
    })
  const press = () => {
    if (diff.step === 'approve') decide({ status: 'approved' })
    if (diff.step !== 'open') return
    diff.show()
    setFocused(true)
  }
  usePageCommands([
    { id: `approve ${request.id}`, name: words.approveOf(title), icon: Check, act: press },
    { id: `send back ${request.id}`, name: words.sendBackOf(title), icon: Undo2, act: () => setSendingBack(true) },
  ])
  return (
    <div className="decision change-review" onClickCapture={dropSecondPress}>
      <RequestText cycleId={request.cycleId} />
      <Reasons
        reasons={evidence?.verdict ? request.reasons.filter(({ code }) => code !== 'unseen') : request.reasons}
      />
      {change ? (
        <ChangeSummary
          request={request}
          change={change}
          isOutcomeSaid={request.reasons.some(({ code }) => code === outcomeOf(change.evidence))}
          atLines={hunks.map(({ file }) => file.name)}
        />
      ) : null}
      {evidence ? (
        <Suspense>
          <PagesOfChange
            projectId={request.projectId}
            cycleId={request.cycleId}
            headSha={evidence.headSha}
            names={files.map(({ name }) => name)}
          />
        </Suspense>
      ) : null}
      {change && diff.isOpen ? (
        <KeyChange request={request} change={change} hunks={hunks} isFocused={isFocused} isMoved={diff.isMoved} />
      ) : null}
      {children}
      <Refusal error={error} />
      <Refusal error={decisionError} />
      {isSendingBack ? (
        <SendBack request={request} onCancel={() => setSendingBack(false)} />
      ) : (
        <DecisionButtons
          request={request}
          change={change}
          diff={diff}
          isPending={isPending}
          onApprove={press}
          onSendBack={() => setSendingBack(true)}
        >
          <TryRest request={request} decide={decide} isPending={isPending} />
          {beside}
        </DecisionButtons>
      )}
    </div>
  )
}

interface DecisionButtonsProps extends Pick<ChangeReviewProps, 'request'> {
  /** Undefined until the evidence arrives, and without evidence. */
  readonly change: ChangeFindings | undefined
  readonly diff: ReturnType<typeof useOpenedDiff>
  readonly isPending: boolean
  readonly onApprove: () => void
  readonly onSendBack: () => void
  readonly children: ReactNode
}

const DecisionButtons = (props: DecisionButtonsProps) => {
  const { request, change, diff, isPending, onApprove, onSendBack, children } = props
  const inbox = useInboxWords()
  const words = useChangeReviewWords()
  const size = change && changeSize(change.files, change.evidence)
  return (
    <div className="line wrap decide-buttons">
      <Button
        variant="primary"
        aria-keyshortcuts="A"
        disabled={diff.step === 'wait'}
        isPending={isPending}
        onClick={onApprove}
      >
        {!change || !size
          ? inbox.approve
          : diff.step === 'open' && size.files > 0
            ? words.read(size.files, size.isTruncated)
            : words.approve(size.files, outcomeOf(change.evidence), size.isTruncated)}
      </Button>
      {/* Before the diff is open here, the first button opens it; the open diff ends with this link. */}
      {change && diff.step !== 'open' && !diff.isOpen ? (
        <LinkButton to={paths.review(request.projectId, request.cycleId, request.taskId)}>{words.look}</LinkButton>
      ) : null}
      <Button aria-keyshortcuts="B" isPending={isPending} onClick={onSendBack}>
        {inbox.sendBack}
      </Button>
      {/* The key lines open with the first press. */}
      {change && diff.canHide ? (
        <Button variant="plain" onClick={diff.hide}>
          {words.hide}
        </Button>
      ) : null}
      {children}
    </div>
  )
}
