import { useRef, useState } from 'react'
import type { call as callAgency } from '../../api/client.ts'
import { hasPasskeys } from '../passkeys/has-passkeys.ts'
import { useDraft } from '../use-draft.ts'
import type { Approval } from './approvals.ts'
import { useDeliverableDecision } from './use-deliverable-decision.ts'

export interface DecisionFormInput {
  /** Calls an operation as the reviewer: a person of the agency, or a client. */
  readonly call: typeof callAgency
  readonly approval: Approval
  /** How many passkeys the reviewer has; with one of them, approving is signed. */
  readonly passkeys: number
  readonly onDone?: (() => void) | undefined
}

/** State of the form in which a reviewer decides on a deliverable: the comment, and the ways to send it. */
export const useDecisionForm = ({ call, approval, passkeys, onDone }: DecisionFormInput) => {
  const draft = useDraft(`decision.${approval.id}`, { comment: '' })
  const { comment } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const commentBox = useRef<HTMLDivElement>(null)
  const decision = useDeliverableDecision({
    call,
    approval,
    comment,
    onDone: () => {
      draft.clear()
      onDone?.()
    },
  })
  return {
    decision,
    revision: approval.revision,
    comment,
    setComment: (text: string) => draft.set('comment', text),
    commentBox,
    isCommentMissing: isChecked && !comment.trim(),
    isSigned: hasPasskeys && passkeys > 0,
    sendBack: () => {
      setChecked(true)
      if (comment.trim()) decision.askForChanges()
      else commentBox.current?.querySelector('textarea')?.focus()
    },
  }
}

export type DecisionForm = ReturnType<typeof useDecisionForm>
