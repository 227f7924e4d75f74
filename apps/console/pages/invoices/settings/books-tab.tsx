import { useSearchParams } from 'react-router'
import {
  getAccountingSettings,
  getClientAccounting,
  saveClientAccounting,
} from '../../../../../domains/billing/accounting/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { ClientChoice } from '../invoice-filters.tsx'
import { BooksForm } from './books-form.tsx'
import { debtorPattern } from '../../../../../domains/billing/accounting/rules/bookings.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import './invoice-settings.css'

interface BooksProps {
  readonly clients: readonly { readonly id: string; readonly name: string }[]
  readonly taxClasses: readonly string[]
}

/** The settings for the books: the numbers at DATEV, and the accounts of tax classes and clients. */
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
        <ClientChoice isOfOne />
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

interface DebtorFormProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly saved: Reply<typeof getClientAccounting>
  readonly accountLength: number
  readonly isAdministrator: boolean
}

/** The account of a client in the books. */
const DebtorForm = ({ client, saved, accountLength, isAdministrator }: DebtorFormProps) => {
  const words = useSettingWords()
  const hint = words.books.debtorHint(accountLength + 1)
  const isRight = (typed: string) => new RegExp(debtorPattern).test(typed) && typed.length === accountLength + 1
  const form = useForm(saveClientAccounting, {
    name: `debtor.${client.id}`,
    input: { params: { clientAccountId: client.id } },
    saved: { debtorAccount: saved.debtorAccount ?? '' },
    reads: { debtorAccount: [(typed) => (typed === '' ? null : isRight(typed) ? typed : undefined), hint] },
  })
  return (
    <Form className="money-form" error={form.error} onSubmit={form.submit} aria-label={client.name}>
      <DraftField
        draft={form}
        field="debtorAccount"
        label={words.books.debtor}
        hint={hint}
        inputMode="numeric"
        maxLength={accountLength + 1}
        isDisabled={!isAdministrator}
      />
      {isAdministrator ? <SaveForm form={form} /> : null}
    </Form>
  )
}
