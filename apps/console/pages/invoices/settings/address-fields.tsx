import { useMemo } from 'react'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { useLanguage } from '../../../preferences.ts'
import type { DraftPart } from '../../../parts/forms/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { countriesIn } from './countries.ts'
import type { TypedAddress } from './identity-values.ts'

/** An address in parts, as electronic invoices need it. */
export const AddressFields = ({ draft }: { readonly draft: DraftPart<TypedAddress> }) => {
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
      <DraftSelect
        draft={draft}
        field="country"
        name="address.country"
        label={words.country}
        choices={countries.map(({ id, name }) => [id, name])}
        none="–"
      />
    </>
  )
}
