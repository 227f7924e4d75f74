import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { Value } from 'typebox/value'
import { checkSignature } from '../../../platform/crypto/signed-statement.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { SignedDecision } from './contract.ts'
import { decisions } from './rules.ts'
import { decisionUse, sentenceOf, statementOf, type StatementFacts } from './statement.ts'

type File = Static<typeof SignedDecision>

/** The proof of a signed decision. */
interface ProvedDecision {
  readonly stated: StatementFacts
  /** The sentence that was signed. */
  readonly text: string
  /** SHA-256 of the public key as COSE has it, in hexadecimal: whose key it is has to be known from elsewhere. */
  readonly keySha256: string
  /** True if the key syncs between devices. */
  readonly isSynced: boolean
}

export type DecisionVerdict = { readonly proved: ProvedDecision } | { readonly fault: string }

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')

/**
 * Checks a signed decision without a server: that the statement has exactly its form, that the snapshot and the comment
 * belong to it, and that a passkey signed it at `origin`, which comes from the reader.
 */
export const verifyDecision = async (file: unknown, origin: string): Promise<DecisionVerdict> => {
  if (!Value.Check(SignedDecision, file)) return { fault: 'It is not a signed decision.' }
  const stated = statedIn(file)
  if (!stated) return { fault: 'The statement or the snapshot does not have the form of a decision.' }
  if (statementOf(stated) !== file.statement)
    return { fault: 'The statement is not about this snapshot and this comment, or was changed.' }
  const facts = await checkSignature(file.statement, file, { ...decisionUse, origin })
  if (!facts) return { fault: `No passkey signed this statement at ${origin} with its person verified.` }
  const keySha256 = hashOf(Buffer.from(file.publicKey, 'base64url'))
  return { proved: { stated, text: sentenceOf(stated), keySha256, ...facts } }
}

type Predicate = Pick<StatementFacts, 'decision' | 'nonce' | 'time' | 'log'> &
  Readonly<Record<'deliverable' | 'approval' | 'reviewer', string>>

/** The expected fields of the statement, by the snapshot and the comment beside it; undefined if it has no form. */
const statedIn = (file: File): StatementFacts | undefined => {
  try {
    const { predicate } = JSON.parse(file.statement) as { predicate: Predicate }
    const { deliverable, approval, reviewer, decision, nonce, time, log } = predicate
    const snapshot = JSON.parse(file.snapshot) as Readonly<Record<string, unknown>>
    if (canonicalize(snapshot) !== file.snapshot) return undefined
    const stated = {
      workspaceId: snapshot.workspaceId,
      projectId: snapshot.projectId,
      title: snapshot.title,
      revision: snapshot.revision,
      commitSha: snapshot.commitSha,
      revisionHash: hashOf(file.snapshot),
      deliverableId: deliverable,
      approvalId: approval,
      reviewerId: reviewer,
      decision,
      nonce,
      time,
      log,
      comment: file.comment,
    } as StatementFacts
    return decisions.includes(decision) ? stated : undefined
  } catch {
    return undefined
  }
}
