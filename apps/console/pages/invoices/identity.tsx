import { listClientAccounts } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { getBillingIdentity, getClientBillingIdentity } from '../../../../domains/billing/billables/contract.ts'
import { useLateReply, prefetch, useReply } from '../../api/use-operation.ts'
import { Head, useTitle } from '../../parts/page.tsx'
import { useSearchParams } from 'react-router'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'
import { useWords } from '../../words/use-words.ts'
import { ClientIdentityForm } from './client-identity-form.tsx'
import { ClientChoice } from './filters.tsx'
import { IdentityForm } from './identity-form.tsx'
import { MoneyFrame } from './money-frame.tsx'
import './billables.css'
import './identity.css'

export const loader = () => {
  prefetch(listClientAccounts)
  return prefetch(getBillingIdentity)
}

export default function IdentityPage() {
  const words = useInvoiceWords().identity
  const { billingIdentity, invoices } = useWords()
  const identity = useReply(getBillingIdentity)
  const clients = useReply(listClientAccounts)
  useTitle(billingIdentity, invoices)
  return (
    <MoneyFrame>
      <Head title={words.title} text={words.text} />
      <div className="identities">
        <section aria-labelledby="who-agency">
          <h2 id="who-agency">{words.agency}</h2>
          <IdentityForm saved={identity} />
        </section>
        <section aria-labelledby="who-clients">
          <h2 id="who-clients">{words.clients}</h2>
          <p className="soft">{words.clientsText}</p>
          <ClientChoice clients={clients} />
          <OfClient clients={clients} />
        </section>
      </div>
    </MoneyFrame>
  )
}

const OfClient = ({ clients }: { readonly clients: readonly { readonly id: string; readonly name: string }[] }) => {
  const [query] = useSearchParams()
  const client = clients.find(({ id }) => id === query.get('client'))
  const params = { clientAccountId: client?.id ?? '' }
  const saved = useLateReply(getClientBillingIdentity, { params }, { enabled: client !== undefined }).data
  return client && saved ? <ClientIdentityForm key={client.id} client={client} saved={saved} /> : null
}
