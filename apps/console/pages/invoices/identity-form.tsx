import { useState, type SyntheticEvent } from 'react'
import { getBillingIdentity, saveBillingIdentity } from '../../../../domains/billing/billables/contract.ts'
import { digitsMost, numberOf, prefixPattern } from '../../../../domains/billing/billables/rules/number.ts'
import { useOperation } from '../../api/use-operation.ts'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.tsx'
import { useKeptForm } from '../../parts/use-kept-form.ts'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'
import { useRole } from '../settings/use-role.ts'
import { AddressFields } from './address-fields.tsx'
import { isRight, savedOf, typedOf, wrongIn, type Identity, type TypedIdentity } from './identity-values.ts'
import { SaveForm } from './save-form.tsx'
import { TaxClassFields } from './tax-class-fields.tsx'

type TextName = {
  [Name in keyof TypedIdentity]: TypedIdentity[Name] extends string ? Name : never
}[keyof TypedIdentity]

/** Where fields stand in what is sent; the others stand at its top. */
const parents: Partial<Record<TextName, string>> = {
  ...{ iban: 'bankAccount.', bic: 'bankAccount.', holder: 'bankAccount.', prefix: 'numberFormat.' },
}

export const IdentityForm = ({ saved }: { readonly saved: Identity }) => {
  const words = useInvoiceWords().identity
  const { workspace } = useRole()
  const { values, set, forget } = useKeptForm<TypedIdentity>(`identity.${workspace.id}`, typedOf(saved))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveBillingIdentity, {
    refreshes: [getBillingIdentity],
    then: () => {
      forget()
      setChecked(false)
      return toast(words.saved)
    },
  })
  const wrong = wrongIn(values, words)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isRight(wrong)) save.mutate({ body: savedOf(saved, values) })
  }
  const field = (name: TextName, label: string, maxLength: number, hint?: string) => (
    <TextField
      name={`${parents[name] ?? ''}${name}`}
      {...{ label, maxLength, dir: 'auto', value: values[name], ...(hint !== undefined && { hint }) }}
      wrong={isChecked ? wrong[name] : undefined}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  return (
    <Form className="money-form" error={save.error} onSubmit={submit}>
      {field('legalName', words.legalName, 200, words.legalNameHint)}
      <AddressFields values={values} wrong={isChecked ? wrong : {}} onChange={set} />
      {field('vatId', words.vatId, 15, words.vatIdHint)}
      {field('taxNumber', words.taxNumber, 40)}
      <fieldset>
        <legend>{words.account}</legend>
        {field('iban', words.iban, 50, words.ibanHint)}
        <div className="side-by-side">
          {field('bic', words.bic, 11)}
          {field('holder', words.holder, 70)}
        </div>
      </fieldset>
      {field('paymentTerms', words.terms, 200, words.termsHint)}
      <TaxClassFields
        taxes={values.taxes}
        wrongAt={isChecked ? wrong.taxAt : undefined}
        onChange={(taxes) => set({ taxes })}
      />
      <fieldset>
        <legend>{words.numbers}</legend>
        <p className="soft">{words.numbersText}</p>
        <div className="side-by-side">
          {field('prefix', words.prefix, 20, words.prefixHint)}
          <TextField
            name="numberFormat.digits"
            {...{ label: words.digits, type: 'number', min: 1, max: digitsMost, value: values.digits }}
            wrong={isChecked ? wrong.digits : undefined}
            onChange={(event) => set({ digits: event.target.value })}
          />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={values.withYear}
            onChange={(event) => set({ withYear: event.target.checked })}
          />
          {words.withYear}
        </label>
        <Example values={values} />
      </fieldset>
      <SaveForm error={save.error} isPending={save.isPending} />
    </Form>
  )
}

const Example = ({ values: { prefix, withYear, digits } }: { readonly values: TypedIdentity }) => {
  const words = useInvoiceWords().identity
  const isWritten = new RegExp(prefixPattern).test(prefix) && /^([1-9]|10)$/.test(digits)
  const year = new Date().getUTCFullYear()
  return isWritten ? (
    <p className="quiet">{words.example(numberOf({ prefix, withYear, digits: Number(digits) }, 42, year))}</p>
  ) : null
}
