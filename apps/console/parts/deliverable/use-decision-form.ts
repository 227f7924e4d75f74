import { useRef, useState } from 'react'
import { decideDeliverableApproval } from '../../../../domains/delivery/deliverables/contract.ts'
import type { call as callAgency } from '../../api/client.ts'
import { hasPasskeys } from '../passkeys/has-passkeys.ts'
import { useFields } from '../forms/use-form.ts'
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
export const useDecisionForm = ({ call, approval, passkeys, onDone }: DecisionFormInput, missing: string) => {
  const draft = useFields(decideDeliverableApproval, {
    name: `decision.${approval.id}`,
    saved: { comment: '' },
    check: ({ comment }) => ({ comment: comment.trim() ? undefined : missing }),
  })
  const { comment } = draft.fields
  const [isAsking, setAsking] = useState(false)
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
    draft,
    commentBox,
    isSigned: hasPasskeys && passkeys > 0,
    /** Whether the reviewer is asking for changes. */
    isAsking,
    sendBack: () => {
      // The first press opens the comment; only an empty comment that is sent is a fault.
      if (comment.trim() || isAsking) draft.sendTo(() => decision.askForChanges())
      setAsking(true)
      if (!comment.trim()) commentBox.current?.querySelector('textarea')?.focus()
    },
  }
}

export type DecisionForm = ReturnType<typeof useDecisionForm>
