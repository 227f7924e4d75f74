import { lazy, Suspense } from 'react'
import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import {
  getBillingIdentity,
  getClientBillingIdentity,
  saveClientBillingIdentity,
} from '../../../../../domains/billing/billables/contract.ts'
import { useLateReply, prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../api/use-pages.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useSearchParams } from 'react-router'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { Letterhead } from '../../../parts/invoice-sheet/letterhead.tsx'
import { SheetFoot } from '../../../parts/invoice-sheet/invoice-sheet.tsx'
import { sellerOf } from '../seller-of.ts'
import { ClientChoice, MoneyFrame } from '../invoices-frame.tsx'
import { IdentityForm } from './identity-form.tsx'
import { persistently } from '../../../shell/late-code.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { profileNames } from '../../../../../domains/billing/billables/rules.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { AddressFields, IdentifierFields } from './party-fields.tsx'
import {
  identifierErrors,
  savedBuyerElectronic,
  typedBuyerElectronic,
  addressOf,
  isVatId,
  typedAddressOf,
  addressErrors,
} from './identity-values.ts'
import '../billables/billables.css'
import './identity.css'

// Beside all else that this page brings they would weigh too much.
const Books = lazy(persistently(() => import('./books-tab.tsx')))
const Peppol = lazy(persistently(() => import('./peppol-tab.tsx')))
const Reminders = lazy(persistently(() => import('./reminders-tab.tsx')))

const parts = ['who', 'clients', 'reminders', 'books', 'peppol'] as const

export const loader = () => {
  prefetchPages(listClientAccounts)
  prefetch(getWorkspaceBrandKit)
  return prefetch(getBillingIdentity)
}

export default function IdentityPage() {
  const words = useInvoiceWords().identity
  const { billingIdentity, invoices } = useWords()
  const identity = useReply(getBillingIdentity)
  const clients = useRows(listClientAccounts, 5_000).rows
  const brand = useReply(getWorkspaceBrandKit).published
  const part = useChoice('part', parts)
  useTitle(billingIdentity, invoices)
  return (
    <MoneyFrame>
      <Head title={words.title} text={part === 'who' ? words.text : part === 'clients' ? words.clientsText : null} />
      <div className="money-parts">
        <Segments label={words.partsLabel} param="part" names={words.parts} chosen={part} />
      </div>
      <Suspense fallback={null}>
        {part === 'peppol' ? <Peppol /> : null}
        {part === 'reminders' ? <Reminders clients={clients} /> : null}
        {part === 'books' ? <Books clients={clients} taxClasses={identity.taxClasses.map(({ name }) => name)} /> : null}
      </Suspense>
      {part === 'who' ? (
        <div className="identities is-one has-paper">
          <IdentityForm saved={identity} />
          <aside aria-label={words.onPaper}>
            <h2>{words.onPaper}</h2>
            <div className="sheet on-plate">
              <Letterhead name={brand?.name ?? identity.legalName ?? ''} logo={null} color={brand?.colors.primary} />
              <SheetFoot of={{ ...sellerOf(identity), paymentTerms: identity.paymentTerms }} />
            </div>
          </aside>
        </div>
      ) : null}
      {part === 'clients' ? <Clients clients={clients} /> : null}
    </MoneyFrame>
  )
}

interface Client {
  readonly id: string
  readonly name: string
}

const Clients = ({ clients }: { readonly clients: readonly Client[] }) => {
  const [query] = useSearchParams()
  const client = clients.find(({ id }) => id === query.get('client'))
  const params = { clientAccountId: client?.id ?? '' }
  const saved = useLateReply(getClientBillingIdentity, { params }, { enabled: client !== undefined }).data
  return (
    <div className="identities is-one">
      <ClientChoice isOfOne />
      {client && saved ? <ClientIdentityForm key={client.id} client={client} saved={saved} /> : null}
    </div>
  )
}

interface ClientIdentityFormProps {
  readonly client: Client
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

const ClientIdentityForm = ({ client, saved }: ClientIdentityFormProps) => {
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
  return (
    <Form className="money-form" error={draft.error} onSubmit={draft.submit} aria-label={client.name}>
      <DraftField draft={draft} field="legalName" label={words.legalName} placeholder={client.name} />
      <AddressFields draft={draft} />
      <DraftField draft={draft} field="vatId" label={words.vatId} placeholder={words.vatIdExample} maxLength={15} />
      <DraftField draft={draft} field="buyerReference" label={words.buyerReference} hint={words.buyerReferenceHint} />
      <DraftSelect
        draft={draft}
        field="language"
        label={words.language}
        hint={words.languageHint}
        choices={languages.map((one) => [one, words.languages[one]])}
        none="–"
      />
      <fieldset>
        <legend>{words.electronic}</legend>
        <DraftSelect
          draft={draft}
          field="profile"
          name="electronic.profile"
          label={words.profile}
          hint={words.profileHint}
          choices={profileNames.map((one) => [one, words.profiles[one]])}
        />
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
