import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, Sha256, Time } from '../../../../platform/contract/schema.ts'
import { decisions, shippingReasons } from '../rules.ts'

export const textMost = 20_000

export const decisionFields = {
  projectId: Id,
  cycleId: Id,
  deliverableId: Id,
  revision: Type.Integer({ minimum: 1 }),
  revisionHash: Sha256,
  reviewerId: Id,
}
export const DeliverableDecision = namedObject('DeliverableDecision', {
  approvalId: Id,
  ...decisionFields,
  decision: oneOf(decisions),
  comment: maybe(Type.String()),
  decidedAt: Time,
  shipped: Type.Boolean(),
  reason: namedObject('ShippingReason', { code: oneOf(shippingReasons), message: Type.String() }),
})
export const DecideDeliverableApproval = namedObject('DecideDeliverableApproval', {
  decision: oneOf(decisions),
  comment: Type.Optional(maybe(Type.String({ maxLength: textMost }))),
})

export const changed = conflict({
  code: 'deliverable_changed',
  message: 'The deliverable changed since it was published. It has to be published again before it can be decided.',
})

export const decisionAudit = {
  action: 'deliverable_approval.decide',
  category: 'update',
  severity: 'notice',
  event: 'deliverable_approval.decided',
} as const

/** Why a decision cannot be taken. */
export const decideErrors = {
  notReviewer: { status: 403, code: 'not_the_reviewer', message: 'Another person was asked to decide this.' },
  decided: conflict({ code: 'approval_decided', message: 'This is already decided, and a decision is final.' }),
  withdrawn: conflict({
    code: 'deliverable_withdrawn',
    message: 'The deliverable was withdrawn, so there is nothing to decide on.',
  }),
  republished: conflict({
    code: 'deliverable_republished',
    message:
      'A newer revision of the deliverable was published. Review the newer one; this revision can no longer be decided.',
  }),
  changed,
} as const
