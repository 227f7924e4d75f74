import { useState } from 'react'
import { saveClientAccounting, type getClientAccounting } from '../../../../../domains/billing/accounting/contract.ts'
import { debtorPattern } from '../../../../../domains/billing/accounting/rules/numbers.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { DraftField } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { SaveForm } from './save-foot.tsx'

interface DebtorFormProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly saved: Reply<typeof getClientAccounting>
  readonly accountLength: number
  readonly isAdministrator: boolean
}

/** The account of a client in the books. */
export const DebtorForm = ({ client, saved, accountLength, isAdministrator }: DebtorFormProps) => {
  const words = useSettingWords()
  const draft = useDraft(`debtor.${client.id}`, { debtorAccount: saved.debtorAccount ?? '' })
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveClientAccounting, { then: draft.clear })
  const typed = draft.fields.debtorAccount
  const hint = words.books.debtorHint(accountLength + 1)
  const isRight = typed === '' || (new RegExp(debtorPattern).test(typed) && typed.length === accountLength + 1)
  const submit = () => {
    setChecked(true)
    if (!isRight || draft.conflicts.length > 0) return
    save.mutate({ params: { clientAccountId: client.id }, body: { debtorAccount: typed || null } })
  }
  return (
    <Form className="money-form" error={save.error} onSubmit={submit} aria-label={client.name}>
      <DraftField
        draft={draft}
        field="debtorAccount"
        label={words.books.debtor}
        hint={hint}
        inputMode="numeric"
        maxLength={accountLength + 1}
        isDisabled={!isAdministrator}
        wrong={isChecked && !isRight ? hint : undefined}
      />
      {isAdministrator ? <SaveForm draft={draft} save={save} /> : null}
    </Form>
  )
}
