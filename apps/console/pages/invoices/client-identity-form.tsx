import { useState, type SyntheticEvent } from 'react'
import type { Reply } from '../../../../platform/client/index.ts'
import { getClientBillingIdentity, saveClientBillingIdentity } from '../../../../domains/billing/billables/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { TextField } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { toast } from '../../parts/toast.tsx'
import { useKeptForm } from '../../parts/use-kept-form.ts'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'

interface ClientIdentityFormProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly saved: Reply<typeof getClientBillingIdentity>
}

export const ClientIdentityForm = ({ client, saved }: ClientIdentityFormProps) => {
  const words = useInvoiceWords().identity
  const first = {
    legalName: saved.legalName ?? '',
    vatId: saved.vatId ?? '',
    buyerReference: saved.buyerReference ?? '',
  }
  const { values, set, forget } = useKeptForm(`identity.${client.id}`, first)
  const [isChecked, setChecked] = useState(false)
  const save = useOperation(saveClientBillingIdentity, {
    refreshes: [getClientBillingIdentity],
    then: () => {
      forget()
      setChecked(false)
      return toast(words.saved)
    },
  })
  const isVatIdRight = values.vatId === '' || /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(values.vatId)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isVatIdRight) return
    const { updatedAt: _, ...before } = saved
    const typed = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim() || null]))
    save.mutate({ params: { clientAccountId: client.id }, body: { ...before, ...typed } })
  }
  return (
    <form className="money-form" onSubmit={submit} noValidate aria-label={client.name}>
      <TextField
        {...{ label: words.legalName, maxLength: 200, dir: 'auto', placeholder: client.name, value: values.legalName }}
        onChange={(event) => set({ legalName: event.target.value })}
      />
      <TextField
        {...{ label: words.vatId, hint: words.vatIdHint, maxLength: 15, value: values.vatId }}
        wrong={isChecked && !isVatIdRight ? words.vatIdWrong : undefined}
        onChange={(event) => set({ vatId: event.target.value })}
      />
      <TextField
        {...{ label: words.buyerReference, hint: words.buyerReferenceHint, maxLength: 100, dir: 'auto' }}
        value={values.buyerReference}
        onChange={(event) => set({ buyerReference: event.target.value })}
      />
      <Refusal error={save.error} />
      <div>
        <button type="submit" className="btn primary" disabled={save.isPending}>
          {save.isPending ? words.saving : words.save}
        </button>
      </div>
    </form>
  )
}
