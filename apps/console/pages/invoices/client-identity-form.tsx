import { useState, type SyntheticEvent } from 'react'
import type { Reply } from '../../../../platform/client/index.ts'
import { getClientBillingIdentity, saveClientBillingIdentity } from '../../../../domains/billing/billables/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.tsx'
import { useKeptForm } from '../../parts/use-kept-form.ts'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'
import { AddressFields } from './address-fields.tsx'
import { addressOf, isVatId, typedAddressOf, wrongInAddress } from './identity-values.ts'
import { SaveForm } from './save-form.tsx'

interface ClientIdentityFormProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly saved: Reply<typeof getClientBillingIdentity>
}

const languages = ['en', 'de'] as const

const typedOf = (saved: ClientIdentityFormProps['saved']) => ({
  ...{ legalName: saved.legalName ?? '', vatId: saved.vatId ?? '', buyerReference: saved.buyerReference ?? '' },
  ...{ language: saved.language ?? '', ...typedAddressOf(saved.address) },
})

export const ClientIdentityForm = ({ client, saved }: ClientIdentityFormProps) => {
  const words = useInvoiceWords().identity
  const { values, set, forget } = useKeptForm(`identity.${client.id}`, typedOf(saved))
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveClientBillingIdentity, {
    refreshes: [getClientBillingIdentity],
    then: () => {
      forget()
      setChecked(false)
      return toast(words.saved)
    },
  })
  const wrong = {
    ...wrongInAddress(values, words),
    ...(!isVatId(values.vatId) && { vatId: words.vatIdWrong }),
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(wrong).length > 0) return
    const { updatedAt: _, ...before } = saved
    const { legalName, vatId, buyerReference, language } = values
    const typed = {
      ...{ legalName: legalName.trim() || null, vatId: vatId || null, buyerReference: buyerReference.trim() || null },
      ...{ address: addressOf(values), language: languages.find((one) => one === language) ?? null },
    }
    save.mutate({ params: { clientAccountId: client.id }, body: { ...before, ...typed } })
  }
  return (
    <Form className="money-form" error={save.error} onSubmit={submit} aria-label={client.name}>
      <TextField
        name="legalName"
        {...{ label: words.legalName, maxLength: 200, dir: 'auto', placeholder: client.name, value: values.legalName }}
        onChange={(event) => set({ legalName: event.target.value })}
      />
      <AddressFields values={values} wrong={isChecked ? wrong : {}} onChange={set} />
      <TextField
        {...{ name: 'vatId', label: words.vatId, hint: words.vatIdHint, maxLength: 15, value: values.vatId }}
        wrong={isChecked ? wrong.vatId : undefined}
        onChange={(event) => set({ vatId: event.target.value })}
      />
      <TextField
        name="buyerReference"
        {...{ label: words.buyerReference, hint: words.buyerReferenceHint, maxLength: 100, dir: 'auto' }}
        value={values.buyerReference}
        onChange={(event) => set({ buyerReference: event.target.value })}
      />
      <SelectField
        {...{ name: 'language', label: words.language, hint: words.languageHint, value: values.language }}
        onChange={(event) => set({ language: event.target.value })}
      >
        <option value="">–</option>
        {languages.map((one) => (
          <option key={one} value={one}>
            {words.languages[one]}
          </option>
        ))}
      </SelectField>
      <SaveForm error={save.error} isPending={save.isPending} />
    </Form>
  )
}
