import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Decision } from './rules.ts'

/** The purpose of a decision's signature; see `challengeOf`. */
export const decisionUse = { tag: 'atelier/decision/v1', mediaType: 'application/vnd.in-toto+json' } as const

export interface StatementFacts {
  readonly workspaceId: string
  readonly projectId: string
  readonly deliverableId: string
  readonly revision: number
  readonly revisionHash: string
  readonly commitSha: string | null
  readonly approvalId: string
  readonly reviewerId: string
  readonly decision: Decision
  readonly title: string
  readonly comment: string | null
  readonly nonce: string
  readonly time: string
  /** The head of the audit chain that the signature is younger than; its hash is hexadecimal. */
  readonly log: { readonly origin: string; readonly position: number; readonly hash: string }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The sentence that the reviewer reads and signs. */
export const sentenceOf = ({ decision, title, revision, revisionHash }: StatementFacts): string =>
  `${decision === 'approved' ? 'I approve' : 'I ask for changes to'} “${title}”, revision ${revision}, SHA-256 ${revisionHash}.`

/** An in-toto statement (version 1) as canonical JSON: the decision and its subject. */
export const statementOf = (stated: StatementFacts): string =>
  canonicalize({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      {
        name: 'snapshot',
        digest: { sha256: stated.revisionHash, ...(stated.commitSha !== null && { gitCommit: stated.commitSha }) },
      },
    ],
    predicateType: decisionUse.tag,
    predicate: {
      workspace: stated.workspaceId,
      project: stated.projectId,
      deliverable: stated.deliverableId,
      revision: stated.revision,
      approval: stated.approvalId,
      reviewer: stated.reviewerId,
      decision: stated.decision,
      text: sentenceOf(stated),
      commentSha256: stated.comment === null ? null : hashOf(stated.comment),
      nonce: stated.nonce,
      time: stated.time,
      log: stated.log,
    },
  })!
