import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { documentsWithIds, documentStatusOf, type DocumentView } from '../../agents/parsing/index.ts'
import type { CycleAttachment } from './contract.ts'
import type { AttachmentView } from './store-attachments.ts'

type WireAttachment = Static<typeof CycleAttachment>

/** Files as callers see them; what became of their text is the agency’s. */
export const presentAttachments = async (
  tx: Transaction,
  { role }: Pick<Caller, 'role'>,
  rows: readonly AttachmentView[],
): Promise<WireAttachment[]> => {
  const ids = isAgency(role) ? rows.flatMap(({ documentId }) => documentId ?? []) : []
  const documents = new Map((await documentsWithIds(tx, ids)).map((document) => [document.id, document]))
  return rows.map(({ id, cycleId, messageId, name, mediaType, sizeBytes, createdBy, ...row }) => ({
    id,
    cycleId,
    messageId,
    name,
    mediaType,
    sizeBytes,
    authorId: createdBy,
    authorSide: row.authorSide,
    document: presentDocument(documents.get(row.documentId ?? '')),
    createdAt: row.createdAt,
  }))
}

const presentDocument = (row: DocumentView | undefined): WireAttachment['document'] =>
  row
    ? {
        id: row.id,
        status: documentStatusOf(row),
        pagesTotal: row.pagesTotal,
        pagesRead: row.pagesRead,
        refusal: row.refusal,
      }
    : null
