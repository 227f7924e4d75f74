import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  documentsWithIds,
  documentStatusOf,
  textsOfDocuments,
  type DocumentStatus,
} from '../../agents/parsing/index.ts'
import { filesText, type MaterialFile } from './rules/attachments.ts'
import { attachmentsOf, type AttachmentView } from './store-attachments.ts'

/** Most characters of a message's files, or of all files that an answering model reads. */
const messageMost = 20_000
/** The newest files that an answering model reads. */
const answeredMost = 10

/**
 * The files of a cycle whose text the agency asked for, for an agent that plans, builds or reviews. An agent that hears
 * messages gets their files with them.
 */
export const cycleFilesFor = async (
  tx: Transaction,
  cycleId: string,
  { mostChars, hears }: { readonly mostChars: number; readonly hears: boolean },
) => {
  const files = (await attachmentsOf(tx, cycleId)).filter(
    ({ messageId, isSent, isHeard }) => messageId === null || (isSent && !(hears && isHeard)),
  )
  return filesText(await materialOf(tx, files, mostChars), mostChars)
}

/** The input of a model that answers a message: only files of messages, which all readers of the answer may have. */
export const sentFilesFor = async (tx: Transaction, cycleId: string): Promise<string> => {
  const files = (await attachmentsOf(tx, cycleId)).filter(({ isSent }) => isSent)
  return filesText(await materialOf(tx, files.slice(-answeredMost), messageMost), messageMost)
}

/** The files with messages of a cycle whose text the agency asked for, by the id of the message. */
export const messageFilesFor = async (tx: Transaction, cycleId: string): Promise<ReadonlyMap<string, string>> => {
  const files = (await attachmentsOf(tx, cycleId)).filter(({ isSent }) => isSent)
  const texts = new Map<string, string>()
  for (const [messageId, its] of Map.groupBy(files, ({ messageId }) => messageId!))
    texts.set(messageId, filesText(await materialOf(tx, its, messageMost), messageMost))
  return texts
}

const materialOf = async (
  tx: Transaction,
  files: readonly AttachmentView[],
  mostChars: number,
): Promise<MaterialFile[]> => {
  const ids = files.flatMap(({ documentId }) => documentId ?? [])
  if (ids.length === 0) return []
  const documents = new Map((await documentsWithIds(tx, { ids })).map((document) => [document.id, document]))
  const pages = Map.groupBy(await textsOfDocuments(tx, ids, mostChars), ({ documentId }) => documentId)
  return files.flatMap(({ documentId, name, authorSide }) => {
    const document = documentId === null ? undefined : documents.get(documentId)
    if (!document) return []
    const status = statuses[documentStatusOf(document)]
    return [{ name, authorSide, status, pagesTotal: document.pagesTotal, pages: pages.get(document.id) ?? [] }]
  })
}

const statuses: Readonly<Record<DocumentStatus, MaterialFile['status']>> = {
  queued: 'waiting',
  parsing: 'waiting',
  succeeded: 'parsed',
  review_required: 'waiting',
  rejected: 'failed',
  failed: 'failed',
}
