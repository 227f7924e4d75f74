import {
  checkConsistencyProof,
  consistencyProofOf,
  type ConsistencyProof,
} from '../../../../platform/audit/consistency-proof.ts'
import { unsignedCheckpointOf, type Checkpoint, type Verifier } from '../../../../platform/audit/note.ts'
import { checkRowProof, rowProofOf, type RowProof } from '../../../../platform/audit/row-proof.ts'
import { failed } from '../../failure.ts'
import type { Output } from '../../terminal/output.ts'
import { counted } from '../../terminal/text.ts'

/** The trust of a check: trusted keys, and checkpoints that were stored elsewhere. */
interface TrustAnchors {
  readonly verifiers: readonly Verifier[]
  readonly kept: readonly string[]
}

/** Checks the proof in a text; undefined if the text is not a proof. */
export const proofCheckOf = (text: string): ((output: Output, trusted: TrustAnchors) => void) | undefined => {
  const row = rowProofOf(text)
  if (row) return (output, trusted) => verifyRow(output, row, trusted)
  const growth = consistencyProofOf(text)
  return growth && ((output, trusted) => verifyGrowth(output, growth, trusted))
}

const verifyRow = (output: Output, proof: RowProof, { verifiers }: TrustAnchors) => {
  const { position, action, occurredAt } = proof.row
  const checkpoint = checkRowProof(proof, verifiers)
  if (typeof checkpoint === 'string')
    throw failed('audit_broken', rowBrokenText[checkpoint], { broken: { position, reason: checkpoint } })
  output.print(
    `Row ${position} holds: ${action} at ${occurredAt}, in the log of ${counted(checkpoint.size, 'row')} that was signed.`,
  )
  if (proof.details === null) output.print('Its details were erased; the row itself holds.')
  output.document({ ok: true, row: proof.row, details: proof.details, signed: checkpoint.size })
}

const rowBrokenText = {
  signature_wrong: 'The checkpoint in the proof is signed by no key that was given, or is of another log.',
  row_changed: 'The row is none of the signed log: it, its place or its proof is not what was written.',
  details_changed: 'The details are not those that were written with the row.',
} as const

const verifyGrowth = (output: Output, proof: ConsistencyProof, { verifiers, kept }: TrustAnchors) => {
  const checked = checkConsistencyProof(proof, verifiers)
  if (typeof checked === 'string')
    throw failed('audit_broken', growthBrokenText[checked], { broken: { reason: checked } })
  const { from, to } = checked
  for (const note of kept) requireKept(note, [from, to])
  output.print(
    `The log grew from ${counted(from.size, 'row')} to ${to.size}, and its first ${counted(from.size, 'row')} did not change.`,
  )
  if (kept.length === 0)
    output.say('To check that the earlier checkpoint is the one that you kept, give it: --checkpoint <file>')
  output.document({ ok: true, earlier: checkpointFacts(from), later: checkpointFacts(to) })
}

const growthBrokenText = {
  signature_wrong: 'A checkpoint in the proof is signed by no key that was given, or is of another log.',
  checkpoint_differs:
    'The earlier log is not the beginning of the later one: rows changed after they were signed, or the proof is of others.',
} as const

/** A proof between checkpoints that a server signed for this occasion proves nothing about a kept checkpoint. */
const requireKept = (note: string, proved: readonly Checkpoint[]) => {
  const kept = unsignedCheckpointOf(note)
  const ofItsSize = proved.find(({ size }) => size === kept?.size)
  if (kept && ofItsSize?.origin === kept.origin && ofItsSize.root.equals(kept.root)) return
  const sizes = proved.map(({ size }) => size).join(' and ')
  const message = ofItsSize
    ? `The checkpoint of ${counted(ofItsSize.size, 'row')} in the proof is not the one that was kept: the log was written anew.`
    : `The proof is of the checkpoints of ${sizes} rows, and the one that was kept is none of them.`
  throw failed('audit_broken', message, { broken: { position: kept?.size, reason: 'checkpoint_differs' } })
}

const checkpointFacts = ({ size, root }: Checkpoint) => ({ rows: size, root: root.toString('hex') })
