import { useMemo } from 'react'
import { Conflict, DraftField } from '../../../parts/forms/draft-field.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { NamedOptions } from '../../../parts/forms/options.tsx'
import { useLanguage } from '../../../preferences.ts'
import type { DraftPart } from '../../../parts/forms/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { countriesIn } from './countries.ts'
import type { TypedAddress } from './identity-values.ts'

interface AddressFieldsProps {
  readonly draft: DraftPart<TypedAddress>
}

/** An address in parts, as electronic invoices need it. */
export const AddressFields = ({ draft }: AddressFieldsProps) => {
  const words = useInvoiceWords().identity
  const language = useLanguage()
  const countries = useMemo(() => countriesIn(language), [language])
  const field = (name: keyof TypedAddress, label: string) => (
    <DraftField draft={draft} field={name} name={`address.${name}`} label={label} />
  )
  return (
    <>
      {field('line1', words.line1)}
      {field('line2', words.line2)}
      <div className="side-by-side is-pair">
        {field('postalCode', words.postalCode)}
        {field('city', words.city)}
      </div>
      <div>
        <SelectField
          name="address.country"
          label={words.country}
          value={draft.fields.country}
          wrong={draft.wrong?.country}
          onChange={(event) => draft.set('country', event.target.value)}
        >
          <option value="">–</option>
          <NamedOptions of={countries} />
        </SelectField>
        <Conflict draft={draft} field="country" shown={draft.saved.country} />
      </div>
    </>
  )
}
