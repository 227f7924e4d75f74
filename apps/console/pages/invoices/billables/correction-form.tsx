import { useState } from 'react'
import { correctBillable } from '../../../../../domains/billing/billables/contract.ts'
import { minorOfWritten, writtenMinor } from '../../../../../domains/billing/billables/rules/written-amounts.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { FormFoot } from '../../../parts/form-foot.tsx'
import { toast } from '../../../parts/toast.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import { quantityOf } from './parse-quantity.ts'

/** The name under which this tab keeps what is typed of a correction. */
export const typedCorrection = (id: string) => `billable.correct.${id}`

/** A correction of a charge: a row of its own, with the charge's unit and currency. */
export const CorrectForm = ({ billable, onDone }: { readonly billable: Billable; readonly onDone: () => void }) => {
  const words = useInvoiceWords().billables
  const { id, currency, currencyDecimals: decimals, unitPriceMinor } = billable
  const { fields, set, clear } = useDraft(typedCorrection(id), {
    description: '',
    quantity: '',
    price: writtenMinor(unitPriceMinor, decimals),
  })
  const { description, quantity, price } = fields
  const close = () => {
    clear()
    onDone()
  }
  const [isChecked, setChecked] = useState(false)
  const correct = useOperation(correctBillable, {
    then: () => {
      close()
      toast(words.corrected)
    },
  })
  const much = quantityOf(quantity, 'any')
  const minor = minorOfWritten(price, decimals)
  const submit = () => {
    setChecked(true)
    if (!description.trim() || much === undefined || minor === undefined) return
    const body = { description: description.trim(), quantity: much, unitPriceMinor: minor }
    correct.mutate({ params: { id }, body })
  }
  const wrong = (isFine: boolean, text: string) => (isChecked && !isFine ? text : undefined)
  return (
    <Form className="money-form" error={correct.error} onSubmit={submit} aria-label={words.correctTitle}>
      <p className="soft">{words.correctText}</p>
      <TextField
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        value={description}
        maxLength={500}
        dir="auto"
        wrong={wrong(description.trim() !== '', words.missing)}
        onChange={(event) => set('description', event.target.value)}
      />
      <div className="side-by-side">
        <TextField
          name="quantity"
          label={words.quantity}
          value={quantity}
          wrong={wrong(much !== undefined, words.correctionWrong)}
          onChange={(event) => set('quantity', event.target.value)}
        />
        <TextField
          name="unitPriceMinor"
          label={words.price(currency)}
          value={price}
          inputMode="decimal"
          wrong={wrong(minor !== undefined, words.priceWrong)}
          onChange={(event) => set('price', event.target.value)}
        />
      </div>
      <FormFoot error={correct.error} isPending={correct.isPending} verb={words.correctButton} onCancel={close} />
    </Form>
  )
}
