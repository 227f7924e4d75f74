import { useSearchParams } from 'react-router'
import { getAccountingSettings, getClientAccounting } from '../../../../../domains/billing/accounting/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { ClientChoice } from '../invoice-filters.tsx'
import { BooksForm } from './books-form.tsx'
import { DebtorForm } from './debtor-form.tsx'
import './invoice-settings.css'

interface BooksProps {
  readonly clients: readonly { readonly id: string; readonly name: string }[]
  readonly taxClasses: readonly string[]
}

/** How invoices are posted: the numbers at DATEV, and whose account is which. */
const Books = ({ clients, taxClasses }: BooksProps) => {
  const words = useSettingWords()
  const { isAdministrator } = useRole()
  const [query] = useSearchParams()
  const { data: saved, error } = useLateReply(getAccountingSettings)
  const client = clients.find(({ id }) => id === query.get('client'))
  const params = { clientAccountId: client?.id ?? '' }
  const debtor = useLateReply(getClientAccounting, { params }, { enabled: client !== undefined })
  return (
    <div className="identities">
      <section aria-labelledby="books-all">
        <h2 id="books-all">{words.books.title}</h2>
        <p className="soft">{words.books.text}</p>
        {isAdministrator ? null : <p className="quiet">{words.forAdministrators}</p>}
        <Refusal error={error} />
        {saved ? <BooksForm saved={saved} taxClasses={taxClasses} isAdministrator={isAdministrator} /> : null}
      </section>
      <section aria-labelledby="books-one">
        <h2 id="books-one">{words.oneClient}</h2>
        <p className="soft">{words.books.clientText}</p>
        <ClientChoice clients={clients} isOfOne />
        <Refusal error={debtor.error} />
        {client && saved && debtor.data ? (
          <DebtorForm
            key={client.id}
            client={client}
            saved={debtor.data}
            accountLength={saved.accountLength}
            isAdministrator={isAdministrator}
          />
        ) : null}
      </section>
    </div>
  )
}

export default Books
