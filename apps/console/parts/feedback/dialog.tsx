import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { Form } from '../forms/form.tsx'
import './dialog.css'

interface DialogProps {
  /** The question or the fact. */
  readonly title: string
  readonly children?: ReactNode
  /** The verb that does it. */
  readonly action: string
  readonly keep: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  /** Its refusal, which fields in it show. */
  readonly error?: unknown
  readonly onAct: () => void
  readonly onClose: () => void
}

/** Asks before what cannot be undone. Open as long as it is drawn; the safe button has the focus if no field has it. */
export const Dialog = ({ title, children, action, keep, isDangerous, isBusy, error, onAct, onClose }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog ask" aria-labelledby={heading} onClose={onClose}>
      <Form error={error} onSubmit={onAct}>
        <div className="in">
          <h2 id={heading} dir="auto">
            {title}
          </h2>
          {children}
        </div>
        <div className="foot">
          <Button onClick={() => dialog.current?.close()}>{keep}</Button>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isPending={isBusy}>
            {action}
          </Button>
        </div>
      </Form>
    </dialog>
  )
}
