import { useState, type ReactNode } from 'react'
import { Button } from '../../../parts/forms/button.tsx'
import { useCoreWords } from '../../../words/core/index.ts'

interface ChangeRowProps {
  readonly text: string
  readonly verb: string
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A text with the button that opens the form of its change. */
export const ChangeRow = ({ text, verb, isOpenAtFirst = false, children }: ChangeRowProps) => {
  const { cancel } = useCoreWords()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <div className="panel pad stack">
      <div className="line wrap">
        <p className="grow">{text}</p>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? cancel : verb}
        </Button>
      </div>
      {isOpen ? children : null}
    </div>
  )
}
