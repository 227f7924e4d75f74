import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { originOf, type Verifier } from '../../../platform/audit/note.ts'
import { openEnvelope } from '../../../platform/audit/envelope.ts'
import { erasureAction } from '../../../platform/audit/row.ts'
import { checkRowProof, rowProofOf, type RowProof } from '../../../platform/audit/row-proof.ts'
import { verifyDecision } from '../../delivery/deliverables/index.ts'
import { verifyEvidence, type ProvedEvidence } from '../evidence/index.ts'
import { letterOf } from './letter.ts'
import { linksOf, type ProvedRow } from './links.ts'
import { bundleMediaType, formerProofType, proofType, statementMediaType } from './statement.ts'

const Bundle = Type.Object({
  mediaType: Type.Literal(bundleMediaType),
  dsseEnvelope: Type.Object({
    payloadType: Type.Literal(statementMediaType),
    payload: Type.String(),
    signatures: Type.Array(Type.Object({ sig: Type.String(), keyid: Type.String() })),
  }),
})

const Statement = Type.Object(
  {
    _type: Type.Literal('https://in-toto.io/Statement/v1'),
    subject: Type.Tuple([
      Type.Object(
        {
          name: Type.Union([Type.Literal('evidence'), Type.Literal('snapshot')]),
          digest: Type.Object(
            { sha256: Type.String(), gitCommit: Type.Optional(Type.String()) },
            { additionalProperties: false },
          ),
        },
        { additionalProperties: false },
      ),
    ]),
    predicateType: Type.Union([Type.Literal(proofType), Type.Literal(formerProofType)]),
    predicate: Type.Object(
      {
        workspace: Type.String(),
        time: Type.String(),
        rows: Type.Array(Type.Unknown()),
        erasures: Type.Optional(Type.Array(Type.Unknown())),
        decisions: Type.Array(
          Type.Object({
            approvalId: Type.String(),
            snapshot: Type.Union([Type.String(), Type.Null()]),
            signed: Type.Unknown(),
          }),
        ),
        evidence: Type.Unknown(),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
type StatementFile = Static<typeof Statement>

/** The trust of a reader: keys of the log as `atelier audit checkpoint` prints them, and the address. */
interface DeliveryTrust {
  readonly verifiers: readonly Verifier[]
  /** Where people signed; undefined proves no signature of a person, and refuses a file that has one. */
  readonly origin: string | undefined
}

interface ProvedDelivery {
  readonly subject: StatementFile['subject'][0]
  readonly workspace: string
  /** How many rows the log had that was signed. */
  readonly signedRows: number
  /** The proved links, as sentences in the order of the work. */
  readonly proved: readonly string[]
  /** The missing links and erased details, as sentences. */
  readonly open: readonly string[]
  /** The sentence of the largest gap; undefined if nothing is open. */
  readonly gap: string | undefined
  /** The result for people: who approved what, when, with which key, for how much. */
  readonly letter: readonly string[]
  /** SHA-256 of the keys that signed decisions: whose they are has to be known from elsewhere. */
  readonly keysSha256: readonly string[]
}

/** Unproved: nothing contradicts, and the issue, a decision or its subject is not shown. */
type DeliveryVerdict =
  | { readonly proved: ProvedDelivery }
  | { readonly unproved: ProvedDelivery }
  | { readonly fault: string }

/**
 * Checks the proof of a delivery without a server: its signature, that each row is in the signed log, each signed
 * decision, the evidence, and that they belong together.
 */
export const verifyDelivery = async (file: unknown, trust: DeliveryTrust): Promise<DeliveryVerdict> => {
  const statement = statementIn(file, trust)
  if (typeof statement === 'string') return { fault: statement }
  const { subject, predicate } = statement
  const rows = rowsIn(predicate, trust)
  if ('fault' in rows) return rows
  const keysSha256: string[] = []
  for (const { approvalId, snapshot, signed } of predicate.decisions) {
    const fault = await faultOfDecision({ approvalId, snapshot, signed }, rows.rows, trust, keysSha256)
    if (fault !== undefined) return { fault: `Decision ${approvalId}: ${fault}` }
  }
  const evidence = await evidenceIn(predicate.evidence, subject[0], trust)
  if ('fault' in evidence) return evidence
  const { decisions } = predicate
  const input = { rows: rows.rows, subject: subject[0], decisions, evidence: evidence.pack }
  const linked = linksOf(input)
  if ('fault' in linked) return linked
  const isFormer = predicate.erasures === undefined && rows.rows.some(({ isErased }) => isErased)
  const gaps = [...(isFormer ? [askAgain] : []), ...linked.gaps]
  const delivery = {
    subject: subject[0],
    workspace: predicate.workspace,
    signedRows: rows.signedRows,
    proved: linked.proved,
    open: isFormer ? [askAgain, ...linked.open] : linked.open,
    // Links are in the order of the work: the last one is the nearest to the money.
    gap: gaps[0] ?? linked.open.at(-1),
    letter: letterOf(input),
    keysSha256,
  }
  return gaps.length > 0 ? { unproved: delivery } : { proved: delivery }
}

const askAgain = 'Details are missing, and a file of version 1 cannot prove that they were erased: ask for a new file.'

const noProof = 'What was signed does not have the form of a proof.'

const statementIn = (file: unknown, { verifiers }: DeliveryTrust): StatementFile | string => {
  if (!Value.Check(Bundle, file)) return 'It is not the proof of a delivery.'
  const keys = verifiers.map(({ publicKey }) => Buffer.from(publicKey))
  const payload = openEnvelope(file.dsseEnvelope, keys)
  if (!payload) return 'It is signed with no key that was given, or was changed since.'
  try {
    const statement: unknown = JSON.parse(payload.toString('utf8'))
    if (!Value.Check(Statement, statement)) return noProof
    if ((statement.predicateType === proofType) !== (statement.predicate.erasures !== undefined)) return noProof
    const isCanonical = canonicalize(statement) === payload.toString('utf8')
    return isCanonical ? statement : 'What was signed is not in canonical form.'
  } catch {
    return noProof
  }
}

const rowFaults = {
  signature_wrong: 'its checkpoint is signed with no key that was given, or is of another log.',
  row_changed: 'it is not in the log that was signed.',
  details_changed: 'its details are not those that were written with it.',
} as const

type RowsCheck = { readonly rows: readonly ProvedRow[]; readonly signedRows: number } | { readonly fault: string }

/** The rows, of which each without details is named by a later erasure that is in the log itself. */
const rowsIn = ({ workspace, rows, erasures }: StatementFile['predicate'], trust: DeliveryTrust): RowsCheck => {
  const found = provedRows(workspace, rows, trust)
  if ('fault' in found || erasures === undefined) return found
  const explained = provedRows(workspace, erasures, trust)
  if ('fault' in explained) return explained
  const bare = found.rows.find((row) => row.isErased && !explained.rows.some((erasure) => isErasureOf(erasure, row)))
  if (bare) return { fault: `Row ${bare.position}: its details are missing, and no proved erasure names it.` }
  return { rows: found.rows, signedRows: Math.max(found.signedRows, explained.signedRows) }
}

const isErasureOf = ({ action, position, details }: ProvedRow, row: ProvedRow) =>
  action === erasureAction &&
  position > row.position &&
  Array.isArray(details.positions) &&
  details.positions.includes(row.position)

const provedRows = (workspace: string, rows: readonly unknown[], { verifiers }: DeliveryTrust): RowsCheck => {
  const origin = originOf(workspace)
  const trusted = verifiers.filter(({ name }) => name === origin)
  if (trusted.length === 0) return { fault: 'The keys that were given are of the log of another workspace.' }
  const proved: ProvedRow[] = []
  let signedRows = 0
  for (const one of rows) {
    const proof = rowProofOf(JSON.stringify(one))
    if (!proof) return { fault: 'One of its rows does not have the form of a row.' }
    const checked = checkRowProof(proof, trusted)
    const { position } = proof.row
    if ((proof.details === null) !== (proof.erasedAt !== null))
      return { fault: `Row ${position}: ${rowFaults.details_changed}` }
    if (typeof checked === 'string') return { fault: `Row ${position}: ${rowFaults[checked]}` }
    if (proof.row.workspaceId !== workspace) return { fault: `Row ${position}: it is of another workspace.` }
    if (position <= (proved.at(-1)?.position ?? 0))
      return { fault: `Row ${position}: it is there twice, or out of order.` }
    signedRows = Math.max(signedRows, checked.size)
    proved.push(provedRowOf(proof))
  }
  return { rows: proved, signedRows }
}

const provedRowOf = ({ row, details }: RowProof): ProvedRow => ({
  position: row.position,
  action: row.action,
  actorId: row.actorId,
  at: row.occurredAt,
  resourceId: row.resourceId,
  parentId: row.parentId,
  details: details ?? {},
  isErased: details === null,
})

type Decision = StatementFile['predicate']['decisions'][number]

/** The fault of a decision: it has to be in the log, and the signed content has to match the log. */
const faultOfDecision = async (
  { approvalId, snapshot, signed }: Decision,
  rows: readonly ProvedRow[],
  { origin }: DeliveryTrust,
  keys: string[],
): Promise<string | undefined> => {
  const row = rows.find(
    ({ action, resourceId }) => action === 'deliverable_approval.decide' && resourceId === approvalId,
  )
  if (!row) return 'the log that was signed does not have it.'
  const { revisionHash, decision, keySha256, statementSha256, signed: wasSigned } = row.details
  if (row.isErased) return undefined
  if (snapshot !== null && hash('sha256', snapshot) !== revisionHash) return 'it is about another snapshot.'
  if (signed === null)
    return wasSigned === true && snapshot !== null
      ? 'the log says that it was signed, and the signature is missing.'
      : undefined
  if (origin === undefined) return 'it is signed. Say at which address, so that the signature is checked.'
  const verdict = await verifyDecision(signed, origin)
  if ('fault' in verdict) return verdict.fault
  const { stated } = verdict.proved
  const isIt = stated.approvalId === approvalId && stated.revisionHash === revisionHash && stated.decision === decision
  if (!isIt) return 'the signature is under another decision.'
  if (verdict.proved.keySha256 !== keySha256) return 'it is signed with another key than the log says.'
  if (hash('sha256', (signed as { readonly statement: string }).statement) !== statementSha256)
    return 'another statement is signed than the log says.'
  keys.push(verdict.proved.keySha256)
  return undefined
}

type EvidenceCheck = { readonly pack: ProvedEvidence['evidence'] | undefined } | { readonly fault: string }

const evidenceIn = async (
  evidence: unknown,
  subject: StatementFile['subject'][0],
  { origin }: DeliveryTrust,
): Promise<EvidenceCheck> => {
  if ((evidence === null) !== (subject.name === 'snapshot')) return { fault: 'Its subject is not what it contains.' }
  if (evidence === null) return { pack: undefined }
  const verdict = await verifyEvidence(evidence, origin)
  if ('fault' in verdict) return { fault: `Evidence: ${verdict.fault}` }
  if (verdict.proved.sha256 !== subject.digest.sha256)
    return { fault: 'Its subject is other evidence than it contains.' }
  return { pack: verdict.proved.evidence }
}
