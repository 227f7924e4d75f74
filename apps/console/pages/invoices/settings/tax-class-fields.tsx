import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { taxCategories, type TaxCategory } from '../../../../../domains/billing/billables/rules.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import type { FieldFaults } from '../../../parts/forms/request-body.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { TypedTax } from './identity-values.ts'

/** The most tax classes of the contract. */
const most = 20
const emptyTax: TypedTax = { name: '', category: 'S', rate: '', reason: '' }

interface TaxClassFieldsProps {
  readonly taxes: readonly TypedTax[]
  readonly wrongAt: readonly FieldFaults<TypedTax>[]
  readonly onChange: (taxes: TypedTax[]) => void
}

/** The names for taxes on work: the meaning of each in law, its rate, or the reason for no rate. */
export const TaxClassFields = ({ taxes, wrongAt, onChange }: TaxClassFieldsProps) => {
  const words = useInvoiceWords().identity
  const change = (at: number, changed: Partial<TypedTax>) =>
    onChange(taxes.map((tax, place) => (place === at ? { ...tax, ...changed } : tax)))
  return (
    <fieldset>
      <legend>{words.taxes}</legend>
      {taxes.length === 0 ? <p className="soft">{words.taxesText}</p> : null}
      {taxes.map((tax, at) => (
        <div key={at} className="tax-class">
          <TaxFields
            path={`taxClasses.${at}`}
            tax={tax}
            wrong={wrongAt[at] ?? {}}
            onChange={(changed) => change(at, changed)}
          />
          <Button
            size="small"
            icon={Trash}
            aria-label={words.removeTax(tax.name)}
            onClick={() => onChange(taxes.filter((_, place) => place !== at))}
          >
            <span className="only-s">{words.remove}</span>
          </Button>
        </div>
      ))}
      {taxes.length < most ? (
        <div>
          <Button icon={Plus} onClick={() => onChange([...taxes, emptyTax])}>
            {words.addTax}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}

interface TaxFieldsProps {
  /** Path of the class in the request. */
  readonly path: string
  readonly tax: TypedTax
  readonly wrong: FieldFaults<TypedTax>
  readonly onChange: (changed: Partial<TypedTax>) => void
}

const TaxFields = ({ path, tax: { name, category, rate, reason }, wrong, onChange }: TaxFieldsProps) => {
  const words = useInvoiceWords().identity
  return (
    <>
      <div className="side-by-side">
        <TextField
          name={`${path}.name`}
          label={words.taxName}
          maxLength={50}
          dir="auto"
          value={name}
          wrong={wrong.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <SelectField
          name={`${path}.category`}
          label={words.category}
          value={category}
          onChange={(event) => onChange({ category: event.target.value as TaxCategory })}
        >
          <Options of={taxCategories} names={words.categories} />
        </SelectField>
      </div>
      {category === 'S' ? (
        <TextField
          name={`${path}.rateBps`}
          label={words.rate}
          inputMode="decimal"
          value={rate}
          wrong={wrong.rate}
          onChange={(event) => onChange({ rate: event.target.value })}
        />
      ) : null}
      {category === 'S' || category === 'Z' ? null : (
        <TextField
          name={`${path}.reason`}
          label={words.taxReason}
          hint={words.taxReasonHint}
          maxLength={200}
          dir="auto"
          value={reason}
          wrong={wrong.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      )}
    </>
  )
}
