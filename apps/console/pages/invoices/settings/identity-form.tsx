import { useState } from 'react'
import { saveBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import {
  numberOf,
  prefixPattern,
  taxCategories,
  type TaxCategory,
} from '../../../../../domains/billing/billables/rules.ts'
import { Conflict, DraftField, SaveForm, type TextName } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { IdentifierFields, AddressFields } from './party-fields.tsx'
import {
  noteCodes,
  savedOf,
  typedOf,
  identityErrors,
  taxErrors,
  type Identity,
  type TypedIdentity,
  type TypedTax,
} from './identity-values.ts'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import type { FieldFaults } from '../../../parts/forms/request-body.ts'

/** The parents of fields in the request; the others are at its top. */
const parents: Partial<Record<TextName<TypedIdentity>, string>> = {
  iban: 'bankAccount.',
  bic: 'bankAccount.',
  holder: 'bankAccount.',
  prefix: 'numberFormat.',
}

/** The longest texts that the patterns of the contract take. */
const longest: Partial<Record<TextName<TypedIdentity>, number>> = { vatId: 15, bic: 11, prefix: 20 }

export const IdentityForm = ({ saved }: { readonly saved: Identity }) => {
  const words = useInvoiceWords().identity
  const { workspace } = useRole()
  const draft = useForm(saveBillingIdentity, {
    name: `identity.${workspace.id}`,
    saved: typedOf(saved),
    check: (typed) => identityErrors(typed, words),
    body: (typed) => savedOf(saved, typed),
  })
  const { fields: values, saved: theirs } = draft
  const { prefix, withYear, digits } = values
  const isExampleShown = new RegExp(prefixPattern).test(prefix) && /^([1-9]|10)$/.test(digits)
  const [year] = useState(() => new Date().getUTCFullYear())
  const field = (
    name: TextName<TypedIdentity>,
    label: string,
    more: { readonly hint?: string; readonly placeholder?: string } = {},
  ) => (
    <DraftField
      draft={draft}
      field={name}
      name={`${parents[name] ?? ''}${name}`}
      label={label}
      {...more}
      {...(longest[name] !== undefined && { maxLength: longest[name] })}
    />
  )
  return (
    <Form className="money-form" error={draft.error} onSubmit={draft.submit}>
      <fieldset>
        <legend>{words.nameAndAddress}</legend>
        {field('legalName', words.legalName, { hint: words.legalNameHint })}
        <AddressFields draft={draft} />
      </fieldset>
      <fieldset>
        <legend>{words.tax}</legend>
        <div className="side-by-side is-pair">
          {field('vatId', words.vatId, { placeholder: words.vatIdExample })}
          {field('taxNumber', words.taxNumber)}
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.account}</legend>
        {field('iban', words.iban, { hint: words.ibanHint })}
        <div className="side-by-side">
          {field('bic', words.bic)}
          {field('holder', words.holder)}
        </div>
        {field('paymentTerms', words.terms, { hint: words.termsHint })}
      </fieldset>
      <fieldset>
        <legend className="sr">{words.electronic}</legend>
        <details
          open={[values.endpointScheme, values.endpointValue, values.legalScheme, values.legalValue].some(Boolean)}
        >
          <summary>{words.electronicFold}</summary>
          <p className="soft">{words.electronicText}</p>
          <IdentifierFields draft={draft} />
        </details>
      </fieldset>
      {values.country === 'FR' ? (
        <fieldset>
          <legend>{words.frenchNotes}</legend>
          {noteCodes.map((code) => (
            <DraftField key={code} draft={draft} field={code} label={words.notes[code]} maxLength={500} />
          ))}
        </fieldset>
      ) : null}
      <TaxClassFields
        taxes={values.taxes}
        wrongAt={draft.wrong.taxes === undefined ? [] : taxErrors(values.taxes, words)}
        onChange={(taxes) => draft.set('taxes', taxes)}
      />
      <Conflict
        draft={draft}
        field="taxes"
        shown={theirs.taxes.map(({ name, rate }) => `${name} ${rate} %`).join('; ')}
      />
      <fieldset>
        <legend>{words.numbers}</legend>
        <p className="soft">
          {words.numbersText}{' '}
          {isExampleShown ? words.example(numberOf({ prefix, withYear, digits: Number(digits) }, 42, year)) : null}
        </p>
        <div className="side-by-side is-pair">
          {field('prefix', words.prefix, { hint: words.prefixHint })}
          <DraftField draft={draft} field="digits" name="numberFormat.digits" label={words.digits} type="number" />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={values.withYear}
            onChange={(event) => draft.set('withYear', event.target.checked)}
          />
          {words.withYear}
        </label>
        <Conflict draft={draft} field="withYear" shown={theirs.withYear ? '✓' : '–'} />
      </fieldset>
      <SaveForm form={draft} />
    </Form>
  )
}

/** The most tax classes of the contract. */
const most = 20
const emptyTax: TypedTax = { name: '', category: 'S', rate: '', reason: '' }

interface TaxClassFieldsProps {
  readonly taxes: readonly TypedTax[]
  readonly wrongAt: readonly FieldFaults<TypedTax>[]
  readonly onChange: (taxes: TypedTax[]) => void
}

/** The names for taxes on work: the meaning of each in law, its rate, or the reason for no rate. */
const TaxClassFields = ({ taxes, wrongAt, onChange }: TaxClassFieldsProps) => {
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
