import { useSearchParams } from 'react-router'
import { listClientAccounts } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { useRows } from '../../api/use-pages.ts'
import { Segments, useChoice } from '../../parts/forms/segments.tsx'
import { AddressChoice } from '../../parts/forms/options.tsx'
import { useFormat } from '../../format.ts'
import { useInvoiceWords } from '../../words/invoices/index.ts'

export const filterNames = ['all', 'draft', 'open', 'late', 'paid', 'void'] as const
export type FilterName = (typeof filterNames)[number]

/** The filters of invoices, kept in the address; `cutAt` is the count of read invoices if there are more. */
export const Filters = ({ cutAt }: { readonly cutAt: number | undefined }) => {
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

/** One client, or all clients, kept in the address. A page about one client has no choice of all: `isOfOne`. */
export const ClientChoice = ({ isOfOne = false }: { readonly isOfOne?: boolean }) => {
  const words = useInvoiceWords()
  const { rows: clients, cutAt } = useRows(listClientAccounts, 5_000)
  const [query] = useSearchParams()
  // A single client leaves nothing to choose.
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
