import { correctBillable } from '../../../../../domains/billing/billables/contract.ts'
import { minorOfWritten, writtenMinor } from '../../../../../domains/billing/billables/rules.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import { parseQuantity } from './parse-quantity.ts'

/** The name under which this tab keeps typed values of a correction. */
export const typedCorrection = (id: string) => `billable.correct.${id}`

/** A correction of a charge: a row of its own, with the charge's unit and currency. */
export const CorrectForm = ({ billable, onDone }: { readonly billable: Billable; readonly onDone: () => void }) => {
  const words = useInvoiceWords().billables
  const { id, currencyDecimals: decimals, unitPriceMinor } = billable
  const form = useForm(correctBillable, {
    name: typedCorrection(id),
    input: { params: { id } },
    saved: { description: '', quantity: '', unitPriceMinor: writtenMinor(unitPriceMinor, decimals) },
    reads: {
      quantity: [(typed) => parseQuantity(typed, 'any'), words.correctionWrong],
      unitPriceMinor: [(typed) => minorOfWritten(typed, decimals), words.priceWrong],
    },
    then: () => {
      onDone()
      toast(words.corrected)
    },
  })
  const close = () => {
    form.clear()
    onDone()
  }
  return (
    <Form className="money-form" error={form.error} onSubmit={form.submit} aria-label={words.correctTitle}>
      <p className="soft">{words.correctText}</p>
      <DraftField draft={form} field="description" label={words.description} hint={words.descriptionHint} />
      <div className="side-by-side">
        <DraftField draft={form} field="quantity" label={words.quantity} />
        <DraftField draft={form} field="unitPriceMinor" label={words.price} inputMode="decimal" />
      </div>
      <FormFoot of={form} verb={words.correctButton} onCancel={close} />
    </Form>
  )
}
