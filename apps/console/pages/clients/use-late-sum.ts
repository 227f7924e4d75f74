import { getAgingReport } from '../../../../domains/billing/reports/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'

/** The sum that a client owes past its day, as text; empty without one, and until it is read. */
export const useLateSum = () => {
  const { money } = useFormat()
  const rows = useLateReply(getAgingReport).data?.rows
  return (clientId: string): string =>
    rows
      ?.filter((row) => row.clientAccountId === clientId && row.totalMinor > row.currentMinor)
      .map((row) => money(row, row.totalMinor - row.currentMinor))
      .join(' + ') ?? ''
}
