import type { Checkpoints, RowProof } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { approvedWork } from '../../delivery/deliverables/index.ts'
import { bundleMediaType, proofStatement, provedActions, statementMediaType, type ProofContent } from './statement.ts'

export interface ProofParts {
  readonly database: Database
  readonly checkpoints: Checkpoints
}

const rowsMost = 500

interface ProofRequest extends Pick<ProofContent, 'subject' | 'evidence'> {
  readonly workspace: string
  /** The subjects of rows: an invoice with its billables, cycles, deliverables and decisions. */
  readonly ids: readonly string[]
  readonly now: Date
}

/** Gathers the log entries about a delivery, and signs them as one Sigstore bundle: decisions/0303. */
export const buildProof = async (
  { database, checkpoints }: ProofParts,
  { workspace, ids, now, subject, evidence }: ProofRequest,
): Promise<{ readonly bundle: string } | 'tooLarge' | 'broken'> => {
  const none = { ids: [], actions: [], actorIds: [], ownActions: [], erased: [] }
  const found = await checkpoints.prove(workspace, { ...none, ids, actions: provedActions }, rowsMost)
  if (typeof found === 'string') return found === 'tooMany' ? 'tooLarge' : 'broken'
  const decided = found.filter(({ row }) => row.action === 'deliverable_approval.decide')
  const keys = await checkpoints.prove(
    workspace,
    { ...none, actorIds: actorsOf(decided), ownActions: ['passkey.add'] },
    rowsMost,
  )
  if (typeof keys === 'string') return keys === 'tooMany' ? 'tooLarge' : 'broken'
  const approvals = decided.flatMap(({ row }) => row.resourceId ?? [])
  const work = await database.reading(workspace, (tx) => approvedWork(tx, approvals))
  const rows = [...keys, ...found].toSorted((one, other) => one.row.position - other.row.position)
  const erased = rows.flatMap(({ row, details }) => (details === null ? row.position : []))
  const erasures = await checkpoints.prove(workspace, { ...none, erased }, rowsMost)
  if (typeof erasures === 'string') return erasures === 'tooMany' ? 'tooLarge' : 'broken'
  const statement = proofStatement({
    workspaceId: workspace,
    time: now.toISOString(),
    subject,
    rows,
    erasures,
    decisions: work.map(({ id, snapshot, signed }) => ({ approvalId: id, snapshot, signed })),
    evidence,
  })
  const envelope = checkpoints.seal(statementMediaType, Buffer.from(statement))
  const bundle = JSON.stringify({
    mediaType: bundleMediaType,
    verificationMaterial: {
      publicKey: { hint: envelope.signatures[0]!.keyid },
      tlogEntries: [],
      timestampVerificationData: { rfc3161Timestamps: [] },
    },
    dsseEnvelope: envelope,
  })
  return { bundle }
}

const actorsOf = (rows: readonly RowProof[]) => [...new Set(rows.flatMap(({ row }) => row.actorId ?? []))]
