import { call as callAgency } from '../../../../api/client.ts'
import { openApproval, ownApproval, useHashCheck } from '../../../../parts/deliverable/approvals.ts'
import { Differences } from '../../../../parts/deliverable/snapshot-differences.tsx'
import { ProseBlock } from '../../../../parts/text/prose.tsx'
import { readSnapshot } from '../../../../parts/deliverable/snapshot.ts'
import { ApprovalForm } from './approval-form.tsx'
import { MarkPanel } from './portal-mark-panel.tsx'
import { FilesSection } from '../../../parts/file-rows.tsx'
import { joined } from '../../../../parts/text/joined.tsx'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'
import type { LinkedApproval } from '../../../../pages/sign-in/open/linked-approval.ts'
import type { SignInFrame } from '../../../../pages/sign-in/sign-in-frame.tsx'
import type { WaysWords } from '../../../../words/sign-in/index.ts'
import './email-approval.css'

interface LetterApprovalProps {
  readonly asked: LinkedApproval
  /** Its frame, and the frame's words: neither is a part of the portal. */
  readonly Page: typeof SignInFrame
  readonly letter: WaysWords['letter']
  readonly onSent: () => void
}

/** The approval of a client without a portal: all that the mark covers, the mark, and the portal's own answer. */
export const LetterApproval = ({ asked, Page, letter, onSent }: LetterApprovalProps) => {
  const { me, view, approvals, headers, earlier } = asked
  const { thing: words, states, by } = usePortalWords()
  const { day, moment } = useDates()
  const mark = useHashCheck(view.snapshot!, view.revisionHash!)
  const open = mark === 'differs' ? undefined : openApproval(view, approvals, me.id)
  const shown = readSnapshot(view.snapshot!)
  const { title, summary, clientStatus, dueDate, revision, artifacts } = shown
  const { cycleId, publishedAt } = view
  const call: typeof callAgency = (operation, input) => callAgency(operation, input, headers)
  return (
    <Page
      title={title}
      text={joined(open && words.forApproval, publishedAt !== null && words.shown(moment(publishedAt)))}
    >
      <div className={open ? 'portal letter-approval with-answer' : 'portal letter-approval'}>
        {open || mark === 'differs' ? null : <NothingToDecide asked={asked} />}
        <section className="sect">
          <h2>{words.what}</h2>
          <ProseBlock className="told" text={summary ?? letter.titleAlone} />
          <p className="small">{joined(states[clientStatus], dueDate !== null && by(day(dueDate)))}</p>
        </section>
        <FilesSection cycleId={cycleId} revision={revision} files={artifacts} title={title} headers={headers} />
        {earlier ? (
          <section className="sect">
            <h2>{words.newSince(earlier.revision)}</h2>
            <Differences
              before={readSnapshot(earlier.snapshot)}
              after={shown}
              words={words}
              states={states}
              day={day}
            />
          </section>
        ) : null}
        <MarkPanel snapshot={view.snapshot!} sha256={view.revisionHash!} mark={mark} files={artifacts.length} />
        {open ? (
          <ApprovalForm
            title={title}
            approval={open}
            label={letter.word}
            passkeys={me.passkeys}
            call={call}
            onDone={onSent}
          />
        ) : null}
      </div>
    </Page>
  )
}

/** Why there is nothing to decide. */
const NothingToDecide = ({ asked: { me, view, approvals } }: Pick<LetterApprovalProps, 'asked'>) => {
  const words = usePortalWords().thing
  const { moment } = useDates()
  const own = ownApproval(view, approvals, me.id)
  if (own?.decision) {
    const say = own.decision === 'approved' ? words.youApproved : words.youAsked
    return <p className="note">{say(own.revision, moment(own.decidedAt!))}</p>
  }
  return <p className="note">{own ? words.beingChanged : words.notAsked}</p>
}
