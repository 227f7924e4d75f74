import { currencies } from '../../../../../domains/billing/billables/rules/currencies.ts'
import { units } from '../../../../../domains/billing/billables/rules.ts'
import { useFormat } from '../../../format.ts'
import { capitalized } from '../../../parts/capitalized.ts'
import { SelectField, TextArea, TextField } from '../../../parts/field.tsx'
import type { DraftPart } from '../../../parts/use-draft.ts'
import { Options } from '../../../parts/options.tsx'
import { useInvoiceWords } from '../../../words/invoices/index.ts'

export interface BillableInputs {
  readonly client: string
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly price: string
  readonly currency: string
  readonly taxClass: string
}

interface NamedRecord {
  readonly name: string
}

interface BillableFieldsProps {
  readonly form: Pick<DraftPart<BillableInputs>, 'fields' | 'set'>
  readonly clients: readonly (NamedRecord & { readonly id: string })[]
  readonly taxClasses: readonly (NamedRecord & { readonly rateBps: number })[]
  /** The corrected values, once checked. */
  readonly right: Partial<Record<'description' | 'quantity' | 'unitPriceMinor' | 'taxClass', unknown>> | undefined
}

export const BillableFields = ({ form: { fields, set }, clients, taxClasses, right }: BillableFieldsProps) => {
  const words = useInvoiceWords()
  const { billables } = words
  const { percent } = useFormat()
  const wrong = (name: keyof NonNullable<typeof right>, text: string) =>
    right && right[name] === undefined ? text : undefined
  const on = (name: keyof BillableInputs) => (event: { readonly target: { readonly value: string } }) =>
    set(name, event.target.value)
  return (
    <>
      <SelectField name="clientAccountId" label={words.client} value={fields.client} onChange={on('client')}>
        {clients.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="description"
        label={billables.description}
        hint={billables.descriptionHint}
        maxLength={500}
        rows={2}
        value={fields.description}
        onChange={on('description')}
        wrong={wrong('description', billables.missing)}
      />
      <div className="side-by-side charge-numbers">
        <TextField
          name="quantity"
          label={billables.quantity}
          value={fields.quantity}
          inputMode="decimal"
          onChange={on('quantity')}
          wrong={wrong('quantity', billables.quantityWrong)}
        />
        <SelectField name="unit" label={billables.unit} value={fields.unit} onChange={on('unit')}>
          <Options of={units} names={words.unitNames} />
        </SelectField>
        <TextField
          name="unitPriceMinor"
          label={billables.price(fields.currency)}
          inputMode="decimal"
          onChange={on('price')}
          value={fields.price}
          wrong={wrong('unitPriceMinor', billables.priceWrong)}
        />
        <SelectField name="currency" label={billables.currency} value={fields.currency} onChange={on('currency')}>
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
        {taxClasses.length === 0 ? (
          <TextField
            name="taxClass"
            label={billables.taxClass}
            hint={billables.taxClassHint}
            maxLength={50}
            dir="auto"
            value={fields.taxClass}
            onChange={on('taxClass')}
            wrong={wrong('taxClass', billables.missing)}
          />
        ) : (
          <SelectField name="taxClass" label={billables.taxClass} value={fields.taxClass} onChange={on('taxClass')}>
            {taxClasses.map(({ name, rateBps }) => (
              <option key={name} value={name}>
                {`${capitalized(name)}, ${percent(rateBps)}`}
              </option>
            ))}
            {taxClasses.some(({ name }) => name === fields.taxClass) ? null : <option>{fields.taxClass}</option>}
          </SelectField>
        )}
      </div>
    </>
  )
}
