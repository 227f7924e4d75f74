import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { getBillingIdentity, getClientBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import {
  createClientInvoiceDraft,
  voidClientInvoice,
  type getClientInvoice,
} from '../../../../../domains/billing/invoices/contract.ts'
import { namedAddressText } from '../../../../../domains/billing/invoices/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useNow } from '../../../clock.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { TextArea, TextField } from '../../../parts/forms/field.tsx'
import { Fold } from '../../../parts/fold.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { paths } from '../../../paths.ts'
import { useLanguage } from '../../../preferences.ts'
import { useFormat } from '../../../format.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { daysOfTerms } from '../days-of-terms.ts'
import { BillableTicks } from './billable-checkboxes.tsx'
import { DraftPreview, DraftSums } from './draft-preview.tsx'
import { correctsInvoicedCharge, rateOf, totalsOfTicked } from './draft-totals.ts'
import type { Billable, InvoiceHeader } from '../../../parts/invoice-sheet/invoice-state.ts'

const dayMs = 86_400_000
/** The days until an invoice is due if neither its terms nor an earlier invoice name them. */
const usualDays = 14
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export type EditedDraft = Reply<typeof getClientInvoice>

interface DraftFormProps {
  readonly client: string
  readonly billables: readonly Billable[]
  /** The seller, as the invoice would have it now. */
  readonly identity: Reply<typeof getBillingIdentity>
  /** The name of the client account, and its details on invoices. */
  readonly name: string
  readonly buyer: Reply<typeof getClientBillingIdentity>
  /** The newest invoice of the client, whose address and span are the likely ones. */
  readonly last: InvoiceHeader | undefined
  /** The draft that already has a billable, by its id: these are not ticked at first. */
  readonly drafted: ReadonlyMap<string, string>
  readonly replaces: string | null
  /** The draft that is edited: the new one has its lines and texts at first, and then it goes. */
  readonly edits: EditedDraft | undefined
}

/** The days until it is due: the days of its printed terms, else of the last invoice. */
const spanOf = (last: InvoiceHeader | undefined, terms: string | null) => {
  const named = daysOfTerms(terms ?? '')
  if (named !== undefined) return named
  if (!last) return usualDays
  const days = Math.round((Date.parse(last.dueAt) - Date.parse(last.issuedAt ?? last.createdAt)) / dayMs)
  return days > 0 && days <= 120 ? days : usualDays
}

/** The billables that are not ticked at first: billables in other drafts, or outside of the edited draft. */
const leftAtFirst = (
  { billables, drafted, edits }: DraftFormProps,
  only: readonly string[] | undefined,
): ReadonlySet<string> => {
  const ids = edits?.lines.map(({ billableId }) => billableId) ?? only
  if (!ids) return new Set(drafted.keys())
  const own = new Set(ids)
  return new Set(billables.flatMap(({ id }) => (own.has(id) ? [] : [id])))
}

/** The ticked billables, the typed values and their totals. */
const useInvoiceDraft = (props: DraftFormProps) => {
  const { client, billables, identity, last, buyer, edits } = props
  const { taxClasses, paymentTerms } = identity
  const language = useLanguage()
  // The list of billables passes the billables that were chosen there.
  const only = (useLocation().state as { readonly only?: readonly string[] } | null)?.only
  const [left, setLeft] = useState(() => leftAtFirst(props, only))
  const form = useDraft(edits ? `invoice.edit.${edits.id}` : `invoice.${client}`, {
    address: edits?.buyerAddress ?? '',
    terms: edits?.paymentTerms ?? '',
    serviceFrom: edits?.serviceFrom ?? '',
    serviceTo: edits?.serviceTo ?? '',
    order: edits?.buyerElectronic?.orderReference ?? '',
  })
  const [due, setDue] = useState(
    () => edits?.dueAt.slice(0, 10) ?? dateOf(Date.now() + spanOf(last, paymentTerms) * dayMs),
  )
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const ticked = billables.filter(({ id }) => !left.has(id))
  const unknown = [...new Set(ticked.map(({ taxClass }) => taxClass))].filter(
    (name) => !taxClasses.some((one) => one.name === name),
  )
  const rates = Object.fromEntries(
    unknown.flatMap((name) => {
      const rate = rateOf(written[name] ?? '')
      return rate === undefined ? [] : [[name, rate] as const]
    }),
  )
  const savedAddress = buyer.address && namedAddressText(buyer.address, buyer.language ?? language)
  const fields = { ...form.fields, address: form.fields.address || (savedAddress ?? last?.buyerAddress ?? '') }
  const result =
    ticked.length === 0 ? undefined : totalsOfTicked({ open: billables, ticked, classes: taxClasses, rates })
  const chosen = { left, setLeft, due, setDue, written, setWritten }
  return { ...chosen, ...fields, form: { ...form, fields }, ticked, unknown, rates, result }
}

type Draft = ReturnType<typeof useInvoiceDraft>

export const DraftForm = (props: DraftFormProps) => {
  const words = useInvoiceWords().draft
  const navigate = useNavigate()
  const draft = useInvoiceDraft(props)
  const [isChecked, setChecked] = useState(false)
  const { edits } = props
  const { edited } = useInvoiceWords().page
  const { money } = useFormat()
  const discard = useOperation(voidClientInvoice)
  const make = useOperation(createClientInvoiceDraft, {
    then: async ({ id }) => {
      draft.form.clear()
      if (edits) await discard.mutateAsync({ params: { id: edits.id }, body: { reason: edited } })
      await navigate(paths.invoice(id))
    },
  })
  const hasDay = draft.due >= dateOf(useNow())
  const submit = () => {
    setChecked(true)
    if (!draft.address.trim() || !hasDay || !draft.result || 'code' in draft.result) return
    make.mutate({ body: bodyOf(draft, props) })
  }
  const { billables } = props
  const total = draft.result && !('code' in draft.result) ? money(billables[0]!, draft.result.totalMinor) : undefined
  return (
    <Form className="draft-two" error={make.error} onSubmit={submit}>
      <BillableTicks
        client={props.client}
        billables={billables}
        left={draft.left}
        drafted={props.drafted}
        onChange={draft.setLeft}
      />
      <DraftPreview draft={draft} identity={props.identity} name={props.name} buyer={props.buyer} />
      <div className="draft-side">
        <DraftFields
          draft={draft}
          terms={props.identity.paymentTerms}
          order={props.buyer.electronic?.orderReference ?? null}
          hasDay={hasDay}
          isChecked={isChecked}
        />
        <DraftSums result={draft.result} of={billables[0]!} />
        {draft.ticked.some((one) => correctsInvoicedCharge(one, billables)) ? (
          <p className="quiet">{words.atCharge}</p>
        ) : null}
        <Refusal error={make.error} />
        <div className="draft-make">
          <Button
            type="submit"
            variant="primary"
            isFullWidth
            disabled={draft.ticked.length === 0}
            isPending={make.isPending}
            pendingText={words.busy}
          >
            {total === undefined ? words.make : words.button(total)}
          </Button>
        </div>
      </div>
    </Form>
  )
}

const bodyOf = (
  { ticked, address, due, terms, order, serviceFrom, serviceTo, rates }: Draft,
  { replaces, edits }: DraftFormProps,
) => ({
  billableIds: ticked.map(({ id }) => id),
  buyerAddress: address.trim(),
  dueAt: `${due}T23:59:59.999Z`,
  ...(terms.trim() && { paymentTerms: terms.trim() }),
  ...(order.trim() && { orderReference: order.trim() }),
  ...(serviceFrom && { serviceFrom }),
  ...(serviceTo && { serviceTo }),
  ...(Object.keys(rates).length > 0 && { taxRatesBps: rates }),
  ...((edits?.replacesInvoiceId ?? replaces) !== null && { replacesInvoiceId: edits?.replacesInvoiceId ?? replaces }),
})

interface FieldsProps {
  readonly draft: Draft
  readonly terms: string | null
  /** The standing order of the client. */
  readonly order: string | null
  readonly hasDay: boolean
  readonly isChecked: boolean
}

const DraftFields = ({ draft, terms, order, hasDay, isChecked }: FieldsProps) => {
  const { draft: words, identity } = useInvoiceWords()
  const { dayInWords } = useFormat()
  const days = daysOfTerms(draft.terms.trim() || (terms ?? ''))
  const ofTerms = dateOf(useNow() + (days ?? 0) * dayMs)
  const input = (field: keyof Draft['form']['fields'], path: string = field) => ({
    ...inputOf(draft.form, field, path),
    dir: 'auto' as const,
  })
  const isOtherThanTerms = days !== undefined && hasDay && draft.due !== ofTerms
  return (
    <>
      {draft.unknown.map((name) => (
        <TextField
          key={name}
          name={`taxRatesBps.${name}`}
          label={words.rate(name)}
          hint={words.rateHint}
          value={draft.written[name] ?? ''}
          inputMode="decimal"
          wrong={isChecked && draft.rates[name] === undefined ? words.noRate : undefined}
          onChange={(event) => draft.setWritten({ ...draft.written, [name]: event.target.value })}
        />
      ))}
      <TextField
        name="dueAt"
        label={words.due}
        type="date"
        hint={isOtherThanTerms ? words.otherThanTerms(days, dayInWords(ofTerms)) : undefined}
        value={draft.due}
        wrong={!hasDay && (isChecked || draft.due !== '') ? words.noDueDay : undefined}
        onChange={(event) => draft.setDue(event.target.value)}
      />
      <TextArea
        {...input('address', 'buyerAddress')}
        label={words.address}
        hint={words.addressHint}
        maxLength={500}
        rows={3}
        wrong={isChecked && !draft.address.trim() ? words.missing : undefined}
      />
      <Fold
        title={words.more}
        isOpenAtFirst={[draft.order, draft.serviceFrom, draft.serviceTo, draft.terms].some(Boolean)}
      >
        <TextField
          {...input('order', 'orderReference')}
          label={identity.orderReference}
          maxLength={100}
          placeholder={order ?? undefined}
        />
        <TextField {...input('serviceFrom')} label={words.serviceFrom} type="date" />
        <TextField {...input('serviceTo')} label={words.serviceTo} hint={words.oneDay} type="date" />
        <TextField
          {...input('terms', 'paymentTerms')}
          label={words.terms}
          hint={words.termsHint}
          maxLength={200}
          placeholder={terms ?? undefined}
        />
      </Fold>
    </>
  )
}
