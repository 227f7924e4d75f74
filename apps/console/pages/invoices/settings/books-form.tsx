import { saveAccountingSettings } from '../../../../../domains/billing/accounting/contract.ts'
import { Conflict, DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useLanguage } from '../../../preferences.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { AccountFields } from './account-fields.tsx'
import { accountErrors, savedBooks, typedBooks, booksErrors, type Books, type TypedAccount } from './books-values.ts'

interface BooksFormProps {
  readonly saved: Books
  readonly taxClasses: readonly string[]
  readonly isAdministrator: boolean
}

const paths = { consultant: 'consultantNumber', client: 'clientNumber', digits: 'accountLength' } as const

/** The numbers at DATEV, and the account of each tax class. */
export const BooksForm = ({ saved, taxClasses, isAdministrator }: BooksFormProps) => {
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
