import { useState } from 'react'
import { saveBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import { numberOf, prefixPattern } from '../../../../../domains/billing/billables/rules/number.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Conflict, DraftField, type TextName } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { IdentifierFields } from './electronic-fields.tsx'
import { noteCodes } from './electronic-values.ts'
import { AddressFields } from './address-fields.tsx'
import { isRight, savedOf, typedOf, identityErrors, type Identity, type TypedIdentity } from './identity-values.ts'
import { SaveForm } from './save-foot.tsx'
import { TaxClassFields } from './tax-class-fields.tsx'

/** The parents of fields in the request; the others are at its top. */
const parents: Partial<Record<TextName<TypedIdentity>, string>> = {
  iban: 'bankAccount.',
  bic: 'bankAccount.',
  holder: 'bankAccount.',
  prefix: 'numberFormat.',
}

export const IdentityForm = ({ saved }: { readonly saved: Identity }) => {
  const words = useInvoiceWords().identity
  const { workspace } = useRole()
  const draft = useDraft<TypedIdentity>(`identity.${workspace.id}`, typedOf(saved))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveBillingIdentity, {
    then: () => {
      draft.clear()
      setChecked(false)
    },
  })
  const { fields: values, saved: theirs } = draft
  const wrong = identityErrors(values, words)
  const submit = () => {
    setChecked(true)
    if (isRight(wrong) && draft.conflicts.length === 0) save.mutate({ body: savedOf(saved, values) })
  }
  const field = (name: TextName<TypedIdentity>, label: string, maxLength: number, hint?: string) => (
    <DraftField
      draft={draft}
      field={name}
      name={`${parents[name] ?? ''}${name}`}
      label={label}
      maxLength={maxLength}
      {...(hint !== undefined && { hint })}
      wrong={isChecked ? wrong[name] : undefined}
    />
  )
  return (
    <Form className="money-form" error={save.error} onSubmit={submit}>
      <fieldset>
        <legend>{words.nameAndAddress}</legend>
        {field('legalName', words.legalName, 200, words.legalNameHint)}
        <AddressFields draft={draft} wrong={isChecked ? wrong : {}} />
      </fieldset>
      <fieldset>
        <legend>{words.tax}</legend>
        <div className="side-by-side">
          {field('vatId', words.vatId, 15, words.vatIdHint)}
          {field('taxNumber', words.taxNumber, 40)}
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.account}</legend>
        {field('iban', words.iban, 50, words.ibanHint)}
        <div className="side-by-side">
          {field('bic', words.bic, 11)}
          {field('holder', words.holder, 70)}
        </div>
        {field('paymentTerms', words.terms, 200, words.termsHint)}
      </fieldset>
      <fieldset>
        <legend>{words.electronic}</legend>
        <p className="soft">{words.electronicText}</p>
        <IdentifierFields draft={draft} wrong={isChecked ? wrong : {}} />
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
        wrongAt={isChecked ? wrong.taxAt : undefined}
        onChange={(taxes) => draft.set('taxes', taxes)}
      />
      <Conflict
        draft={draft}
        field="taxes"
        shown={theirs.taxes.map(({ name, rate }) => `${name} ${rate} %`).join('; ')}
      />
      <fieldset>
        <legend>{words.numbers}</legend>
        <p className="soft">{words.numbersText}</p>
        <div className="side-by-side">
          {field('prefix', words.prefix, 20, words.prefixHint)}
          <DraftField
            draft={draft}
            field="digits"
            name="numberFormat.digits"
            label={words.digits}
            type="number"
            wrong={isChecked ? wrong.digits : undefined}
          />
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
        <Example values={values} />
      </fieldset>
      <SaveForm draft={draft} save={save} />
    </Form>
  )
}

const Example = ({ values: { prefix, withYear, digits } }: { readonly values: TypedIdentity }) => {
  const words = useInvoiceWords().identity
  const isWritten = new RegExp(prefixPattern).test(prefix) && /^([1-9]|10)$/.test(digits)
  const [year] = useState(() => new Date().getUTCFullYear())
  return isWritten ? (
    <p className="quiet">{words.example(numberOf({ prefix, withYear, digits: Number(digits) }, 42, year))}</p>
  ) : null
}
