import { listDraftedBillables } from '../../../../domains/billing/invoices/contract.ts'
import { useReply } from '../../api/use-operation.ts'

/** The draft that has a billable, by the id of the billable. */
export const useDrafted = (clientAccountId?: string): ReadonlyMap<string, string> => {
  const { rows } = useReply(listDraftedBillables, clientAccountId === undefined ? {} : { query: { clientAccountId } })
  return new Map(rows.map(({ billableId, invoiceId }) => [billableId, invoiceId]))
}
