import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useCoreWords } from '../../words/core/index.ts'
import { Button } from '../forms/button.tsx'
import { TextField } from '../forms/field.tsx'
import { Refusal } from './refusal.tsx'
import './dialog.css'

interface ConfirmProps {
  /** The question, or the announced effect. */
  readonly title: string
  readonly children: ReactNode
  /** The verb of what cannot be undone. */
  readonly verb: string
  /** The text of the safe button, or true for “Keep it”; by default “Cancel”. */
  readonly keep?: string | true
  readonly isBusy?: boolean
  readonly error?: unknown
  /** The text that has to be typed first, and the label of its field. */
  readonly typed?: { readonly label: string; readonly text: string }
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before what cannot be undone. It is open as long as it is drawn; the safe answer has the focus. */
export const Confirm = (props: ConfirmProps) => {
  const { title, children, verb, keep, isBusy = false, error, typed, onConfirm, onClose } = props
  const words = useCoreWords()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    dialog.current?.showModal()
    safe.current?.focus()
  }, [])
  const isReady = typed === undefined || text === typed.text
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <div className="in">
        <h2 id={id} dir="auto">
          {title}
        </h2>
        <div className="soft">{children}</div>
        {typed ? (
          <TextField
            label={typed.label}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
        <Refusal error={error} />
      </div>
      <div className="foot">
        <Button ref={safe} onClick={() => dialog.current?.close()}>
          {keep === true ? words.keep : (keep ?? words.cancel)}
        </Button>
        <Button variant="danger" disabled={isBusy || !isReady} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </dialog>
  )
}
