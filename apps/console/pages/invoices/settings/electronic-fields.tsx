import { endpointSchemes, registerSchemes } from '../../../../../packages/einvoice/index.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import type { DraftPart } from '../../../parts/forms/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { TypedIdentifiers } from './electronic-values.ts'

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
