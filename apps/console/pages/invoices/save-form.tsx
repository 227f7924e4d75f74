import { Refusal } from '../../parts/refusal.tsx'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'

interface SaveFormProps {
  readonly error: unknown
  readonly isPending: boolean
}

/** The end of a form about who is on invoices: what was refused, and the button that saves. */
export const SaveForm = ({ error, isPending }: SaveFormProps) => {
  const words = useInvoiceWords().identity
  return (
    <>
      <Refusal error={error} />
      <div>
        <button type="submit" className="btn primary" disabled={isPending}>
          {isPending ? words.saving : words.save}
        </button>
      </div>
    </>
  )
}
