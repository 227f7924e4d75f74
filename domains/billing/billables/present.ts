import type { Static } from '../../../platform/contract/index.ts'
import type { Billable } from './contract/billables.ts'
import type { BillingIdentity, ClientBillingIdentity } from './contract/identities.ts'
import { billableStatusOf } from './rules.ts'
import { decimalsOf } from './rules/currencies.ts'
import type { BillableRow, BillingIdentityRow, ClientBillingIdentityRow } from './tables.ts'

export const presentBillable = (row: BillableRow): Static<typeof Billable> => {
  const { sourceKind, sourceId, ...shown } = row
  const currencyDecimals = decimalsOf(row.currency)
  return { ...shown, currencyDecimals, source: { kind: sourceKind, id: sourceId }, status: billableStatusOf(row) }
}

const nobody = { legalName: null, address: null, vatId: null, contact: null, electronic: null, updatedAt: null }

export const presentIdentity = (row: BillingIdentityRow | undefined): Static<typeof BillingIdentity> =>
  row ?? {
    ...nobody,
    taxNumber: null,
    bankAccount: null,
    paymentTerms: null,
    taxClasses: [],
    numberFormat: null,
    allScripts: false,
  }

export const presentClientIdentity = (
  row: ClientBillingIdentityRow | undefined,
): Static<typeof ClientBillingIdentity> => {
  if (!row) return { ...nobody, language: null, buyerReference: null }
  const { clientAccountId: _, ...shown } = row
  return shown
}
