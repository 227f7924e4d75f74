import { minorOfWritten, writtenMinor } from '../../../../../domains/billing/billables/rules.ts'
import { payClientInvoice } from '../../../../../domains/billing/invoices/contract.ts'
import { moneyKinds, type MoneyKind } from '../../../../../domains/billing/invoices/rules.ts'
import { useFormat } from '../../../format.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { InvoiceDialogProps } from './invoice-dialogs.tsx'

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
