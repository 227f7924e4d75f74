import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { units } from '../../../../../domains/billing/billables/rules.ts'
import { currencies } from '../../../../../domains/billing/billables/rules/currencies.ts'
import { useRows } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import type { DraftPart } from '../../../parts/forms/use-draft.ts'
import { NamedOptions, Options } from '../../../parts/forms/options.tsx'
import { useInvoiceWords } from '../../../words/invoices/index.ts'

export interface BillableInputs {
  readonly clientAccountId: string
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly unitPriceMinor: string
  readonly currency: string
  readonly taxClass: string
}

interface BillableFieldsProps {
  readonly form: DraftPart<BillableInputs>
  readonly taxClasses: readonly { readonly name: string; readonly rateBps: number }[]
}

export const BillableFields = ({ form, taxClasses }: BillableFieldsProps) => {
  const { rows: clients, cutAt } = useRows(listClientAccounts, 5_000)
  const words = useInvoiceWords()
  const { billables } = words
  const { fields, set } = form
  const { percent } = useFormat()
  const on = (name: keyof BillableInputs) => (event: { readonly target: { readonly value: string } }) =>
    set(name, event.target.value)
  return (
    <>
      <SelectField
        name="clientAccountId"
        label={words.client}
        value={fields.clientAccountId}
        wrong={form.wrong?.clientAccountId}
        onChange={on('clientAccountId')}
      >
        <option value="" disabled>
          {words.chooseClient}
        </option>
        <NamedOptions of={clients} cutAt={cutAt} />
      </SelectField>
      <DraftField
        draft={form}
        field="description"
        label={billables.description}
        hint={billables.descriptionHint}
        isLong
        rows={2}
      />
      <div className="charge-numbers">
        <DraftField draft={form} field="quantity" label={billables.quantity} inputMode="decimal" />
        <SelectField name="unit" label={billables.unit} value={fields.unit} onChange={on('unit')}>
          <Options of={units} names={words.unitNames} />
        </SelectField>
        <DraftField draft={form} field="unitPriceMinor" label={billables.price} inputMode="decimal" />
        <SelectField name="currency" label={billables.currency} value={fields.currency} onChange={on('currency')}>
          <Options of={currencies} />
        </SelectField>
        {taxClasses.length === 0 ? (
          <DraftField draft={form} field="taxClass" label={billables.taxClass} hint={billables.taxClassHint} />
        ) : (
          <SelectField name="taxClass" label={billables.taxClass} value={fields.taxClass} onChange={on('taxClass')}>
            {taxClasses.map(({ name, rateBps }) => (
              <option key={name} value={name}>
                {`${name}, ${percent(rateBps)}`}
              </option>
            ))}
            {taxClasses.some(({ name }) => name === fields.taxClass) ? null : <option>{fields.taxClass}</option>}
          </SelectField>
        )}
      </div>
    </>
  )
}
