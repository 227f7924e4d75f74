import type { Words } from '../../platform/contract/vocabulary.ts'

const position = 'The number of the line, 1 for the first.'
const hash = 'SHA-256 of the canonical JSON (RFC 8785) of `evidence`, in hexadecimal.'

/** Properties of an invoice's evidence. */
export const evidence: Words = {
  commits: 'The commits that the snapshot shows, that the cycle delivered or that the task merged.',
  decisions: 'The approvals that lines name, each once.',
  evidence: 'The basis of the invoice, as far as it leaves the agency.',
  found: 'Whether its source still exists; true for an entry.',
  invoice: 'The invoice that it is about.',
  isCorrection: 'Whether it corrects a charge.',
  'ClientInvoiceEvidence.notes': 'The agency’s own notes on each line; no part of the hashed content.',
  recordedAt: 'When the billable was recorded.',
  recordedBy: ['The person who recorded the billable; null for a deleted person.', 'Ada Lovelace'],
  signed: 'The signature of the reviewer with all data to check it; null if a click decided it.',
  withheld:
    'Why the snapshot is not here: the deliverable was `withdrawn` from clients, or all snapshots together are `too_large`; null if it is here.',
  'ClientInvoiceEvidence.sha256': hash,
  'EvidencePack.sha256': hash,
  'EvidenceInvoice.invoiceNumber': ['Its number; null before it is issued.', '2026-0001'],
  'EvidenceInvoice.type': '`380` of an invoice, `381` of a credit note, as in EN 16931.',
  'EvidenceLine.description': 'The text of the line.',
  'EvidenceLine.origin': 'Where it comes from.',
  'EvidenceLine.position': position,
  'EvidenceOrigin.approvalId': 'The request for approval; null if it comes from none.',
  'EvidenceOrigin.kind': 'A decision about a deliverable, a cycle, a task, or an entry of a person.',
  'EvidenceOrigin.revisionHash':
    'The hash of the approved revision, as it was billed; null if it comes from no decision.',
  'EvidenceDecision.decidedAt': 'When it was approved.',
  'EvidenceDecision.revision': 'Which revision was approved.',
  'EvidenceDecision.revisionHash': 'The SHA-256 of the snapshot that was approved.',
  'EvidenceDecision.snapshot': [
    'The snapshot that was approved, as canonical JSON (RFC 8785); null if it is withheld.',
    '{"artifacts":[],"clientStatus":"in_review","version":1}',
  ],
  'EvidenceNote.cycleId': 'The cycle behind it; null without one.',
  'EvidenceNote.position': position,
  'EvidenceNote.projectId': 'The project of the work behind it; null without one.',
  'EvidenceNote.runId': 'The newest run of that cycle or task; null without one.',
  'EvidenceNote.taskId': 'The task behind it; null without one.',
  'EvidenceNote.title': ['The title of that cycle or task; null without one.', 'Opening hours'],
  'InvoiceEvidence.version': 'The version of this form.',
}
