import { useState } from 'react'
import type { Reply } from '../../../../../platform/client/index.ts'
import {
  saveClientBillingIdentity,
  type getClientBillingIdentity,
} from '../../../../../domains/billing/billables/contract.ts'
import { profileNames } from '../../../../../domains/billing/billables/rules/profile-names.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Conflict, DraftField } from '../../../parts/draft-field.tsx'
import { SelectField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { Options } from '../../../parts/options.tsx'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { AddressFields } from './address-fields.tsx'
import { IdentifierFields } from './electronic-fields.tsx'
import { identifierErrors, savedBuyerElectronic, typedBuyerElectronic } from './electronic-values.ts'
import { addressOf, isVatId, typedAddressOf, addressErrors } from './identity-values.ts'
import { SaveForm } from './save-foot.tsx'

interface ClientIdentityFormProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly saved: Reply<typeof getClientBillingIdentity>
}

const languages = ['en', 'de'] as const

const typedOf = (saved: ClientIdentityFormProps['saved']) => ({
  legalName: saved.legalName ?? '',
  vatId: saved.vatId ?? '',
  buyerReference: saved.buyerReference ?? '',
  language: saved.language ?? '',
  ...typedAddressOf(saved.address),
  ...typedBuyerElectronic(saved.electronic),
})

export const ClientIdentityForm = ({ client, saved }: ClientIdentityFormProps) => {
  const words = useInvoiceWords().identity
  const draft = useDraft(`identity.${client.id}`, typedOf(saved))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveClientBillingIdentity, {
    then: () => {
      draft.clear()
      setChecked(false)
    },
  })
  const { fields: values } = draft
  const wrong = {
    ...addressErrors(values, words),
    ...identifierErrors(values, words),
    ...(!isVatId(values.vatId) && { vatId: words.vatIdWrong }),
  }
  const languageOf = (name: string) => languages.flatMap((one) => (one === name ? [words.languages[one]] : [])).join('')
  const profileOf = (name: string) =>
    profileNames.flatMap((one) => (one === name ? [words.profiles[one]] : [])).join('')
  const submit = () => {
    setChecked(true)
    if (Object.keys(wrong).length > 0 || draft.conflicts.length > 0) return
    const { updatedAt: _, ...before } = saved
    const { legalName, vatId, buyerReference, language } = values
    const typed = {
      legalName: legalName.trim() || null,
      vatId: vatId || null,
      buyerReference: buyerReference.trim() || null,
      address: addressOf(values),
      language: languages.find((one) => one === language) ?? null,
      electronic: savedBuyerElectronic(values),
    }
    save.mutate({ params: { clientAccountId: client.id }, body: { ...before, ...typed } })
  }
  return (
    <Form className="money-form" error={save.error} onSubmit={submit} aria-label={client.name}>
      <DraftField draft={draft} field="legalName" label={words.legalName} maxLength={200} placeholder={client.name} />
      <AddressFields draft={draft} wrong={isChecked ? wrong : {}} />
      <DraftField
        draft={draft}
        field="vatId"
        label={words.vatId}
        hint={words.vatIdHint}
        maxLength={15}
        wrong={isChecked ? wrong.vatId : undefined}
      />
      <DraftField
        draft={draft}
        field="buyerReference"
        label={words.buyerReference}
        hint={words.buyerReferenceHint}
        maxLength={100}
      />
      <SelectField
        name="language"
        label={words.language}
        hint={words.languageHint}
        value={values.language}
        onChange={(event) => draft.set('language', event.target.value)}
      >
        <option value="">–</option>
        <Options of={languages} names={words.languages} />
      </SelectField>
      <Conflict draft={draft} field="language" shown={languageOf(draft.saved.language)} />
      <fieldset>
        <legend>{words.electronic}</legend>
        <SelectField
          name="electronic.profile"
          label={words.profile}
          hint={words.profileHint}
          value={values.profile}
          onChange={(event) => draft.set('profile', event.target.value)}
        >
          <Options of={profileNames} names={words.profiles} />
        </SelectField>
        <Conflict draft={draft} field="profile" shown={profileOf(draft.saved.profile)} />
        <IdentifierFields draft={draft} wrong={isChecked ? wrong : {}} />
        <DraftField
          draft={draft}
          field="orderReference"
          name="electronic.orderReference"
          label={words.orderReference}
          hint={words.orderReferenceHint}
          maxLength={100}
        />
      </fieldset>
      <SaveForm draft={draft} save={save} />
    </Form>
  )
}
