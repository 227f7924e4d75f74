import { hash } from 'node:crypto'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto, type RowOf } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { sentInvoiceDocument } from './tables.ts'

const keep = statement<RowOf<typeof sentInvoiceDocument>>(
  'sent-invoice-document.keep',
  insertInto(
    sentInvoiceDocument,
    ['invoiceId', 'sha256', 'content', 'sentAt'],
    { workspaceId: ':workspace' },
    `on conflict (workspace_id, invoice_id, sha256) do update
       set sent_at = greatest(sent_invoice_document.sent_at, excluded.sent_at)`,
  ),
)
/** Inserts the documents sent with an invoice; returns the SHA-256 of each in hex, in order: decisions/0298. */
export const recordSentDocuments = async (
  tx: Transaction,
  invoiceId: string,
  contents: readonly Buffer[],
  sentAt: Date,
): Promise<string[]> => {
  const hashes = contents.map((content) => hash('sha256', content))
  for (const [at, content] of contents.entries()) await keep(tx, { invoiceId, sha256: hashes[at]!, content, sentAt })
  return hashes
}

const find = rowStatement<{ invoiceId: string; sha256: string }, { content: Buffer }>(
  'sent-invoice-document.find',
  `select content from sent_invoice_document
   where workspace_id = :workspace and invoice_id = :invoiceId and sha256 = :sha256`,
)
export const findSentDocument = async (tx: Transaction, invoiceId: string, sha256: string) =>
  (await find(tx, { invoiceId, sha256 }))?.content

const { days } = retention.sentInvoiceDocuments

/** Workspaces with documents that are older than they are kept. */
export const oldSentDocumentsDueIn = workspacesDue(
  'sent-invoice-document',
  `sent_invoice_document where sent_at < now() - make_interval(days => ${days})`,
)

const removal = statement<{ days: number; limit: number }>(
  'sent-invoice-document.remove-old',
  `delete from sent_invoice_document where workspace_id = :workspace and ctid = any(array(
     select ctid from sent_invoice_document
     where workspace_id = :workspace and sent_at < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
/** Deletes at most `limit` documents after their retention; returns their number. */
export const removeOldSentDocuments = async (tx: Transaction, limit: number) =>
  (await removal(tx, { days, limit })).length
