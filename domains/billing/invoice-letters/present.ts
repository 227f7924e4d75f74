import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { mailOutcomes, type MailOutcome } from '../../../platform/mail/index.ts'
import type { ClientInvoiceLetter } from './contract.ts'
import { stateOf } from './rules.ts'
import type { InvoiceLetterRow } from './tables.ts'

type PresentedLetter = Static<typeof ClientInvoiceLetter>

/** Letters with the known facts of each at this moment. */
export const presentLetters = async (
  tx: Transaction,
  rows: readonly InvoiceLetterRow[],
): Promise<PresentedLetter[]> => {
  const open = rows.filter(({ outcome }) => outcome === null)
  const outcomes = await mailOutcomes(
    tx,
    open.map(({ mailId }) => mailId),
  )
  return rows.map((row) => presentLetter(row, outcomes.get(row.mailId)))
}

/** The attachments of a letter. */
export const attachedTo = ({ hasXml, evidenceSha256 }: InvoiceLetterRow): PresentedLetter['attached'] => [
  'pdf',
  ...(hasXml ? (['xml'] as const) : []),
  ...(evidenceSha256 === null ? [] : (['evidence'] as const)),
]

/** A letter that was queued in this transaction. */
export const presentQueued = (row: InvoiceLetterRow): PresentedLetter =>
  presentLetter(row, { id: row.mailId, state: 'queued', lastError: null, endedAt: null })

/** The documents of a letter; none is named by letters that went before their bytes were kept. */
export const documentsOf = (row: InvoiceLetterRow): PresentedLetter['documents'] =>
  attachedTo(row).flatMap((kind, at) => {
    const sha256 = row.documentHashes[at]
    return sha256 === undefined ? [] : [{ kind, sha256 }]
  })

const presentLetter = (row: InvoiceLetterRow, mail: MailOutcome | undefined): PresentedLetter => {
  const { id, invoiceId, kind, dayOffset, recipient, language, xmlOmitted, xmlLacks, payLink, createdAt } = row
  const current =
    row.outcome === null
      ? {
          state: stateOf(mail, row.withdrawnAt !== null),
          reason: mail?.lastError ?? null,
          endedAt: mail?.endedAt ?? null,
        }
      : { state: row.outcome, reason: row.reason, endedAt: row.endedAt }
  return {
    id,
    invoiceId,
    kind,
    dayOffset,
    recipient,
    language,
    xmlOmitted,
    xmlLacks,
    payLink,
    createdAt,
    ...current,
    attached: attachedTo(row),
    evidenceSha256: row.evidenceSha256,
    documents: documentsOf(row),
  }
}
