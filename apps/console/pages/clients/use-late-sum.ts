import { getAgingReport } from '../../../../domains/billing/reports/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'

/** What a client owes past its day, in words; empty where it owes nothing so, or this is not read. */
export const useLateSum = () => {
  const { money } = useFormat()
  const rows = useLateReply(getAgingReport).data?.rows
  return (clientId: string): string =>
    rows
      ?.filter((row) => row.clientAccountId === clientId && row.totalMinor > row.currentMinor)
      .map((row) => money(row, row.totalMinor - row.currentMinor))
      .join(' + ') ?? ''
}
