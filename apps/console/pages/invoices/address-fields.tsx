import { TextField } from '../../parts/field.tsx'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'
import type { TypedAddress } from './identity-values.ts'

interface AddressFieldsProps {
  readonly values: TypedAddress
  readonly wrong: Partial<Record<keyof TypedAddress, string>>
  readonly onChange: (changed: Partial<TypedAddress>) => void
}

/** An address in parts, as electronic invoices need it. */
export const AddressFields = ({ values, wrong, onChange }: AddressFieldsProps) => {
  const words = useInvoiceWords().identity
  const field = (name: keyof TypedAddress, label: string, maxLength: number, hint?: string) => (
    <TextField
      name={`address.${name}`}
      {...{ label, maxLength, dir: 'auto', value: values[name], ...(hint !== undefined && { hint }) }}
      wrong={wrong[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <>
      {field('line1', words.line1, 100)}
      {field('line2', words.line2, 100)}
      <div className="side-by-side">
        {field('postalCode', words.postalCode, 20)}
        {field('city', words.city, 100)}
        {field('country', words.country, 2, words.countryHint)}
      </div>
    </>
  )
}
