import { Type } from 'typebox'
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

export const changed = {
  status: 409,
  code: 'deliverable_changed',
  message: 'The deliverable is not what was published any more. It has to be published again before it can be decided.',
} as const

/** Why a decision cannot be taken. */
export const decideErrors = {
  notReviewer: { status: 403, code: 'not_the_reviewer', message: 'Somebody else was asked to decide this.' },
  decided: {
    status: 409,
    code: 'approval_decided',
    message: 'This is decided already, and a decision stays as it is.',
  },
  withdrawn: {
    status: 409,
    code: 'deliverable_withdrawn',
    message: 'The deliverable was withdrawn, so that there is nothing to decide on.',
  },
  republished: {
    status: 409,
    code: 'deliverable_republished',
    message:
      'A newer revision of the deliverable was published. Look at that one; this one cannot be decided any more.',
  },
  changed,
} as const
