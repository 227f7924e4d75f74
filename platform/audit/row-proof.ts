import { chainHash, detailsHash } from './chain.ts'
import { signedCheckpointOf, type Checkpoint, type Verifier } from './note.ts'
import type { StoredRow } from './row.ts'
import { isIncluded, leafHash, proveInclusion } from './tree.ts'

const header = 'c2sp.org/tlog-proof@v1'

/** One row of a log with what proves it, so that it can be shown without the others. */
export interface RowProof {
  readonly format: 'atelier-audit-row'
  readonly version: 1
  readonly row: StoredRow['row']
  /** The head of the chain before the row, in hexadecimal. */
  readonly before: string
  /** With the details, or null once these were erased. */
  readonly salt: string | null
  readonly details: StoredRow['details']
  readonly erasedAt: string | null
  /** A C2SP tlog-proof: the row's index, the path of its leaf, and the signed checkpoint that it leads to. */
  readonly proof: string
}

/** The parts of a proof: a row, the head before it, the hashes of all leaves up to the checkpoint, and its note. */
interface ProofInput {
  readonly stored: StoredRow
  readonly before: Buffer
  readonly find: Parameters<typeof proveInclusion>[2]
  readonly size: number
  readonly note: string
}

/** The proof that a row is in the tree of a signed checkpoint. */
export const proveRow = async ({ stored, before, find, size, note }: ProofInput): Promise<RowProof> => {
  const index = stored.row.position - 1
  const path = await proveInclusion(index, size, find)
  const lines = [header, `index ${index}`, ...path.map((hash) => hash.toString('base64'))]
  return {
    format: 'atelier-audit-row',
    version: 1,
    row: stored.row,
    before: before.toString('hex'),
    salt: stored.salt?.toString('hex') ?? null,
    details: stored.details,
    erasedAt: stored.erasedAt === null ? null : new Date(stored.erasedAt).toISOString(),
    proof: `${lines.join('\n')}\n\n${note}`,
  }
}

export const rowProofOf = (text: string): RowProof | undefined => {
  try {
    const found = JSON.parse(text) as Partial<RowProof> | null
    const isOne = found?.format === 'atelier-audit-row' && found.version === 1
    const isWhole = isOne && typeof found.row === 'object' && isHash(found.before) && typeof found.proof === 'string'
    return isWhole ? (found as RowProof) : undefined
  } catch {
    return undefined
  }
}
const isHash = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** The fault of a proof, or the checkpoint that vouches for the row. */
export const checkRowProof = (
  { row, before, salt, details, proof }: RowProof,
  verifiers: readonly Verifier[],
): Checkpoint | 'signature_wrong' | 'row_changed' | 'details_changed' => {
  const opened = openProof(proof)
  if (!opened) return 'row_changed'
  const checkpoint = signedCheckpointOf(opened.note, verifiers)
  if (!checkpoint) return 'signature_wrong'
  const leaf = leafHash(chainHash(Buffer.from(before, 'hex'), row))
  const shown = { index: opened.index, size: checkpoint.size, leaf, root: checkpoint.root }
  if (row.position !== opened.index + 1 || !isIncluded(shown, opened.path)) return 'row_changed'
  if (salt === null || details === null) return salt === details ? checkpoint : 'details_changed'
  const hash = detailsHash(Buffer.from(salt, 'hex'), details).toString('hex')
  return hash === row.detailsHash ? checkpoint : 'details_changed'
}

const openProof = (text: string) => {
  const end = text.indexOf('\n\n')
  const [first, second, ...path] = text.slice(0, Math.max(end, 0)).split('\n')
  const index = /^index (0|[1-9]\d{0,14})$/.exec(second ?? '')?.[1]
  if (first !== header || index === undefined) return undefined
  return { index: Number(index), path: path.map((hash) => Buffer.from(hash, 'base64')), note: text.slice(end + 2) }
}
