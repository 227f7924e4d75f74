import { Refusal } from '../../parts/refusal.tsx'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'

interface SaveIdentityProps {
  readonly error: unknown
  readonly isPending: boolean
}

/** The end of the form of an identity: what was refused, and the button that saves. */
export const SaveIdentity = ({ error, isPending }: SaveIdentityProps) => {
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
