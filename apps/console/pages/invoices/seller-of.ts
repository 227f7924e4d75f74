import { addressText } from '../../../../domains/billing/invoices/rules.ts'
import type { getBillingIdentity } from '../../../../domains/billing/billables/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'

/** The seller on an invoice that would be issued now. */
export const sellerOf = (identity: Reply<typeof getBillingIdentity>) => ({
  sellerLegalName: identity.legalName,
  sellerAddress: identity.address && addressText(identity.address),
  sellerVatId: identity.vatId,
  sellerTaxNumber: identity.taxNumber,
  sellerBankAccount: identity.bankAccount,
})
