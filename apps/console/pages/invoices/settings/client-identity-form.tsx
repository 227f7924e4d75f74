import type { Reply } from '../../../../../platform/client/index.ts'
import {
  saveClientBillingIdentity,
  type getClientBillingIdentity,
} from '../../../../../domains/billing/billables/contract.ts'
import { profileNames } from '../../../../../domains/billing/billables/rules.ts'
import { Conflict, DraftField } from '../../../parts/draft-field.tsx'
import { SelectField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { useForm } from '../../../parts/use-form.ts'
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

const savedOf = ({ updatedAt: _, ...before }: ClientIdentityFormProps['saved'], typed: ReturnType<typeof typedOf>) => ({
  ...before,
  legalName: typed.legalName.trim() || null,
  vatId: typed.vatId || null,
  buyerReference: typed.buyerReference.trim() || null,
  address: addressOf(typed),
  language: languages.find((one) => one === typed.language) ?? null,
  electronic: savedBuyerElectronic(typed),
})

export const ClientIdentityForm = ({ client, saved }: ClientIdentityFormProps) => {
  const words = useInvoiceWords().identity
  const draft = useForm(saveClientBillingIdentity, {
    name: `identity.${client.id}`,
    input: { params: { clientAccountId: client.id } },
    saved: typedOf(saved),
    check: (typed) => ({
      ...addressErrors(typed, words),
      ...identifierErrors(typed, words),
      vatId: isVatId(typed.vatId) ? undefined : words.vatIdWrong,
    }),
    body: (typed) => savedOf(saved, typed),
  })
  const { fields: values } = draft
  const languageOf = (name: string) => languages.flatMap((one) => (one === name ? [words.languages[one]] : [])).join('')
  const profileOf = (name: string) =>
    profileNames.flatMap((one) => (one === name ? [words.profiles[one]] : [])).join('')
  return (
    <Form className="money-form" error={draft.error} onSubmit={draft.submit} aria-label={client.name}>
      <DraftField draft={draft} field="legalName" label={words.legalName} placeholder={client.name} />
      <AddressFields draft={draft} />
      <DraftField draft={draft} field="vatId" label={words.vatId} hint={words.vatIdHint} maxLength={15} />
      <DraftField draft={draft} field="buyerReference" label={words.buyerReference} hint={words.buyerReferenceHint} />
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
        <IdentifierFields draft={draft} />
        <DraftField
          draft={draft}
          field="orderReference"
          name="electronic.orderReference"
          label={words.orderReference}
          hint={words.orderReferenceHint}
        />
      </fieldset>
      <SaveForm form={draft} />
    </Form>
  )
}
