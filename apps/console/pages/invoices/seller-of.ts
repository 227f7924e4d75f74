import { addressText } from '../../../../domains/billing/invoices/rules.ts'
import type { getBillingIdentity } from '../../../../domains/billing/billables/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import type { SheetSeller } from '../../parts/invoice-sheet/sheet-invoice.ts'

/** The seller on an invoice that would be issued now; values of the draft come first. */
export const sellerOf = (identity: Reply<typeof getBillingIdentity>, draft?: SheetSeller) => ({
  sellerLegalName: draft?.sellerLegalName ?? identity.legalName,
  sellerAddress: draft?.sellerAddress ?? (identity.address && addressText(identity.address)),
  sellerVatId: draft?.sellerVatId ?? identity.vatId,
  sellerTaxNumber: draft?.sellerTaxNumber ?? identity.taxNumber,
  sellerBankAccount: draft?.sellerBankAccount ?? identity.bankAccount,
})
