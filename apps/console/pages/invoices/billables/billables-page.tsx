import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listBillables } from '../../../../../domains/billing/billables/contract.ts'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { billableStatuses, type BillableStatus } from '../../../../../domains/billing/billables/rules.ts'
import { prefetchFirstRows, useFirstRowsLater } from '../../../api/use-operation.ts'
import { prefetchPages, useRows, usePages, type MorePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { toggled } from '../../../parts/forms/toggled.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { BillableColumns, BillableRow, type BillableChoice } from './billable-row.tsx'
import { amountsOf, useDrafted, useReady } from '../drafted-billables.ts'
import { ClientChoice, BillingButtons, MoneyFrame } from '../invoices-frame.tsx'
import { useSums, type Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import './billables.css'

const newestInvoices = { query: { limit: 100 } }
const filters = [...billableStatuses, 'all'] as const

/** The query in the address: by status, and by client. */
const askedIn = (query: URLSearchParams) => {
  const show = filters.find((one) => one === query.get('show')) ?? 'open'
  const clientAccountId = query.get('client')
  const status: BillableStatus | undefined = show === 'all' ? undefined : show
  return { query: { ...(status && { status }), ...(clientAccountId !== null && { clientAccountId }) } }
}

export const loader = ({ request }: LoaderFunctionArgs) => {
  prefetchPages(listClientAccounts)
  prefetchFirstRows(listClientInvoices, newestInvoices)
  return prefetchPages(listBillables, askedIn(new URL(request.url).searchParams))
}

export default function BillablesPage() {
  const words = useInvoiceWords()
  const { billables: name, invoices } = useWords()
  const [query] = useSearchParams()
  const clients = useRows(listClientAccounts, 5_000).rows
  const { rows: billables, ...rest } = usePages(listBillables, askedIn(query))
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  useTitle(name, invoices)
  const chosen = useChoice('show', filters)
  return (
    <MoneyFrame>
      <Head
        title={name}
        count={rest.total}
        text={rest.more || chosen === 'all' ? undefined : <BillablesSum billables={billables} status={chosen} />}
        actions={<BillingButtons isChosen={chosenIds.size > 0} />}
      />
      <div className="money-filters">
        <Segments label={words.billables.filter} param="show" names={words.billables.filters} chosen={chosen} />
        <ClientChoice />
      </div>
      <Rows
        key={JSON.stringify(askedIn(query))}
        billables={billables}
        clients={clients}
        rest={rest}
        chosenIds={chosenIds}
        onChoose={setChosenIds}
      />
    </MoneyFrame>
  )
}

interface BillablesSumProps {
  readonly billables: readonly Billable[]
  readonly status: BillableStatus
}

/** The sum of the billables in a state; for open billables also the amount in drafts. */
const BillablesSum = ({ billables, status }: BillablesSumProps) => {
  const words = useInvoiceWords()
  const written = useSums()
  const { ready, onDrafts } = useReady(billables)
  const sumOf = (some: readonly Billable[]) => written(amountsOf(some))
  if (billables.length === 0) return null
  if (status === 'invoiced') return words.billables.invoiced(sumOf(billables))
  if (status === 'written_off') return words.billables.writtenOffSum(sumOf(billables))
  const readySum = ready.length === 0 ? words.onDraftsOnly : words.billables.ready(sumOf(ready))
  return onDrafts.length === 0 ? readySum : `${readySum} ${words.alsoDrafted(sumOf(onDrafts))}`
}

interface RowsProps {
  readonly billables: readonly Billable[]
  readonly clients: readonly { readonly id: string; readonly name: string }[]
  readonly rest: MorePages
  readonly chosenIds: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
}

const Rows = ({ billables, clients, rest, chosenIds, onChoose }: RowsProps) => {
  const words = useInvoiceWords()
  const [query] = useSearchParams()
  const drafted = useDrafted()
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  const invoices = useFirstRowsLater(listClientInvoices, newestInvoices).data
  const numbers = new Map(invoices?.map(({ id, invoiceNumber }) => [id, invoiceNumber]))
  const chosen = billables.filter(({ id, status }) => chosenIds.has(id) && status === 'open' && !drafted.has(id))
  const obstacleOf = ({ id, clientAccountId, currency }: Billable) => {
    if (drafted.has(id)) return words.onDraft
    const fits = chosen.every((one) => one.clientAccountId === clientAccountId && one.currency === currency)
    return fits ? undefined : words.billables.otherDraft
  }
  const choiceOf = (one: Billable): BillableChoice | undefined =>
    one.status === 'open'
      ? {
          isChosen: chosenIds.has(one.id),
          obstacle: obstacleOf(one),
          toggle: () => onChoose(toggled(chosenIds, one.id)),
        }
      : undefined
  return (
    <ListPage
      rows={billables}
      rest={rest}
      textOf={({ description, clientAccountId }) => `${description} ${names.get(clientAccountId) ?? ''}`}
      label={words.billables.filterText}
      head={() => <BillableColumns chosen={chosen} />}
      none={<NoneShown isFiltered={query.size > 0} />}
    >
      {(billable) => (
        <BillableRow
          key={billable.id}
          billable={billable}
          client={names.get(billable.clientAccountId) ?? words.billables.gone}
          draftId={drafted.get(billable.id)}
          invoiceNumber={numbers.get(billable.invoiceId ?? '')}
          isOpen={query.get('open') === billable.id}
          choice={choiceOf(billable)}
        />
      )}
    </ListPage>
  )
}

const NoneShown = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const words = useInvoiceWords()
  return isFiltered ? (
    <Empty title={words.billables.noneShown} text="">
      <LinkButton to="?show=all" replace>
        {words.showAll}
      </LinkButton>
    </Empty>
  ) : (
    <Empty title={words.draft.nobody} text={words.billables.noneText}>
      <LinkButton icon={Plus} to={paths.newBillable}>
        {words.addCharge}
      </LinkButton>
    </Empty>
  )
}
