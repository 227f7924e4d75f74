import { useState } from 'react'
import { saveBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import { numberOf, prefixPattern } from '../../../../../domains/billing/billables/rules.ts'
import { Conflict, DraftField, SaveForm, type TextName } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { IdentifierFields } from './electronic-fields.tsx'
import { noteCodes } from './electronic-values.ts'
import { AddressFields } from './address-fields.tsx'
import { savedOf, typedOf, identityErrors, taxErrors, type Identity, type TypedIdentity } from './identity-values.ts'
import { TaxClassFields } from './tax-class-fields.tsx'

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
          {words.numbersText} <Example values={values} />
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

const Example = ({ values: { prefix, withYear, digits } }: { readonly values: TypedIdentity }) => {
  const words = useInvoiceWords().identity
  const isWritten = new RegExp(prefixPattern).test(prefix) && /^([1-9]|10)$/.test(digits)
  const [year] = useState(() => new Date().getUTCFullYear())
  return isWritten ? words.example(numberOf({ prefix, withYear, digits: Number(digits) }, 42, year)) : null
}
