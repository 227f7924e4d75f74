import type { Transaction } from '../../../platform/db/transaction.ts'
import { findBillingIdentity, chargesOf } from '../billables/index.ts'
import {
  findInvoiceLogo,
  linesOf,
  reconciles,
  type InvoiceRow,
  type LineRow,
  findInvoice,
  issuedWith,
} from '../invoices/index.ts'
import type { Preceding } from './electronic/invoice.ts'
import { isLatin1, missingCharacters, type MissingCharacters, pageOf, textsOf, isPlain } from './page/page-of.ts'
import { renderPage } from './page/render.ts'
import { xmlInPdf, type XmlSource } from './xml.ts'
import { dayIn } from '../../accounts/workspaces/index.ts'

/** All that the PDF of an invoice is made of. */
export interface WholeInvoice extends XmlSource {
  readonly logo: Buffer | undefined
  readonly allScripts: boolean
}

/** Reads the content of the PDF of an issued invoice. */
export const readForPdf = async (tx: Transaction, row: InvoiceRow): Promise<WholeInvoice> => {
  const lines = await linesOf(tx, { invoiceId: row.id })
  const logo = row.logoId === null ? undefined : await findInvoiceLogo(tx, row.logoId)
  const { allScripts = false } = (await findBillingIdentity(tx)) ?? {}
  return { row, lines, logo, allScripts, preceding: await precedingOf(tx, row, lines) }
}

/** The PDF of an issued invoice; else that its totals do not match its lines, or the characters that it cannot show. */
export const pdfOf = async (
  whole: WholeInvoice,
  signal: AbortSignal,
): Promise<Buffer | 'notReconciled' | MissingCharacters> => {
  const { row, lines, logo, allScripts, preceding } = whole
  if (!reconciles(row, lines)) return 'notReconciled'
  const texts = textsOf(row, lines)
  const outside = allScripts ? undefined : missingCharacters(texts, isLatin1)
  if (outside) return outside
  const asked = {
    page: pageOf(row, lines, preceding),
    texts,
    xml: xmlInPdf(whole),
    logo: logo && isPlain(row.logoMediaType!, logo) ? logo : null,
  }
  return renderPage(asked, signal)
}

/** The replaced invoice, and the invoices with the corrected charges. */
export const precedingOf = async (
  tx: Transaction,
  { id, replacesInvoiceId }: InvoiceRow,
  lines: readonly LineRow[],
): Promise<readonly Preceding[]> => {
  const replaced = replacesInvoiceId === null ? undefined : await findInvoice(tx, { id: replacesInvoiceId })
  const billableIds = lines.map(({ billableId }) => billableId)
  const corrected = await issuedWith(tx, { billableIds: await chargesOf(tx, billableIds), but: id })
  // A draft that was voided has no number to refer to.
  return [
    ...(replaced?.invoiceNumber ? [precedingFrom(replaced, true)] : []),
    ...corrected.map((one) => precedingFrom(one, false)),
  ]
}

const precedingFrom = (
  { invoiceNumber, issuedAt, timeZone }: Pick<InvoiceRow, 'invoiceNumber' | 'issuedAt' | 'timeZone'>,
  isReplaced: boolean,
): Preceding => ({ number: invoiceNumber!, issuedOn: dayIn(timeZone, issuedAt!), isReplaced })
