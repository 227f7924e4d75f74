import type { getClientInvoice } from '../../../../domains/billing/invoices/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'

type Invoice = Reply<typeof getClientInvoice>

export type SheetSeller = Pick<
  Invoice,
  'paymentTerms' | 'sellerLegalName' | 'sellerAddress' | 'sellerVatId' | 'sellerTaxNumber' | 'sellerBankAccount'
>

/** The text of an invoice, without the agency's own notes. */
export type SheetInvoice = SheetSeller &
  Pick<
    Invoice,
    | ('status' | 'type' | 'invoiceNumber' | 'issuedAt' | 'dueAt' | 'timeZone' | 'currency' | 'currencyDecimals')
    | ('netMinor' | 'taxTotals' | 'totalMinor' | 'dueCents' | 'buyerReference' | 'serviceFrom' | 'serviceTo')
    | ('buyerLegalName' | 'buyerAddress' | 'buyerVatId')
  > & { readonly lines: readonly Omit<Invoice['lines'][number], 'billableId'>[] }
