import { dayIn } from '../../accounts/workspaces/index.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { publishedIdentity, publishedLogo } from '../../accounts/brand/index.ts'
import {
  correctionsOfAll,
  findBillingIdentity,
  lockBillables,
  markInvoiced,
  type BillingIdentityRow,
} from '../billables/index.ts'
import { numberOf, usualFormat } from '../billables/rules.ts'
import { addressText } from './rules.ts'
import { obstacleToIssuing } from './rules/issue.ts'
import { issueInvoiceRow, insertInvoiceLogo, takeNextSequence, type FrozenSeller } from './store-moves.ts'
import { taxesOf } from './store.ts'
import type { InvoiceRow } from './tables.ts'

/** The obstacle to invoicing these billables now; locks them, so that it stays true until the transaction ends. */
export const obstacleInLedger = async (tx: Transaction, billableIds: readonly string[]) => {
  const rows = await lockBillables(tx, billableIds)
  const chargeIds = rows.flatMap(({ correctsId }) => correctsId ?? [])
  const taxes = await taxesOf(tx, chargeIds)
  const billed = rows.map(({ id, correctsId, writtenOffAt, invoiceId }) => ({
    id,
    correctsId,
    isWrittenOff: writtenOffAt !== null,
    isInvoiced: invoiceId !== null,
    isChargeInvoiced: correctsId !== null && taxes.has(correctsId),
  }))
  return obstacleToIssuing(billed, await correctionsOfAll(tx, { ids: billableIds }))
}

interface IssueInput extends ChangedBy {
  readonly billableIds: readonly string[]
  /** In the place of the draft's; null for the draft's. */
  readonly dueAt: string | null
}

/** A draft that the caller holds becomes an invoice of these billables, with all that is frozen with it. */
export const issueDraft = async (tx: Transaction, draft: InvoiceRow, by: IssueInput): Promise<InvoiceRow> => {
  const [identity, logo, brand] = await Promise.all([findBillingIdentity(tx), publishedLogo(tx), publishedIdentity(tx)])
  if (logo) await insertInvoiceLogo(tx, logo)
  await markInvoiced(tx, { ids: by.billableIds, invoiceId: draft.id })
  const { sequence, issuedAt } = await takeNextSequence(tx, { now: by.now })
  return issueInvoiceRow(tx, {
    id: draft.id,
    sequence,
    issuedAt,
    timeZone: draft.timeZone,
    dueAt: by.dueAt,
    userId: by.userId,
    number: numberAt(draft, identity, sequence, issuedAt),
    ...sellerAt(draft, identity),
    brand: brand ? { name: brand.name, primary: brand.colors.primary } : null,
    logoId: logo?.id ?? null,
    logoMediaType: logo?.mediaType ?? null,
  })
}

/** The number that a draft would get at this place of the sequence. */
export const numberAt = (
  { timeZone }: InvoiceRow,
  identity: BillingIdentityRow | undefined,
  sequence: number,
  at: Date,
) => numberOf(identity?.numberFormat ?? usualFormat, sequence, Number(dayIn(timeZone, at).slice(0, 4)))

/** The seller as it would be frozen with this draft. */
export const sellerAt = (draft: InvoiceRow, identity: BillingIdentityRow | undefined): FrozenSeller => ({
  sellerLegalName: draft.sellerLegalName ?? identity?.legalName ?? null,
  sellerAddress: draft.sellerAddress ?? (identity?.address ? addressText(identity.address) : null),
  sellerVatId: draft.sellerVatId ?? identity?.vatId ?? null,
  sellerTaxNumber: identity?.taxNumber ?? null,
  sellerPostalAddress: identity?.address ?? null,
  sellerBankAccount: identity?.bankAccount ?? null,
  sellerContact: identity?.contact ?? null,
  sellerElectronic: identity?.electronic ?? null,
})
