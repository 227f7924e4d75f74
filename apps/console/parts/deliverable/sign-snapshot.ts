import type { Reply } from '../../../../platform/client/index.ts'
import type { prepareDeliverableDecision } from '../../../../domains/delivery/deliverables/contract.ts'
import type { Decision } from '../../../../domains/delivery/deliverables/rules.ts'
import { sha256Of } from './snapshot.ts'

export type PreparedDecision = Reply<typeof prepareDeliverableDecision>

/** The decision that the person sees and has written, and so means to sign. */
export interface IntendedDecision {
  readonly approvalId: string
  readonly revision: number
  readonly revisionHash: string
  readonly decision: Decision
  readonly comment: string | null
}

interface Statement {
  readonly subject: readonly { readonly digest: { readonly sha256: string } }[]
  readonly predicate: {
    readonly approval: string
    readonly revision: number
    readonly decision: string
    readonly commentSha256: string | null
    readonly text: string
  }
}

/** True if the server's statement to sign matches the person's intention, and nothing else. */
export const matchesIntention = async (
  { statement, text }: PreparedDecision,
  meant: IntendedDecision,
): Promise<boolean> => {
  const { subject, predicate } = JSON.parse(statement) as Statement
  const comment = meant.comment === null ? null : await sha256Of(meant.comment)
  return (
    subject.length === 1 &&
    subject[0]!.digest.sha256 === meant.revisionHash &&
    predicate.approval === meant.approvalId &&
    predicate.revision === meant.revision &&
    predicate.decision === meant.decision &&
    predicate.commentSha256 === comment &&
    predicate.text === text
  )
}

const tag = 'atelier/decision/v1'
const mediaType = 'application/vnd.in-toto+json'

/**
 * The challenge that a passkey signs for a statement, as bytes: the tag and a line end, then the SHA-256 of its
 * pre-authentication encoding (DSSE version 1). Made here, so that no server chooses the signed statement.
 */
export const challengeOf = async (statement: string): Promise<Uint8Array<ArrayBuffer>> => {
  const utf8 = new TextEncoder()
  const bytes = utf8.encode(statement)
  const head = utf8.encode(`DSSEv1 ${mediaType.length} ${mediaType} ${bytes.length} `)
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array([...head, ...bytes]))
  return new Uint8Array([...utf8.encode(`${tag}\n`), ...new Uint8Array(digest)])
}
