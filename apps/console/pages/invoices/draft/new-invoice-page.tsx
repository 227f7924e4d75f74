import Plus from 'lucide-react/icons/plus'
import { Link, Navigate, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import {
  getBillingIdentity,
  getClientBillingIdentity,
  listBillables,
} from '../../../../../domains/billing/billables/contract.ts'
import { getClientInvoice, listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, prefetchFirstRows, useFirstRows, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { CutNote, ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { paths, withParam } from '../../../paths.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useDrafted } from '../drafted-billables.ts'
import { DraftForm, type EditedDraft } from './invoice-draft-form.tsx'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import { readyToBill, ReadyRows } from '../list/ready-panel.tsx'
import '../invoices.css'
import './draft.css'

const openBillables = { query: { status: 'open' } } as const
const openOf = (clientAccountId: string) => ({ query: { status: 'open', clientAccountId } }) as const
const newestOf = (clientAccountId: string) => ({ query: { clientAccountId, limit: 1 } })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const client = new URL(request.url).searchParams.get('client')
  prefetchPages(listClientAccounts)
  if (client === null) return prefetchPages(listBillables, openBillables)
  prefetch(getBillingIdentity)
  prefetch(getWorkspaceBrandKit)
  prefetch(getClientBillingIdentity, { params: { clientAccountId: client } })
  prefetchFirstRows(listClientInvoices, newestOf(client))
  return prefetchPages(listBillables, openOf(client))
}

export default function NewInvoicePage() {
  const { invoices, newInvoice } = useWords()
  const [query] = useSearchParams()
  const client = query.get('client')
  useTitle(newInvoice, invoices)
  return (
    <>
      <Top crumbs={[{ name: invoices, to: paths.invoices }, { name: newInvoice }]} />
      <div className="page">{client === null ? <ChooseClient /> : <OfClient client={client} />}</div>
    </>
  )
}

const ChooseClient = () => {
  const words = useInvoiceWords().draft
  const drafted = useDrafted()
  const [query] = useSearchParams()
  const { rows: clients, cutAt } = useRows(listClientAccounts, 5_000)
  const billables = useRows(listBillables, 5_000, openBillables)
  const ready = readyToBill({ billables: billables.rows.filter(({ id }) => !drafted.has(id)), clients })
  const [only] = ready
  // One client is no choice, unless the person came back to choose.
  if (only && ready.length === 1 && !query.has('choose'))
    return <Navigate to={`${paths.newInvoice}?client=${only.clientAccountId}&currency=${only.sum.currency}`} replace />
  return (
    <>
      <Head title={words.title} text={ready.length === 0 ? undefined : words.choose} />
      <div className="panel">{ready.length === 0 ? <NothingOpen /> : <ReadyRows ready={ready} />}</div>
      <CutNote cutAt={billables.cutAt} />
      <OtherClients
        clients={clients.filter(({ id }) => !ready.some(({ clientAccountId }) => clientAccountId === id))}
      />
      <CutNote cutAt={cutAt} />
    </>
  )
}

const OtherClients = ({ clients }: { readonly clients: Reply<typeof listClientAccounts> }) => {
  const words = useInvoiceWords()
  const { shown, more } = useShowMore(clients)
  if (clients.length === 0) return null
  return (
    <section className="sect" aria-label={words.draft.others}>
      <h2>{words.draft.others}</h2>
      <ul className="panel rows">
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Link className="row money-row" to={`${paths.newBillable}?client=${id}`}>
              <span className="t cut grow" dir="auto" title={name}>
                {name}
              </span>
              <span className="m">{words.addCharge}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore onMore={more} />
    </section>
  )
}

const NothingOpen = () => {
  const words = useInvoiceWords()
  return (
    <Empty title={words.draft.nobody} text={words.draft.nobodyText}>
      <LinkButton variant="primary" icon={Plus} to={paths.newBillable}>
        {words.addCharge}
      </LinkButton>
    </Empty>
  )
}

const OfClient = ({ client }: { readonly client: string }) => {
  const edits = useSearchParams()[0].get('edits')
  return edits === null ? <NewDraft client={client} /> : <EditDraft client={client} id={edits} />
}

const EditDraft = ({ client, id }: { readonly client: string; readonly id: string }) => (
  <NewDraft client={client} edits={useReply(getClientInvoice, { params: { id } })} />
)

interface NewDraftProps {
  readonly client: string
  /** The draft that this draft replaces. */
  readonly edits?: EditedDraft
}

const NewDraft = ({ client, edits }: NewDraftProps) => {
  const words = useInvoiceWords()
  const [query] = useSearchParams()
  const name = useRows(listClientAccounts, 5_000).rows.find(({ id }) => id === client)?.name ?? words.billables.gone
  const open = useRows(listBillables, 5_000, openOf(client)).rows
  const last = useFirstRows(listClientInvoices, newestOf(client)).at(0)
  const identity = useReply(getBillingIdentity)
  const buyer = useReply(getClientBillingIdentity, { params: { clientAccountId: client } })
  const drafted = new Map([...useDrafted(client)].filter(([, draftId]) => draftId !== edits?.id))
  const currencies = [...new Set(open.map(({ currency }) => currency))]
  const currency = currencies.find((one) => one === query.get('currency')) ?? currencies[0]
  return (
    <>
      <Head
        title={edits ? words.draft.editOf(name) : words.draft.titleOf(name)}
        text={edits ? undefined : <TextLink to={`${paths.newInvoice}?choose=1`}>{words.draft.another}</TextLink>}
      />
      {currencies.length > 1 && !edits ? (
        <div className="money-filters">
          <div className="seg" role="group" aria-label={words.draft.currency}>
            {currencies.map((one) => (
              <Link
                key={one}
                to={withParam(query, 'currency', one)}
                replace
                aria-current={one === currency || undefined}
              >
                {one}
              </Link>
            ))}
          </div>
        </div>
      ) : null}
      {currency === undefined ? (
        <div className="panel">
          <NothingOpen />
        </div>
      ) : (
        <DraftForm
          key={`${client} ${currency} ${edits?.id}`}
          edits={edits}
          client={client}
          billables={inOrder(open.filter((one) => one.currency === currency))}
          identity={identity}
          name={name}
          buyer={buyer}
          last={last}
          drafted={drafted}
          replaces={query.get('replaces')}
        />
      )}
    </>
  )
}

/** Oldest first, and each correction behind its charge: the order of the lines. */
const inOrder = (billables: readonly Billable[]): Billable[] => {
  const oldestFirst = billables.toReversed()
  const isAlone = ({ correctsId }: Billable) => correctsId === null || !billables.some(({ id }) => id === correctsId)
  return oldestFirst
    .filter(isAlone)
    .flatMap((charge) => [charge, ...oldestFirst.filter(({ correctsId }) => correctsId === charge.id)])
}
