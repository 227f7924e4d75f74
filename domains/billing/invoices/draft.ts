import { findAccount } from '../../accounts/clients/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  findClientBillingIdentity,
  type BillableRow,
  type BillingIdentityRow,
  type BuyerElectronic,
} from '../billables/index.ts'
import type { CreateInvoiceDraft } from './contract.ts'
import { addressText } from './rules.ts'
import type { AssembledDraft, Entry } from './rules/draft.ts'
import { taxesOf } from './store.ts'
import type { LineRow } from './tables.ts'

type Body = Static<typeof CreateInvoiceDraft>

/** The billables as the rules judge them, in the order in which they were asked for. */
export const entriesOf = async (tx: Transaction, rows: readonly BillableRow[]): Promise<Entry[]> => {
  const chargeIds = rows.flatMap(({ correctsId }) => correctsId ?? [])
  const taxes = await taxesOf(tx, chargeIds)
  return rows.map((row) => ({
    ...row,
    isWrittenOff: row.writtenOffAt !== null,
    isInvoiced: row.invoiceId !== null,
    chargeTax: row.correctsId === null ? null : (taxes.get(row.correctsId) ?? null),
  }))
}

/** The stored form of the lines: the current values of each billable, with its tax. */
export const linesFor = (rows: readonly BillableRow[], { lines }: AssembledDraft): LineRow[] =>
  rows.map(({ id, description, quantity, unit, unitPriceMinor, taxClass }, at) => {
    const { category, rateBps, reason, amountMinor } = lines[at]!
    return {
      position: at + 1,
      billableId: id,
      description,
      quantity,
      unit,
      unitPriceMinor,
      amountMinor: Number(amountMinor),
      taxClass,
      category,
      rateBps,
      reason,
    }
  })

/** The stored form of the totals; each was found to be exact as a number. */
export const storedTotals = ({ type, netMinor, taxMinor, totalMinor, taxTotals }: AssembledDraft) => ({
  type,
  netMinor: Number(netMinor),
  taxMinor: Number(taxMinor),
  totalMinor: Number(totalMinor),
  taxTotals: taxTotals.map((total) => ({
    ...total,
    taxableMinor: Number(total.taxableMinor),
    taxMinor: Number(total.taxMinor),
  })),
})

/** The seller and the buyer: from the request, else from the billing identities. Missing fields stay open. */
export const partiesOf = async (
  tx: Transaction,
  body: Body,
  clientAccountId: string,
  seller: BillingIdentityRow | undefined,
) => {
  const [buyer, account] = await Promise.all([
    findClientBillingIdentity(tx, { clientAccountId }),
    findAccount(tx, { id: clientAccountId }),
  ])
  return {
    sellerLegalName: body.sellerLegalName ?? seller?.legalName ?? null,
    sellerAddress: body.sellerAddress ?? (seller?.address ? addressText(seller.address) : null),
    sellerVatId: seller?.vatId ?? null,
    buyerLegalName: body.buyerLegalName ?? buyer?.legalName ?? account!.name,
    buyerAddress: body.buyerAddress,
    buyerPostalAddress: buyer?.address ?? null,
    buyerVatId: buyer?.vatId ?? null,
    buyerContact: buyer?.contact ?? null,
    buyerElectronic: electronicFor(body, buyer),
    language: buyer?.language ?? null,
    buyerReference: buyer?.buyerReference ?? null,
    buyerBillingEmail: body.buyerBillingEmail === undefined ? account!.billingEmail : body.buyerBillingEmail,
    paymentTerms: body.paymentTerms ?? seller?.paymentTerms ?? null,
  }
}

/** The fields of the identity, with the order of the request if it names one. */
const electronicFor = (
  { orderReference }: Body,
  buyer: { readonly electronic: BuyerElectronic | null } | undefined,
): BuyerElectronic | null => {
  const known = buyer?.electronic ?? null
  if (orderReference === undefined) return known
  return { endpoint: null, legalId: null, profile: 'en16931', ...known, orderReference }
}
