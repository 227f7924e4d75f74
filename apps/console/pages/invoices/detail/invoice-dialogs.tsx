import { useState } from 'react'
import { sendClientInvoice } from '../../../../../domains/billing/invoice-letters/contract.ts'
import {
  issueClientInvoice,
  voidClientInvoice,
  payClientInvoice,
} from '../../../../../domains/billing/invoices/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useLetterWords } from '../../../words/invoice-emails/index.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { minorOfWritten, writtenMinor } from '../../../../../domains/billing/billables/rules.ts'
import { moneyKinds, type MoneyKind } from '../../../../../domains/billing/invoices/rules.ts'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'

export interface InvoiceDialogProps {
  readonly invoice: Invoice
  readonly onClose: () => void
}

/** Closes a dialog after its change, which a toast confirms. */
const closeWith = (onClose: () => void, confirmation: string) => () => {
  onClose()
  toast(confirmation)
}

/** Asks before a draft is issued. */
export const IssueDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const { money } = useFormat()
  const issue = useOperation(issueClientInvoice, {
    then: ({ invoiceNumber }) => closeWith(onClose, words.issued(invoiceNumber!))(),
  })
  return (
    <Dialog
      title={words.issueTitle(invoice.buyerLegalName, money(invoice, invoice.totalMinor))}
      action={issue.isPending ? words.issuing : words.issue}
      keep={words.keepDraft}
      isBusy={issue.isPending}
      onAct={() => issue.mutate({ params: { id: invoice.id }, body: {} })}
      onClose={onClose}
    >
      <p>{words.issueText}</p>
      <Refusal error={issue.error} />
    </Dialog>
  )
}

/** Asks before an invoice is sent to its client by email, with its evidence on request. */
export const SendDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useLetterWords()
  const [withEvidence, setWithEvidence] = useState(false)
  const send = useOperation(sendClientInvoice, { then: closeWith(onClose, words.wasWritten) })
  return (
    <Dialog
      title={words.sendTitle(invoice.invoiceNumber!, invoice.buyerBillingEmail!)}
      action={send.isPending ? words.sending : words.sendButton}
      keep={words.keep}
      isBusy={send.isPending}
      onAct={() => send.mutate({ params: { id: invoice.id }, body: { withEvidence } })}
      onClose={onClose}
    >
      <p>{words.sendText}</p>
      <label className="check">
        <input type="checkbox" checked={withEvidence} onChange={({ target }) => setWithEvidence(target.checked)} />
        {words.sendEvidence}
      </label>
      <Refusal error={send.error} codes={words.codes} />
    </Dialog>
  )
}

/** Asks for the reason before an issued invoice becomes void. */
export const VoidDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const form = useForm(voidClientInvoice, {
    name: `invoice.void.${invoice.id}`,
    input: { params: { id: invoice.id } },
    saved: { reason: '' },
    missing: words.reasonMissing,
    then: closeWith(onClose, words.voided),
  })
  return (
    <ReasonDialog
      title={words.voidTitle(invoice.invoiceNumber ?? '')}
      text={words.voidText}
      action={words.voidButton}
      words={words}
      form={form}
      onClose={onClose}
    />
  )
}

/** Asks before a draft is discarded, without a reason, since no client saw it. */
export const DiscardDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const discard = useOperation(voidClientInvoice, { then: closeWith(onClose, words.discarded) })
  return (
    <Dialog
      title={words.discardTitle}
      action={words.discardButton}
      keep={words.keepDraft}
      isDangerous
      isBusy={discard.isPending}
      onAct={() => discard.mutate({ params: { id: invoice.id }, body: { reason: words.discarded } })}
      onClose={onClose}
    >
      <p>{words.discardText}</p>
      <Refusal error={discard.error} />
    </Dialog>
  )
}

const today = () => new Date().toISOString().slice(0, 10)
/** A day of payment; for today it is the present time, which is not in the future. */
const timeOf = (day: string) => (day === today() ? {} : { paidAt: `${day}T00:00:00.000Z` })

const firstKind = (isNoneDue: boolean): MoneyKind => (isNoneDue ? 'refund' : 'payment')

export const PaidDialog = ({ invoice, onClose }: InvoiceDialogProps) => {
  const words = useInvoiceWords().page
  const { currency, currencyDecimals } = invoice
  const { money } = useFormat()
  const usable = invoice.usableCreditCents
  const kinds = moneyKinds.filter((one) => one !== 'credit' || usable > 0)
  const isNoneDue = invoice.dueCents === 0
  const draft = useDraft(`invoice.payment.${invoice.id}`, {
    kind: firstKind(isNoneDue),
    amount: writtenMinor(Math.abs(isNoneDue ? invoice.paidCents : invoice.dueCents), currencyDecimals),
    day: today(),
    reference: '',
  })
  const { kind, amount, day, reference } = draft.fields
  const amountCents = minorOfWritten(amount, currencyDecimals)
  const name = invoice.invoiceNumber!
  const isCredit = kind === 'credit'
  const choose = (chosen: MoneyKind) => {
    draft.set('kind', chosen)
    if (chosen === 'credit') draft.set('amount', writtenMinor(usable, currencyDecimals))
  }
  const isWhole = kind === 'payment' && amountCents === invoice.dueCents
  const settle = useOperation(payClientInvoice, {
    then: () => {
      draft.clear()
      onClose()
      toast(isWhole ? words.settled(name) : words.moneyRecorded(name))
    },
  })
  const isWrong = !isCredit && (day === '' || day > today())
  const isNoAmount = amountCents === undefined || amountCents === 0
  const paymentReference = reference.trim()
  const body = {
    kind,
    ...(amountCents !== undefined && { amountCents }),
    ...(!isCredit && timeOf(day)),
    ...(!isCredit && paymentReference && { paymentReference }),
  }
  return (
    <Dialog
      title={isWhole ? words.paidTitle(name) : words.recordTitle(name)}
      action={isWhole ? words.paid : words.recordMoney}
      keep={words.notYet}
      isBusy={settle.isPending}
      error={settle.error}
      onAct={() => isWrong || isNoAmount || settle.mutate({ params: { id: invoice.id }, body })}
      onClose={onClose}
    >
      <p>{words.paidText}</p>
      {usable > 0 ? <p>{words.creditText(money(invoice, usable))}</p> : null}
      <SelectField
        name="kind"
        label={words.paymentKind}
        value={kind}
        onChange={(event) => choose(moneyKinds.find((one) => one === event.target.value)!)}
      >
        <Options of={kinds} names={words.paymentKinds} />
      </SelectField>
      <TextField
        {...inputOf(draft, 'amount', 'amountCents')}
        label={words.amountIn(currency)}
        inputMode="decimal"
        wrong={isNoAmount ? words.amountWrong : undefined}
      />
      {isCredit ? null : (
        <>
          <TextField
            {...inputOf(draft, 'day', 'paidAt')}
            label={words.paidOn}
            type="date"
            max={today()}
            wrong={isWrong ? words.paidOnWrong : undefined}
          />
          <TextField
            {...inputOf(draft, 'reference', 'paymentReference')}
            label={words.paymentReference}
            hint={words.paymentReferenceHint}
            maxLength={200}
            dir="auto"
          />
        </>
      )}
      <Refusal error={settle.error} />
    </Dialog>
  )
}
