import { saveClientAccounting, type getClientAccounting } from '../../../../../domains/billing/accounting/contract.ts'
import { debtorPattern } from '../../../../../domains/billing/accounting/rules/numbers.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { useForm } from '../../../parts/use-form.ts'
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
