import { Type } from 'typebox'
import { bytes, commonErrors, contract, operation, to } from '../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, namedObject, oneOf, Sha256, Time } from '../../../platform/contract/schema.ts'
import { SignedDecision } from '../../delivery/deliverables/contract.ts'
import { sourceKinds } from '../billables/rules.ts'
import { notIssued, privately } from '../documents/contract.ts'
import { billedWork, sums } from '../invoices/contract.ts'
import { invoiceTypes } from '../invoices/rules.ts'

const withholdings = ['withdrawn', 'too_large'] as const

/** Why there is no PDF: making it took too long, or too much memory. */
export const unmadeReasons = ['too_slow', 'too_complex'] as const

const EvidenceInvoice = namedObject('EvidenceInvoice', {
  id: Id,
  invoiceNumber: maybe(Type.String()),
  type: oneOf(invoiceTypes),
  issuedAt: maybe(Time),
  voidedAt: maybe(Time),
  ...sums,
  sellerLegalName: maybe(Type.String({ examples: ['Northwind GmbH'] })),
  buyerLegalName: Type.String({ examples: ['Globex Ltd'] }),
})

const EvidenceOrigin = namedObject('EvidenceOrigin', {
  kind: oneOf(sourceKinds),
  found: Type.Boolean({ examples: [true] }),
  approvalId: maybe(Id),
  revisionHash: maybe(Sha256),
  commits: Type.Array(CommitSha),
})

const EvidenceLine = namedObject('EvidenceLine', {
  position: Type.Integer({ minimum: 1 }),
  ...billedWork,
  isCorrection: Type.Boolean({ examples: [false] }),
  recordedAt: Time,
  origin: EvidenceOrigin,
})

const EvidenceDecision = namedObject('EvidenceDecision', {
  approvalId: Id,
  revision: Type.Integer({ minimum: 1 }),
  revisionHash: Sha256,
  reviewerName: maybe(Type.String()),
  decidedAt: Time,
  withheld: maybe(oneOf(withholdings)),
  snapshot: maybe(Type.String()),
  signed: maybe(SignedDecision),
})

/** The evidence of an invoice, as far as it may leave the agency. Its canonical JSON is hashed. */
export const InvoiceEvidence = namedObject('InvoiceEvidence', {
  version: Type.Literal(1),
  invoice: EvidenceInvoice,
  lines: Type.Array(EvidenceLine),
  decisions: Type.Array(EvidenceDecision),
})

const pack = { evidence: InvoiceEvidence, sha256: Sha256 }
export const EvidencePack = namedObject('EvidencePack', pack)

/** The agency's own facts of a line. */
const EvidenceNote = namedObject('EvidenceNote', {
  position: Type.Integer({ minimum: 1 }),
  billableId: Id,
  correctsId: maybe(Id),
  recordedBy: maybe(Type.String()),
  title: maybe(Type.String()),
  projectId: maybe(Id),
  cycleId: maybe(Id),
  taskId: maybe(Id),
  runId: maybe(Id),
})
export const ClientInvoiceEvidence = namedObject('ClientInvoiceEvidence', {
  ...pack,
  notes: Type.Array(EvidenceNote),
})

const hidden = commonErrors.absent

export const getClientInvoiceEvidence = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices/{id}/evidence',
  summary: 'Read the evidence of each invoice line: the client-facing evidence, its hash, and internal notes',
  // As every operation of an invoice: a client is refused for every id.
  reach: 'call',
  access: to('agency'),
  replies: { 200: ClientInvoiceEvidence },
  errors: { hidden },
  audit: { refusals: 'client_invoice.get_evidence' },
  reads: { client_invoice: 'entityId' },
})

const pdf = bytes('application/pdf', privately)
const unmade = {
  status: 503,
  code: 'invoice_evidence_unmade',
  message: 'The PDF of the evidence could not be made. Try again, or read the evidence as JSON, which is the same.',
  details: namedObject('InvoiceEvidenceUnmade', { reason: oneOf(unmadeReasons) }),
} as const

export const getClientInvoiceEvidencePdf = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices/{id}/evidence/pdf',
  summary: 'Read the evidence of an issued invoice as a PDF, with the evidence attached as a file',
  reach: 'transfer',
  access: to('agency'),
  effect: 'outside',
  replies: { 200: pdf },
  errors: { hidden, notIssued, unmade },
  audit: { refusals: 'client_invoice.get_evidence_pdf' },
})

export const getPortalInvoiceEvidence = operation({
  method: 'GET',
  path: '/v1/api/portal/invoices/{id}/evidence',
  summary: 'Read the evidence of an issued invoice of a client account in which you have a seat',
  clientPortal: true,
  reach: 'call',
  access: to('participant'),
  replies: { 200: EvidencePack },
  errors: { hidden },
  audit: { refusals: 'portal_invoice.get_evidence' },
  reads: { client_invoice: 'entityId' },
})

export const getPortalInvoiceEvidencePdf = operation({
  method: 'GET',
  path: '/v1/api/portal/invoices/{id}/evidence/pdf',
  summary: 'Read the evidence of an issued invoice as a PDF, as a client with a seat',
  clientPortal: true,
  reach: 'transfer',
  access: to('participant'),
  effect: 'outside',
  replies: { 200: pdf },
  errors: { hidden, unmade },
  audit: { refusals: 'portal_invoice.get_evidence_pdf' },
})

export const evidence = contract({
  getClientInvoiceEvidence,
  getClientInvoiceEvidencePdf,
  getPortalInvoiceEvidence,
  getPortalInvoiceEvidencePdf,
})
