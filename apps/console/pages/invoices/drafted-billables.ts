import { listDraftedBillables } from '../../../../domains/billing/invoices/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { sumsOf, type Billable } from '../../parts/invoice-sheet/invoice-state.ts'

/** The draft that has a billable, by the id of the billable. */
export const useDrafted = (clientAccountId?: string): ReadonlyMap<string, string> => {
  const { rows } = useReply(listDraftedBillables, clientAccountId === undefined ? {} : { query: { clientAccountId } })
  return new Map(rows.map(({ billableId, invoiceId }) => [billableId, invoiceId]))
}

/** Open billables that can be invoiced, and billables in a draft. */
export const useReady = (open: readonly Billable[]) => {
  const drafted = useDrafted()
  const isDrafted = ({ id }: Billable) => drafted.has(id)
  return { ready: open.filter((one) => !isDrafted(one)), onDrafts: open.filter(isDrafted) }
}

/** The amounts of billables by currency. */
export const amountsOf = (billables: readonly Billable[]) => sumsOf(billables, ({ amountMinor }) => amountMinor)
