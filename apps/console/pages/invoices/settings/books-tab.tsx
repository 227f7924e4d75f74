import { useSearchParams } from 'react-router'
import {
  getAccountingSettings,
  getClientAccounting,
  saveClientAccounting,
  saveAccountingSettings,
} from '../../../../../domains/billing/accounting/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { ClientChoice } from '../invoices-frame.tsx'
import {
  debtorPattern,
  consultantBounds,
  clientBounds,
  lengths,
  taxKeyPattern,
} from '../../../../../domains/billing/accounting/rules/bookings.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField, SaveForm, Conflict } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { useLanguage } from '../../../preferences.ts'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { Button } from '../../../parts/forms/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import type { FieldFaults } from '../../../parts/forms/request-body.ts'
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

interface BooksFormProps {
  readonly saved: AccountingSettings
  readonly taxClasses: readonly string[]
  readonly isAdministrator: boolean
}

const paths = { consultant: 'consultantNumber', client: 'clientNumber', digits: 'accountLength' } as const

/** The numbers at DATEV, and the account of each tax class. */
const BooksForm = ({ saved, taxClasses, isAdministrator }: BooksFormProps) => {
  const { books } = useSettingWords()
  const formatMonth = new Intl.DateTimeFormat(useLanguage(), { month: 'long', timeZone: 'UTC' })
  const { workspace } = useRole()
  const draft = useForm(saveAccountingSettings, {
    name: `books.${workspace.id}`,
    saved: typedBooks(saved, taxClasses),
    check: (typed) => booksErrors(typed, books),
    body: savedBooks,
  })
  const { fields: values } = draft
  const field = (name: 'consultant' | 'client' | 'digits', label: string, maxLength: number) => (
    <DraftField draft={draft} field={name} name={paths[name]} label={label} maxLength={maxLength} inputMode="numeric" />
  )
  return (
    <Form className="money-form" error={draft.error} onSubmit={draft.submit} aria-label={books.title}>
      <fieldset className="plain" disabled={!isAdministrator}>
        <div className="side-by-side">
          {field('consultant', books.consultant, 7)}
          {field('client', books.client, 5)}
        </div>
        <div className="side-by-side">
          <DraftSelect
            draft={draft}
            field="yearStart"
            name="fiscalYearStartMonth"
            label={books.yearStart}
            choices={Array.from({ length: 12 }, (_, at) => [String(at + 1), formatMonth.format(Date.UTC(2026, at))])}
          />
          {field('digits', books.digits, 1)}
        </div>
        <DraftSelect
          draft={draft}
          field="chart"
          label={books.chart}
          choices={[
            ['', books.noChart],
            ['03', 'SKR 03'],
            ['04', 'SKR 04'],
          ]}
        />
        <AccountFields
          accounts={values.accounts}
          wrongAt={draft.wrong.accounts === undefined ? [] : accountErrors(values, books)}
          onChange={(accounts) => draft.set('accounts', accounts)}
        />
        <Conflict draft={draft} field="accounts" shown={draft.saved.accounts.map(accountText).join('; ')} />
      </fieldset>
      {isAdministrator ? <SaveForm form={draft} /> : null}
    </Form>
  )
}

const accountText = ({ taxClass, account, taxKey }: TypedAccount) =>
  [taxClass, account || '–', taxKey].filter(Boolean).join(' ')

/** The most accounts of the contract. */
const most = 50

interface AccountFieldsProps {
  readonly accounts: readonly TypedAccount[]
  readonly wrongAt: readonly FieldFaults<TypedAccount>[]
  readonly onChange: (accounts: TypedAccount[]) => void
}

/** With their paths in the request, which leaves out an empty account. */
const withPaths = (accounts: readonly TypedAccount[]) =>
  accounts.map((one, at) => {
    const place = accounts.slice(0, at).filter(({ account }) => account !== '').length
    return { ...one, path: one.account === '' ? '' : `taxAccounts.${place}` }
  })

/** The account of each tax class, one in each line. */
const AccountFields = ({ accounts, wrongAt, onChange }: AccountFieldsProps) => {
  const { books: words } = useSettingWords()
  const change = (at: number, changed: Partial<TypedAccount>) =>
    onChange(accounts.map((one, place) => (place === at ? { ...one, ...changed } : one)))
  return (
    <fieldset>
      <legend>{words.accounts}</legend>
      <p className="soft">{words.accountsText}</p>
      {withPaths(accounts).map(({ taxClass, account, taxKey, path }, at) => (
        <div key={at} className="tax-account">
          <TextField
            name={`${path}.taxClass`}
            label={words.taxClass}
            maxLength={50}
            dir="auto"
            value={taxClass}
            wrong={wrongAt[at]?.taxClass}
            onChange={(event) => change(at, { taxClass: event.target.value })}
          />
          <TextField
            name={`${path}.revenueAccount`}
            label={words.account}
            maxLength={8}
            inputMode="numeric"
            value={account}
            wrong={wrongAt[at]?.account}
            onChange={(event) => change(at, { account: event.target.value.trim() })}
          />
          <TextField
            name={`${path}.taxKey`}
            label={words.taxKey}
            maxLength={4}
            inputMode="numeric"
            value={taxKey}
            wrong={wrongAt[at]?.taxKey}
            onChange={(event) => change(at, { taxKey: event.target.value.trim() })}
          />
          <Button
            size="small"
            aria-label={words.remove(taxClass)}
            onClick={() => onChange(accounts.filter((_, place) => place !== at))}
          >
            <Trash className="i" aria-hidden="true" />
          </Button>
        </div>
      ))}
      {accounts.length < most ? (
        <div>
          <Button icon={Plus} onClick={() => onChange([...accounts, { taxClass: '', account: '', taxKey: '' }])}>
            {words.add}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}

type AccountingSettings = Reply<typeof getAccountingSettings>
type BooksWords = ReturnType<typeof useSettingWords>['books']

type TypedBooks = ReturnType<typeof typedBooks>
type TypedAccount = TypedBooks['accounts'][number]

/** The saved values as the form shows them, with an empty account for each tax class that has none. */
const typedBooks = (saved: AccountingSettings, taxClasses: readonly string[]) => {
  const named = saved.taxAccounts.map(({ taxClass, revenueAccount, taxKey }) => ({
    taxClass,
    account: revenueAccount,
    taxKey: taxKey ?? '',
  }))
  const others = taxClasses.filter((name) => named.every(({ taxClass }) => taxClass !== name))
  return {
    consultant: String(saved.consultantNumber ?? ''),
    client: String(saved.clientNumber ?? ''),
    yearStart: String(saved.fiscalYearStartMonth),
    digits: String(saved.accountLength),
    chart: saved.chart ?? '',
    accounts: [...named, ...others.map((taxClass) => ({ taxClass, account: '', taxKey: '' }))],
  }
}

const isWithin = (text: string, { least, most }: { readonly least: number; readonly most: number }) =>
  text.trim() === '' || (/^\d{1,8}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most)

/** The faults of the typed values. */
const booksErrors = (typed: TypedBooks, words: BooksWords): FieldFaults<TypedBooks> => {
  const { numberWrong } = words
  return {
    ...(!isWithin(typed.consultant, consultantBounds) && {
      consultant: numberWrong(consultantBounds.least, consultantBounds.most),
    }),
    ...(!isWithin(typed.client, clientBounds) && { client: numberWrong(clientBounds.least, clientBounds.most) }),
    ...((typed.digits.trim() === '' || !isWithin(typed.digits, lengths)) && {
      digits: numberWrong(lengths.least, lengths.most),
    }),
    accounts: accountErrors(typed, words)
      .flatMap((one) => Object.values(one))
      .at(0),
  }
}

/** The faults of each account; an account that is left empty is not saved. */
const accountErrors = (typed: TypedBooks, words: BooksWords): readonly FieldFaults<TypedAccount>[] =>
  typed.accounts.map(({ taxClass, account, taxKey }, at) => {
    if (account === '') return {}
    const isTwice = typed.accounts.findIndex((other) => other.taxClass.trim() === taxClass.trim()) !== at
    const isAccount = /^(?!0+$)\d+$/.test(account) && account.length === Number(typed.digits)
    return {
      ...(taxClass.trim() === '' && { taxClass: words.missing }),
      ...(isTwice && { taxClass: words.twice }),
      ...(!isAccount && { account: words.accountWrong(Number(typed.digits)) }),
      ...(taxKey !== '' && !new RegExp(taxKeyPattern).test(taxKey) && { taxKey: words.keyWrong }),
    }
  })

const charts = ['03', '04'] as const

const savedBooks = (typed: TypedBooks): Omit<AccountingSettings, 'updatedAt'> => ({
  consultantNumber: typed.consultant.trim() === '' ? null : Number(typed.consultant),
  clientNumber: typed.client.trim() === '' ? null : Number(typed.client),
  fiscalYearStartMonth: Number(typed.yearStart),
  accountLength: Number(typed.digits),
  chart: charts.find((one) => one === typed.chart) ?? null,
  taxAccounts: typed.accounts
    .filter(({ account }) => account !== '')
    .map(({ taxClass, account, taxKey }) => ({
      taxClass: taxClass.trim(),
      revenueAccount: account,
      taxKey: taxKey || null,
    })),
})
