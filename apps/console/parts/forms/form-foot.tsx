import type { ComponentProps, ReactNode } from 'react'
import { useCoreWords } from '../../words/core/index.ts'
import { Button } from './button.tsx'
import { Refusal } from '../feedback/refusal.tsx'

interface FormFootProps
  extends
    Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'pendingText'>,
    Pick<ComponentProps<typeof Refusal>, 'codes'> {
  /** The request that the form sends. */
  readonly of: { readonly error: unknown; readonly isPending: boolean }
  /** The verb of the button that sends the form. */
  readonly verb: string
  readonly isDisabled?: boolean
  readonly onCancel?: (() => void) | undefined
  /** What is beside the buttons. */
  readonly children?: ReactNode
}

/** The end of a form: its error, and the buttons that send or cancel it. */
export const FormFoot = (props: FormFootProps) => {
  const { of, verb, codes, variant = 'primary', size, pendingText, isDisabled = false, onCancel, children } = props
  const { cancel } = useCoreWords()
  return (
    <>
      <Refusal error={of.error} codes={codes} />
      <div className="line wrap">
        <Button
          type="submit"
          variant={variant}
          size={size}
          isPending={of.isPending}
          pendingText={pendingText}
          disabled={isDisabled}
        >
          {verb}
        </Button>
        {onCancel ? (
          <Button size={size} onClick={onCancel}>
            {cancel}
          </Button>
        ) : null}
        {children}
      </div>
    </>
  )
}
