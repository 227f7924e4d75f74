import { dayIn } from '../../accounts/workspaces/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { publishedIdentity, publishedLogo } from '../../accounts/brand/index.ts'
import { correctionsOfAll, findBillingIdentity, lockBillables, markInvoiced } from '../billables/index.ts'
import { numberOf, usualFormat } from '../billables/rules/number.ts'
import { addressText } from './rules.ts'
import { obstacleToIssuing } from './rules/issue.ts'
import { issueInvoiceRow, keepInvoiceLogo, takeNextSequence } from './store-moves.ts'
import { taxesOf } from './store.ts'
import type { InvoiceRow } from './tables.ts'

/** The obstacle to invoicing these billables now; locks them, so that it stays true until the transaction ends. */
export const obstacleInLedger = async (tx: Transaction, billableIds: readonly string[]) => {
  const rows = await lockBillables(tx, billableIds)
  const taxes = await taxesOf(
    tx,
    rows.flatMap(({ correctsId }) => correctsId ?? []),
  )
  const billed = rows.map(({ id, correctsId, writtenOffAt, invoiceId }) => ({
    id,
    correctsId,
    isWrittenOff: writtenOffAt !== null,
    isInvoiced: invoiceId !== null,
    isChargeInvoiced: correctsId !== null && taxes.has(correctsId),
  }))
  return obstacleToIssuing(billed, await correctionsOfAll(tx, billableIds))
}

interface IssueInput {
  readonly billableIds: readonly string[]
  /** In the place of the draft's; null for the draft's. */
  readonly dueAt: string | null
  readonly now: Date
  readonly userId: string
}

/** A draft that the caller holds becomes an invoice of these billables, with all that is frozen with it. */
export const issueDraft = async (tx: Transaction, draft: InvoiceRow, by: IssueInput): Promise<InvoiceRow> => {
  const [identity, logo, brand] = await Promise.all([findBillingIdentity(tx), publishedLogo(tx), publishedIdentity(tx)])
  if (logo) await keepInvoiceLogo(tx, logo)
  await markInvoiced(tx, by.billableIds, draft.id)
  const { sequence, issuedAt } = await takeNextSequence(tx, by.now)
  return issueInvoiceRow(tx, {
    id: draft.id,
    sequence,
    issuedAt,
    dueAt: by.dueAt,
    userId: by.userId,
    number: numberOf(
      identity?.numberFormat ?? usualFormat,
      sequence,
      Number(dayIn(draft.timeZone, issuedAt).slice(0, 4)),
    ),
    sellerLegalName: draft.sellerLegalName ?? identity?.legalName ?? null,
    sellerAddress: draft.sellerAddress ?? (identity?.address ? addressText(identity.address) : null),
    sellerVatId: draft.sellerVatId ?? identity?.vatId ?? null,
    sellerTaxNumber: identity?.taxNumber ?? null,
    sellerPostalAddress: identity?.address ?? null,
    sellerBankAccount: identity?.bankAccount ?? null,
    sellerContact: identity?.contact ?? null,
    brand: brand ? { name: brand.name, primary: brand.colors.primary } : null,
    logoId: logo?.id ?? null,
    logoMediaType: logo?.mediaType ?? null,
  })
}
