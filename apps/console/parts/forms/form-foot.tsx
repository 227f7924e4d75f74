import { useCoreWords } from '../../words/core/index.ts'
import { Button } from './button.tsx'
import { Refusal } from '../feedback/refusal.tsx'

interface FormFootProps {
  readonly error: unknown
  readonly isPending: boolean
  /** The verb of the button that sends the form. */
  readonly verb: string
  readonly size?: 'small'
  readonly onCancel: () => void
}

/** The end of a form that opens within a page: its error, and the buttons that send or cancel it. */
export const FormFoot = ({ error, isPending, verb, size, onCancel }: FormFootProps) => (
  <>
    <Refusal error={error} />
    <div className="line wrap">
      <Button type="submit" variant="primary" size={size} isPending={isPending}>
        {verb}
      </Button>
      <Button size={size} onClick={onCancel}>
        {useCoreWords().cancel}
      </Button>
    </div>
  </>
)
