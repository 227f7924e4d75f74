import { useSearchParams } from 'react-router'
import { listClientAccounts } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { useRows } from '../../api/use-pages.ts'
import { Segments, useChoice } from '../../parts/forms/segments.tsx'
import { AddressChoice } from '../../parts/forms/options.tsx'
import { useFormat } from '../../format.ts'
import { useInvoiceWords } from '../../words/invoices/index.ts'

export const filterNames = ['all', 'draft', 'open', 'late', 'paid', 'void'] as const
export type FilterName = (typeof filterNames)[number]

interface FiltersProps {
  /** How many were read, if there are more. */
  readonly cutAt: number | undefined
}

/** Which invoices are shown, kept in the address. */
export const Filters = ({ cutAt }: FiltersProps) => {
  const words = useInvoiceWords()
  const { number } = useFormat()
  return (
    <div className="money-filters">
      <Segments label={words.filter} param="show" names={words.filters} chosen={useChoice('show', filterNames)} />
      <ClientChoice />
      {cutAt === undefined ? null : <span className="quiet">{words.newest(number(cutAt))}</span>}
    </div>
  )
}

interface ClientChoiceProps {
  /** Something is written about one client: none is chosen at first, which does not mean all. */
  readonly isOfOne?: boolean
}

/** One client, or all clients; kept in the address as well. */
export const ClientChoice = ({ isOfOne = false }: ClientChoiceProps) => {
  const words = useInvoiceWords()
  const { rows: clients, cutAt } = useRows(listClientAccounts, 5_000)
  const [query] = useSearchParams()
  // One client is no choice.
  if (!isOfOne && clients.length < 2 && !query.has('client')) return null
  return (
    <AddressChoice
      param="client"
      label={words.client}
      all={isOfOne ? words.chooseClient : words.allClients}
      className="money-client"
      of={clients}
      cutAt={cutAt}
    />
  )
}
