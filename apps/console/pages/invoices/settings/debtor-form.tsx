import { useState, type SyntheticEvent } from 'react'
import { getClientAccounting, saveClientAccounting } from '../../../../../domains/billing/accounting/contract.ts'
import { debtorPattern } from '../../../../../domains/billing/accounting/rules/numbers.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { useSettingWords } from '../../../words/billing-settings/use-words.ts'
import { SaveForm } from '../save-form.tsx'

interface DebtorFormProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly saved: Reply<typeof getClientAccounting>
  readonly accountLength: number
  readonly isAdministrator: boolean
}

/** The account of a client in the books. */
export const DebtorForm = ({ client, saved, accountLength, isAdministrator }: DebtorFormProps) => {
  const words = useSettingWords()
  const [typed, setTyped] = useState(saved.debtorAccount ?? '')
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveClientAccounting, {
    refreshes: [getClientAccounting],
    then: () => toast(words.saved),
  })
  const hint = words.books.debtorHint(accountLength + 1)
  const isRight = typed === '' || (new RegExp(debtorPattern).test(typed) && typed.length === accountLength + 1)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isRight) return
    save.mutate({ params: { clientAccountId: client.id }, body: { debtorAccount: typed || null } })
  }
  return (
    <Form className="money-form" error={save.error} onSubmit={submit} aria-label={client.name}>
      <TextField
        name="debtorAccount"
        {...{ label: words.books.debtor, hint, inputMode: 'numeric', maxLength: accountLength + 1, value: typed }}
        wrong={isChecked && !isRight ? hint : undefined}
        disabled={!isAdministrator}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isAdministrator ? <SaveForm error={save.error} isPending={save.isPending} /> : null}
    </Form>
  )
}
