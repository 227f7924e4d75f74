import { useState, type SyntheticEvent } from 'react'
import { getAccountingSettings, saveAccountingSettings } from '../../../../../domains/billing/accounting/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { useKeptForm } from '../../../parts/use-kept-form.ts'
import { useLanguage } from '../../../preferences.ts'
import { useSettingWords } from '../../../words/billing-settings/use-words.ts'
import { useRole } from '../../settings/use-role.ts'
import { AccountFields } from './account-fields.tsx'
import { savedBooks, typedBooks, wrongInBooks, type Books, type TypedBooks } from './books-values.ts'
import { SaveForm } from '../save-form.tsx'

interface BooksFormProps {
  readonly saved: Books
  readonly taxClasses: readonly string[]
  readonly isAdministrator: boolean
}

const paths = { consultant: 'consultantNumber', client: 'clientNumber', digits: 'accountLength' } as const

/** The numbers at DATEV, and the account of each tax class. */
export const BooksForm = ({ saved, taxClasses, isAdministrator }: BooksFormProps) => {
  const words = useSettingWords()
  const { books } = words
  const { workspace } = useRole()
  const { values, set, forget } = useKeptForm<TypedBooks>(`books.${workspace.id}`, typedBooks(saved, taxClasses))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveAccountingSettings, {
    refreshes: [getAccountingSettings],
    then: () => {
      forget()
      setChecked(false)
      return toast(words.saved)
    },
  })
  const wrong = wrongInBooks(values, books)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (wrong.isRight) save.mutate({ body: savedBooks(values) })
  }
  const field = (name: 'consultant' | 'client' | 'digits', label: string, maxLength: number) => (
    <TextField
      {...{ name: paths[name], label, maxLength, inputMode: 'numeric', value: values[name] }}
      wrong={isChecked ? wrong.fields[name] : undefined}
      onChange={(event) => set({ [name]: event.target.value.trim() })}
    />
  )
  return (
    <Form className="money-form" error={save.error} onSubmit={submit} aria-label={books.title}>
      <fieldset className="plain" disabled={!isAdministrator}>
        <div className="side-by-side">
          {field('consultant', books.consultant, 7)}
          {field('client', books.client, 5)}
        </div>
        <div className="side-by-side">
          <MonthField value={values.yearStart} onChange={(yearStart) => set({ yearStart })} />
          {field('digits', books.digits, 1)}
        </div>
        <SelectField
          {...{ name: 'chart', label: books.chart, value: values.chart }}
          onChange={(event) => set({ chart: event.target.value })}
        >
          <option value="">{books.noChart}</option>
          <option value="03">SKR 03</option>
          <option value="04">SKR 04</option>
        </SelectField>
        <AccountFields
          accounts={values.accounts}
          wrongAt={isChecked ? wrong.at : []}
          onChange={(accounts) => set({ accounts })}
        />
      </fieldset>
      {isAdministrator ? <SaveForm error={save.error} isPending={save.isPending} /> : null}
    </Form>
  )
}

const MonthField = ({ value, onChange }: { readonly value: string; readonly onChange: (month: string) => void }) => {
  const { books } = useSettingWords()
  const named = new Intl.DateTimeFormat(useLanguage(), { month: 'long', timeZone: 'UTC' })
  return (
    <SelectField
      {...{ name: 'fiscalYearStartMonth', label: books.yearStart, value }}
      onChange={(event) => onChange(event.target.value)}
    >
      {Array.from({ length: 12 }, (_, at) => (
        <option key={at} value={String(at + 1)}>
          {named.format(Date.UTC(2026, at))}
        </option>
      ))}
    </SelectField>
  )
}
