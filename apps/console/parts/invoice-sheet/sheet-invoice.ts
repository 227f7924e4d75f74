import type { getClientInvoice } from '../../../../domains/billing/invoices/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'

type Invoice = Reply<typeof getClientInvoice>
/** The text of an invoice, without the agency's own notes. */
export type SheetInvoice = Pick<
  Invoice,
  | ('status' | 'type' | 'invoiceNumber' | 'issuedAt' | 'dueAt' | 'timeZone' | 'currency' | 'currencyDecimals')
  | (
      | 'netMinor'
      | 'taxTotals'
      | 'totalMinor'
      | 'dueCents'
      | 'paymentTerms'
      | 'buyerReference'
      | 'serviceFrom'
      | 'serviceTo'
    )
  | ('buyerLegalName' | 'buyerAddress' | 'buyerVatId')
  | ('sellerLegalName' | 'sellerAddress' | 'sellerVatId' | 'sellerTaxNumber' | 'sellerBankAccount')
> & {
  readonly lines: readonly Omit<Invoice['lines'][number], 'billableId'>[]
}

export type SheetSeller = Pick<
  Invoice,
  'paymentTerms' | 'sellerLegalName' | 'sellerAddress' | 'sellerVatId' | 'sellerTaxNumber' | 'sellerBankAccount'
>
