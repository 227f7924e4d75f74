import { DecisionActions, DecisionComment } from '../../../../parts/deliverable/decision-form.tsx'
import { type DecisionFormInput, useDecisionForm } from '../../../../parts/deliverable/use-decision-form.ts'
import { useKeptFocus } from '../../../../parts/use-kept-focus.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'
import { PortalError } from '../../../parts/portal-error.tsx'

interface ApprovalFormProps extends DecisionFormInput {
  readonly title: string
  /** Whom the comment is for. */
  readonly label: string
}

/** The form in which a client decides, at the bottom edge: the comment, and two buttons below it. */
export const ApprovalForm = ({ title, label, ...input }: ApprovalFormProps) => {
  const words = usePortalWords().thing
  const form = useDecisionForm(input, words.missing)
  const { revision } = input.approval
  const confirm = {
    sentence: words.confirmApproval(revision, title),
    yes: words.confirmYes(revision),
    back: words.confirmBack,
  }
  return (
    <div className="answer" ref={useKeptFocus<HTMLDivElement>()}>
      <div className="wrap-in">
        <DecisionComment form={form} label={label} labelOfChanges={words.whatChanges} />
        <DecisionActions form={form} confirm={confirm} words={words} busy={words.approving} Wrong={PortalError} />
      </div>
    </div>
  )
}
