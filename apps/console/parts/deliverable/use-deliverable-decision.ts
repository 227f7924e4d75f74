import { useState } from 'react'
import {
  decideDeliverableApproval,
  prepareDeliverableDecision,
  signDeliverableDecision,
  type listDeliverableApprovals,
} from '../../../../domains/delivery/deliverables/contract.ts'
import type { Decision } from '../../../../domains/delivery/deliverables/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import type { call as callAgency } from '../../api/client.ts'
import { useChange } from '../../api/use-change.ts'
import { matchesIntention, type PreparedDecision, challengeOf } from './sign-snapshot.ts'

const bytesOf = (base64Url: string) =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

interface Assertion {
  readonly id: string
  readonly response: Readonly<Record<'authenticatorData' | 'clientDataJSON' | 'signature', string>>
}

/** The signature of a passkey of this person over the statement, with the person verified by the device. */
const signWithPasskey = async ({ statement, rpId, credentialIds }: PreparedDecision) => {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: await challengeOf(statement),
    rpId,
    userVerification: 'required',
    allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
  }
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const { id, response } = used.toJSON() as unknown as Assertion
  const { authenticatorData, clientDataJSON: clientDataJson, signature } = response
  return { credentialId: id, authenticatorData, clientDataJson, signature }
}

type Approval = Reply<typeof listDeliverableApprovals>[number]

/** The server's statement to sign differs from the shown content. */
export class StatementMismatch extends Error {}

interface Deciding {
  /** Calls an operation as the reviewer: a person of the agency, or a client. */
  readonly call: typeof callAgency
  readonly approval: Approval
  /** The comment as it was typed. */
  readonly comment: string
  readonly onDone: () => void
}

/** The ways to decide a request: by a click, or by the signature of a passkey over a statement that is checked first. */
export const useDeliverableDecision = ({ call, approval, comment: typed, onDone }: Deciding) => {
  const [prepared, setPrepared] = useState<PreparedDecision>()
  const { id: approvalId, cycleId, revision, revisionHash } = approval
  const params = { cycleId, approvalId }
  const comment = typed.trim() === '' ? null : typed
  const decide = useChange(
    (decision: Decision) => call(decideDeliverableApproval, { params, body: { decision, comment } }),
    { calls: [decideDeliverableApproval], then: onDone },
  )
  const prepare = useChange(
    async () => {
      const meant = { approvalId, revision, revisionHash, decision: 'approved', comment } as const
      const given = await call(prepareDeliverableDecision, { params, body: { decision: meant.decision, comment } })
      if (!(await matchesIntention(given, meant))) throw new StatementMismatch()
      return given
    },
    { calls: [prepareDeliverableDecision], then: setPrepared },
  )
  const sign = useChange(
    async (given: PreparedDecision) => call(signDeliverableDecision, { params, body: await signWithPasskey(given) }),
    { calls: [signDeliverableDecision], then: onDone },
  )
  return {
    prepared,
    approve: () => decide.mutate('approved'),
    askForChanges: () => decide.mutate('changes_requested'),
    prepare: () => prepare.mutate(),
    sign: (given: PreparedDecision) => sign.mutate(given),
    error: sign.error ?? decide.error ?? prepare.error,
    isPending: decide.isPending || prepare.isPending || sign.isPending,
  }
}
