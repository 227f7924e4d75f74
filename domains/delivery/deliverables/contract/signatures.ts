import { Type } from 'typebox'
import { conflict, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { maybe, namedObject, text, Time } from '../../../../platform/contract/schema.ts'
import { DecideDeliverableApproval, decideErrors, decisionAudit, DeliverableDecision } from './records.ts'

const bytes = (maxLength: number, example: string) =>
  text(1, maxLength, { pattern: '^[A-Za-z0-9_-]+$', examples: [example] })

const signatureFields = {
  credentialId: bytes(2_000, 'q83vEjRWeJA'),
  authenticatorData: bytes(4_000, 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ'),
  clientDataJson: bytes(8_000, 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'),
  signature: bytes(2_000, 'MEUCIQDx'),
}
export const DecisionSignature = namedObject('DecisionSignature', signatureFields)
export const DecisionStatement = namedObject('DecisionStatement', {
  statement: Type.String(),
  text: Type.String(),
  rpId: Type.String(),
  credentialIds: Type.Array(Type.String()),
  expiresAt: Time,
})
export const SignedDecision = namedObject('SignedDecision', {
  statement: Type.String(),
  snapshot: Type.String(),
  comment: maybe(Type.String()),
  publicKey: bytes(4_000, 'pQECAyYgASFYIA'),
  ...signatureFields,
})

/** A person's own session: a key proves no identity. */
const reviewer = { ...toThoseWho('view', 'asked_deliverable', 'params.cycleId'), session: true } as const

export const prepareDeliverableDecision = operation({
  method: 'POST',
  path: '/v1/api/deliverables/{cycleId}/approvals/{approvalId}/statement',
  summary: 'Get the statement that a reviewer signs with a passkey. It is valid for five minutes',
  clientPortal: true,
  reach: { page: '/' },
  access: reviewer,
  effect: 'outside',
  body: DecideDeliverableApproval,
  replies: { 201: DecisionStatement },
  errors: {
    ...decideErrors,
    noPasskey: conflict({
      code: 'no_passkey',
      message: 'You have no passkey to sign with. Add one to your account, or decide without a signature.',
    }),
  },
  audit: { action: 'deliverable_approval.prepare', category: 'create' },
})

export const signDeliverableDecision = operation({
  method: 'POST',
  path: '/v1/api/deliverables/{cycleId}/approvals/{approvalId}/sign',
  summary: 'Decide with a passkey signature over the statement',
  clientPortal: true,
  reach: { page: '/' },
  access: reviewer,
  effect: 'outside',
  body: DecisionSignature,
  replies: { 200: DeliverableDecision },
  errors: {
    ...decideErrors,
    noStatement: conflict({
      code: 'no_statement',
      message: 'There is no statement to sign, or it is older than five minutes. Request a statement first.',
    }),
    notSigned: {
      status: 400,
      code: 'signature_refused',
      message:
        'This is not a valid signature of the statement by one of your passkeys, with user verification, at this address. Request a statement and sign it.',
    },
  },
  audit: decisionAudit,
})

export const getDeliverableDecision = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}/approvals/{approvalId}/decision',
  summary: 'Get a signed decision with everything needed to verify it',
  clientPortal: true,
  reach: 'call',
  access: toThoseWho('view', 'asked_deliverable', 'params.cycleId'),
  replies: { 200: SignedDecision },
  errors: {
    notSigned: { status: 404, code: 'decision_not_signed', message: 'This was not decided with a signature.' },
  },
  audit: { refusals: 'deliverable_approval.get_decision' },
})
