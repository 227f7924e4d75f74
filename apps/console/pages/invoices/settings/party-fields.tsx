import { useMemo } from 'react'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { useLanguage } from '../../../preferences.ts'
import type { DraftPart } from '../../../parts/forms/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { countriesIn } from './countries.ts'
import type { TypedAddress, TypedIdentifiers } from './identity-values.ts'
import { endpointSchemes, registerSchemes } from '../../../../../packages/einvoice/index.ts'

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

interface IdentifierFieldsProps {
  readonly draft: DraftPart<TypedIdentifiers>
}

/** The electronic address of a party, and its number in a register of companies. */
export const IdentifierFields = ({ draft }: IdentifierFieldsProps) => {
  const words = useInvoiceWords().identity
  return (
    <>
      <div className="side-by-side">
        <SchemeField draft={draft} field="endpointScheme" label={words.endpointScheme} schemes={endpointSchemes} />
        <DraftField
          draft={draft}
          field="endpointValue"
          name="electronic.endpoint.value"
          label={words.endpointValue}
          maxLength={125}
        />
      </div>
      <div className="side-by-side">
        <SchemeField draft={draft} field="legalScheme" label={words.legalScheme} schemes={registerSchemes} />
        <DraftField
          draft={draft}
          field="legalValue"
          name="electronic.legalId.value"
          label={words.legalValue}
          maxLength={125}
        />
      </div>
    </>
  )
}

interface SchemeFieldProps extends IdentifierFieldsProps {
  readonly field: 'endpointScheme' | 'legalScheme'
  readonly label: string
  readonly schemes: readonly string[]
}

/** The schemes that people know by name stand first; the others by their codes. */
const SchemeField = ({ draft, field, label, schemes }: SchemeFieldProps) => {
  const { schemes: names, choose } = useInvoiceWords().identity
  const labelOf = (scheme: string) => (names[scheme] === undefined ? scheme : `${names[scheme]} (${scheme})`)
  const ordered = schemes.toSorted((one, other) => Number(other in names) - Number(one in names))
  return (
    <DraftSelect
      draft={draft}
      field={field}
      label={label}
      choices={ordered.map((scheme) => [scheme, labelOf(scheme)])}
      none={choose}
    />
  )
}
