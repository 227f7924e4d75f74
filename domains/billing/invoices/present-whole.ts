import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findBillingIdentity } from '../billables/index.ts'
import { profileNames } from '../billables/rules/profile-names.ts'
import type { ClientInvoice } from './contract.ts'
import { numberAt, sellerAt } from './issue.ts'
import { presentInvoice } from './present.ts'
import { profileObstacles } from './rules/profiles.ts'
import type { InvoiceRow, LineRow } from './tables.ts'

type Whole = Static<typeof ClientInvoice>

/** An invoice with its lines, and what keeps it from each profile of electronic invoices. */
export const presentWhole = async (
  tx: Transaction,
  row: InvoiceRow,
  lines: readonly LineRow[],
  now: Date,
): Promise<Whole> => ({
  ...presentInvoice(row, lines),
  electronicProfiles: await electronicProfilesOf(tx, row, lines, now),
})

/** The obstacles to each profile; those of a draft, as if it were issued now. */
const electronicProfilesOf = async (
  tx: Transaction,
  row: InvoiceRow,
  lines: readonly LineRow[],
  now: Date,
): Promise<Whole['electronicProfiles']> => {
  const identity = row.status === 'draft' ? await findBillingIdentity(tx) : undefined
  const seen =
    row.invoiceNumber === null
      ? { ...row, ...sellerAt(row, identity), invoiceNumber: numberAt(row, identity, 1, now) }
      : { ...row, invoiceNumber: row.invoiceNumber }
  const chosen = row.buyerElectronic?.profile ?? 'en16931'
  return profileNames.map((profile) => ({
    profile,
    isChosen: profile === chosen,
    which: [...profileObstacles(profile, seen, lines)],
  }))
}
