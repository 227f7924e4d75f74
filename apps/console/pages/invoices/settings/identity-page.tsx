import { lazy, Suspense } from 'react'
import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { getBillingIdentity, getClientBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import { useLateReply, prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, useAllRows } from '../../../api/use-pages.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useSearchParams } from 'react-router'
import { Segments, useChoice } from '../../../parts/segments.tsx'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { ClientIdentityForm } from './client-identity-form.tsx'
import { Letterhead } from '../../../parts/invoice-sheet/letterhead.tsx'
import { SheetFoot } from '../../../parts/invoice-sheet/invoice-sheet.tsx'
import { sellerOf } from '../seller-of.ts'
import { ClientChoice } from '../invoice-filters.tsx'
import { IdentityForm } from './identity-form.tsx'
import { MoneyFrame } from '../invoices-frame.tsx'
import { persistently } from '../../../shell/late-code.ts'
import '../billables/billables.css'
import './identity.css'

// Beside all else that this page brings they would weigh too much.
const Books = lazy(persistently(() => import('./books-tab.tsx')))
const Peppol = lazy(persistently(() => import('./peppol-tab.tsx')))
const Reminders = lazy(persistently(() => import('./reminders-tab.tsx')))

const parts = ['who', 'clients', 'reminders', 'books', 'peppol'] as const

interface Client {
  readonly id: string
  readonly name: string
}

export const loader = () => {
  prefetchPages(listClientAccounts)
  return prefetch(getBillingIdentity)
}

export default function IdentityPage() {
  const words = useInvoiceWords().identity
  const { billingIdentity, invoices } = useWords()
  const identity = useReply(getBillingIdentity)
  const clients = useAllRows(listClientAccounts)
  const brand = useLateReply(getWorkspaceBrandKit).data?.published
  const part = useChoice('part', parts)
  useTitle(billingIdentity, invoices)
  return (
    <MoneyFrame>
      <Head title={words.title} text={part === 'who' ? words.text : part === 'clients' ? words.clientsText : null} />
      <div className="money-parts">
        <Segments label={words.partsLabel} param="part" names={words.parts} chosen={part} />
      </div>
      <Suspense fallback={null}>
        {part === 'peppol' ? <Peppol /> : null}
        {part === 'reminders' ? <Reminders clients={clients} /> : null}
        {part === 'books' ? <Books clients={clients} taxClasses={identity.taxClasses.map(({ name }) => name)} /> : null}
      </Suspense>
      {part === 'who' ? (
        <div className="identities is-one has-paper">
          <IdentityForm saved={identity} />
          <aside className="sheet on-plate" aria-label={words.onPaper}>
            <Letterhead name={brand?.name ?? identity.legalName ?? ''} logo={null} color={brand?.colors.primary} />
            <SheetFoot of={{ ...sellerOf(identity), paymentTerms: identity.paymentTerms }} />
          </aside>
        </div>
      ) : null}
      {part === 'clients' ? <Clients clients={clients} /> : null}
    </MoneyFrame>
  )
}

interface ClientsProps {
  readonly clients: readonly Client[]
}

const Clients = ({ clients }: ClientsProps) => (
  <div className="identities is-one">
    <ClientChoice clients={clients} isOfOne />
    <OfClient clients={clients} />
  </div>
)

const OfClient = ({ clients }: ClientsProps) => {
  const [query] = useSearchParams()
  const client = clients.find(({ id }) => id === query.get('client'))
  const params = { clientAccountId: client?.id ?? '' }
  const saved = useLateReply(getClientBillingIdentity, { params }, { enabled: client !== undefined }).data
  return client && saved ? <ClientIdentityForm key={client.id} client={client} saved={saved} /> : null
}
