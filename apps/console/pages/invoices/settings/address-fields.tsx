import { DraftField } from '../../../parts/draft-field.tsx'
import type { DraftPart } from '../../../parts/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { TypedAddress } from './identity-values.ts'

interface AddressFieldsProps {
  readonly draft: DraftPart<TypedAddress>
  readonly wrong: Partial<Record<keyof TypedAddress, string>>
}

/** An address in parts, as electronic invoices need it. */
export const AddressFields = ({ draft, wrong }: AddressFieldsProps) => {
  const words = useInvoiceWords().identity
  const field = (name: keyof TypedAddress, label: string, maxLength: number, hint?: string) => (
    <DraftField
      draft={draft}
      field={name}
      name={`address.${name}`}
      label={label}
      maxLength={maxLength}
      {...(hint !== undefined && { hint })}
      wrong={wrong[name]}
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
