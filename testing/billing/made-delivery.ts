import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { detailsHash, emptyHead } from '../../platform/audit/chain.ts'
import { signEnvelope } from '../../platform/audit/envelope.ts'
import { proveRow, type RowProof } from '../../platform/audit/row-proof.ts'
import type { StoredRow } from '../../platform/audit/row.ts'
import { growTree, leafHash, type FindSubtree } from '../../platform/audit/tree.ts'
import { linesHashOf } from '../../domains/billing/invoices/index.ts'
import { bundleMediaType, proofStatement, statementMediaType } from '../../domains/billing/proof/statement.ts'
import { statementOf } from '../../domains/delivery/deliverables/statement.ts'
import { noteOf, origin as logOrigin, rehashed, signer, workspaceId } from '../audit/made-chain.ts'
import { openPasskey } from '../people/passkeys.ts'

export const address = 'https://atelier.example.com'
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

const ids = {
  run: '01900000-0000-7000-8000-000000000001',
  task: '01900000-0000-7000-8000-000000000002',
  cycle: '01900000-0000-7000-8000-000000000003',
  project: '01900000-0000-7000-8000-000000000004',
  deliverable: '01900000-0000-7000-8000-000000000005',
  approval: '01900000-0000-7000-8000-000000000006',
  request: '01900000-0000-7000-8000-000000000007',
  billable: '01900000-0000-7000-8000-000000000008',
  invoice: '01900000-0000-7000-8000-000000000009',
  reviewer: '01900000-0000-7000-8000-00000000000a',
  owner: '01900000-0000-7000-8000-00000000000b',
}
const head = 'b'.repeat(40)
const merged = 'c'.repeat(40)

interface MadeRow {
  readonly action: string
  readonly actor?: string
  readonly resource: readonly [string, string]
  readonly parent?: readonly [string, string]
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * The rows of a delivery that a person approved with a passkey and that was billed, in a log with other rows; the
 * details of the rows of an action may have been erased.
 */
export const madeDelivery = async (erased?: string) => {
  const decision = madeDecision()
  const pack = madePack(decision)
  const made = [...rowsOfWork(), ...rowsOfApproval(decision), ...rowsOfBill(decision, pack)]
  const positions = made.flatMap(({ action }, at) => (action === erased ? at + 1 : []))
  const erasure: MadeRow = { action: 'audit.erase', resource: ['workspace', workspaceId], details: { positions } }
  const chain = rehashed([...made, ...(erased === undefined ? [] : [erasure])].map(storedRow)).map((stored) =>
    stored.row.action === erased
      ? { ...stored, salt: null, details: null, erasedAt: '2026-03-07T00:00:00.000Z' }
      : stored,
  )
  const leaves = chain.map(({ hash }) => leafHash(hash))
  const rows: RowProof[] = []
  for (const [at, stored] of chain.entries()) {
    const before = chain[at - 1]?.hash ?? emptyHead
    if (stored.row.action === 'project.update') continue
    const note = noteOf(chain, chain.length)
    rows.push(await proveRow({ stored, before, find: findIn(leaves), size: chain.length, note }))
  }
  const { snapshot, signed } = decision
  return {
    statement: proofStatement({
      workspaceId,
      time: '2026-03-06T10:00:00.000Z',
      subject: { name: 'evidence', sha256: pack.sha256 },
      rows: rows.filter(({ row }) => row.action !== 'audit.erase'),
      erasures: rows.filter(({ row }) => row.action === 'audit.erase'),
      decisions: [{ approvalId: ids.approval, snapshot, signed }],
      evidence: pack,
    }),
  }
}

/** A decision that a reviewer signed with a passkey, with the hashes that the log has of it. */
const madeDecision = () => {
  const snapshot = canonicalize({
    version: 1,
    workspaceId,
    projectId: ids.project,
    cycleId: ids.cycle,
    revision: 1,
    title: 'Opening hours',
    clientStatus: 'delivered',
    dueDate: null,
    summary: null,
    commitSha: merged,
    artifacts: [],
  })!
  const revisionHash = sha256(snapshot)
  const passkey = openPasskey(address)
  const statement = statementOf({
    workspaceId,
    projectId: ids.project,
    deliverableId: ids.deliverable,
    revision: 1,
    revisionHash,
    commitSha: merged,
    approvalId: ids.approval,
    reviewerId: ids.reviewer,
    decision: 'approved',
    title: 'Opening hours',
    comment: null,
    nonce: 'n',
    time: '2026-03-04T10:15:30.000Z',
    log: { origin: logOrigin, position: 1, hash: '0'.repeat(64) },
  })
  const publicKey = passkey.cose.toString('base64url')
  const signed = { statement, snapshot, comment: null, publicKey, ...passkey.sign(statement) }
  return { snapshot, revisionHash, signed, keySha256: sha256(passkey.cose), statementSha256: sha256(statement) }
}
type MadeDecision = ReturnType<typeof madeDecision>

const linesOf = ({ revisionHash }: MadeDecision) => [
  {
    position: 1,
    description: 'Opening hours',
    quantity: '1',
    unit: 'piece',
    unitPriceMinor: 10_000,
    amountMinor: 10_000,
    isCorrection: false,
    recordedAt: '2026-03-04T10:15:30.000Z',
    origin: { kind: 'decision', found: true, approvalId: ids.approval, revisionHash, commits: [merged] },
  },
]

const madePack = (decision: MadeDecision) => {
  const { snapshot, revisionHash, signed } = decision
  const evidence = {
    version: 1,
    invoice: {
      id: ids.invoice,
      invoiceNumber: '2026-0001',
      type: '380',
      issuedAt: '2026-03-05T10:00:00.000Z',
      voidedAt: null,
      currency: 'EUR',
      currencyDecimals: 2,
      netMinor: 10_000,
      taxMinor: 1_900,
      totalMinor: 11_900,
      sellerLegalName: 'Northwind GmbH',
      buyerLegalName: 'Globex Ltd',
    },
    lines: linesOf(decision),
    decisions: [
      {
        approvalId: ids.approval,
        revision: 1,
        revisionHash,
        reviewerName: 'Grace Hopper',
        decidedAt: '2026-03-04T10:15:30.000Z',
        withheld: null,
        snapshot,
        signed,
      },
    ],
  }
  return { evidence, sha256: sha256(canonicalize(evidence)!) }
}

const inCycle = { parent: ['cycle', ids.cycle] } as const
const byRun = { actor: ids.run, ...inCycle } as const
const request = { resource: ['pending_request', ids.request], ...inCycle } as const
const between: MadeRow = { action: 'project.update', resource: ['project', ids.project], details: { note: 'between' } }

const rowsOfWork = (): MadeRow[] => [
  {
    action: 'cycle.execute',
    resource: ['cycle', ids.cycle],
    details: { runId: ids.run, runNumber: 1, mode: 'sandbox' },
  },
  between,
  {
    action: 'secret.use',
    ...byRun,
    resource: ['run', ids.run],
    details: { runId: ids.run, taskId: ids.task, count: 1, nameDigests: [] },
  },
  {
    action: 'run.commit',
    ...byRun,
    resource: ['run', ids.run],
    details: { runId: ids.run, taskId: ids.task, commitSha: head, outcome: 'shown', verdictSha256: '1'.repeat(64) },
  },
  { action: 'pending_request.create', ...request, actor: ids.run, details: { commitSha: head, status: 'pending' } },
  { action: 'pending_request.resolve', ...request, details: { commitSha: head, status: 'approved' } },
  {
    action: 'task.merge',
    ...byRun,
    resource: ['task', ids.task],
    details: { runId: ids.run, headSha: head, mergeSha: merged, requestId: ids.request },
  },
  {
    action: 'cycle.deliver',
    actor: ids.run,
    resource: ['cycle', ids.cycle],
    parent: ['project', ids.project],
    details: { from: 'a'.repeat(40), to: merged, targetRef: 'refs/heads/main' },
  },
]

const rowsOfApproval = ({ revisionHash, keySha256, statementSha256 }: MadeDecision): MadeRow[] => {
  const approval = {
    resource: ['deliverable_approval', ids.approval],
    parent: ['deliverable', ids.deliverable],
  } as const
  const asked = { revision: 1, revisionHash, reviewerId: ids.reviewer }
  return [
    { action: 'passkey.add', actor: ids.reviewer, resource: ['passkey', 'k'], details: { keySha256 } },
    {
      action: 'deliverable.publish',
      resource: ['deliverable', ids.deliverable],
      ...inCycle,
      details: { revision: 1, revisionHash, commitSha: merged, runId: ids.run },
    },
    { action: 'deliverable_approval.request', ...approval, details: asked },
    {
      action: 'deliverable_approval.decide',
      actor: ids.reviewer,
      ...approval,
      details: { ...asked, decision: 'approved', signed: true, keySha256, statementSha256 },
    },
  ]
}

const rowsOfBill = (decision: MadeDecision, pack: ReturnType<typeof madePack>): MadeRow[] => [
  {
    action: 'billable.create',
    resource: ['billable', ids.billable],
    details: { sourceKind: 'decision', sourceId: ids.approval, revisionHash: decision.revisionHash },
  },
  {
    action: 'client_invoice.issue',
    resource: ['client_invoice', ids.invoice],
    details: {
      billableIds: [ids.billable],
      totalMinor: 11_900,
      invoiceNumber: '2026-0001',
      linesSha256: linesHashOf(linesOf(decision)),
      evidenceSha256: pack.sha256,
    },
  },
  {
    action: 'client_invoice.send',
    resource: ['client_invoice', ids.invoice],
    details: { evidenceSha256: pack.sha256 },
  },
  between,
]

const storedRow = ({ action, actor = ids.owner, resource, parent, details }: MadeRow, at: number): StoredRow => {
  const salt = Buffer.alloc(16, at + 1)
  const row = {
    workspaceId,
    position: at + 1,
    id: `id ${at + 1}`,
    occurredAt: new Date(at * 1_000).toISOString(),
    actorType: actor === ids.run ? 'agent' : 'user',
    actorId: actor,
    action: action as StoredRow['row']['action'],
    category: 'update',
    resourceType: resource[0],
    resourceId: resource[1],
    parentType: parent?.[0] ?? null,
    parentId: parent?.[1] ?? null,
    outcome: 'success',
    severity: 'info',
    source: 'api',
    requestId: null,
    traceId: null,
    detailsHash: detailsHash(salt, details).toString('hex'),
  } as const
  return { row, hash: emptyHead, salt, details, erasedAt: null }
}

const findIn =
  (leaves: readonly Buffer[]): FindSubtree =>
  async (height, index) => {
    const tree = growTree()
    for (const leaf of leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)) tree.push(leaf)
    return tree.root()
  }

/** The file of a statement, signed with the key of the made log. */
export const sealedProof = (statement: string, by = signer) => {
  const dsseEnvelope = signEnvelope(by, statementMediaType, Buffer.from(statement))
  return {
    mediaType: bundleMediaType,
    verificationMaterial: {
      publicKey: { hint: dsseEnvelope.signatures[0]!.keyid },
      tlogEntries: [],
      timestampVerificationData: { rfc3161Timestamps: [] },
    },
    dsseEnvelope,
  }
}
