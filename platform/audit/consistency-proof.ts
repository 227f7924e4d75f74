import { signedCheckpointOf, unsignedCheckpointOf, type Verifier } from './note.ts'
import { isConsistent, proveConsistency, type FindSubtree } from './tree.ts'

/** Proves that the log at one checkpoint is the beginning of the log at a later checkpoint, without any of their rows. */
export interface ConsistencyProof {
  readonly format: 'atelier-audit-consistency'
  readonly version: 1
  /** The signed notes of the earlier and the later checkpoint. */
  readonly earlier: string
  readonly later: string
  /** Hashes in base64, in the order of RFC 6962, section 2.1.2. */
  readonly proof: readonly string[]
}

/** Proves one checkpoint's tree from the leaves of a later one. Throws RangeError for sizes the wrong way round. */
export const proveGrowth = async (earlier: string, later: string, find: FindSubtree): Promise<ConsistencyProof> => {
  const [from, to] = [earlier, later].map((note) => unsignedCheckpointOf(note)?.size ?? 0) as [number, number]
  const proof = await proveConsistency(from, to, find)
  const hashes = proof.map((hash) => hash.toString('base64'))
  return { format: 'atelier-audit-consistency', version: 1, earlier, later, proof: hashes }
}

export const consistencyProofOf = (text: string): ConsistencyProof | undefined => {
  try {
    const found = JSON.parse(text) as Partial<ConsistencyProof> | null
    const isOne = found?.format === 'atelier-audit-consistency' && found.version === 1
    const isWhole = isOne && isText(found.earlier) && isText(found.later) && Array.isArray(found.proof)
    return isWhole && found.proof.every(isText) ? (found as ConsistencyProof) : undefined
  } catch {
    return undefined
  }
}
const isText = (value: unknown): value is string => typeof value === 'string'

/** The fault of a proof, or both checkpoints if the earlier log is the beginning of the later one. */
export const checkConsistencyProof = ({ earlier, later, proof }: ConsistencyProof, verifiers: readonly Verifier[]) => {
  const from = signedCheckpointOf(earlier, verifiers)
  const to = signedCheckpointOf(later, verifiers)
  if (!to || from?.origin !== to.origin) return 'signature_wrong'
  const grown = { from: from.size, fromRoot: from.root, size: to.size, root: to.root }
  const hashes = proof.map((hash) => Buffer.from(hash, 'base64'))
  return isConsistent(grown, hashes) ? { from, to } : 'checkpoint_differs'
}
