import { table, type RowOf } from '../../../platform/db/table.ts'
import type { ClientStatus, Decision } from './rules.ts'

export const deliverable = table(
  'deliverable',
  {
    id: 'uuid',
    workspaceId: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    title: 'text',
    clientStatus: 'text',
    dueDate: 'timestamptz?',
    summary: 'text?',
    submittedRevision: 'int4',
    publishedAt: 'timestamptz?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  { createdBy: 'uuid', updatedBy: 'uuid' },
)
export type DraftRow = RowOf<typeof deliverable, { clientStatus: ClientStatus }>

/** A deliverable with its newest snapshot; nulls if it was never published. */
export type DeliverableRow = DraftRow & { readonly revisionHash: string | null; readonly content: string | null }

export const deliverableSnapshot = table(
  'deliverable_snapshot',
  {
    deliverableId: 'uuid',
    projectId: 'uuid',
    revision: 'int4',
    content: 'text',
    sha256: 'text',
    publishedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', publishedBy: 'uuid' },
)

export const deliverableApproval = table(
  'deliverable_approval',
  {
    id: 'uuid',
    projectId: 'uuid',
    deliverableId: 'uuid',
    revision: 'int4',
    revisionHash: 'text',
    reviewerId: 'uuid',
    requestedAt: 'timestamptz',
    requestedBy: 'uuid',
    decision: 'text?',
    comment: 'text?',
    decidedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid' },
)
export type ApprovalRow = RowOf<typeof deliverableApproval, { decision: Decision | null }>

/** A statement that a reviewer is about to sign. */
export const deliverableStatement = table(
  'deliverable_statement',
  {
    approvalId: 'uuid',
    projectId: 'uuid',
    sessionId: 'uuid',
    decision: 'text',
    comment: 'text?',
    statement: 'text',
    expiresAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type StatementRow = RowOf<typeof deliverableStatement, { decision: Decision }>

/** A reviewer's signature; bytes are base64url. */
export const deliverableSignature = table(
  'deliverable_signature',
  {
    approvalId: 'uuid',
    projectId: 'uuid',
    statement: 'text',
    credentialId: 'text',
    publicKey: 'text',
    authenticatorData: 'text',
    clientData: 'text',
    signature: 'text',
    signedAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type SignatureRow = RowOf<typeof deliverableSignature>
