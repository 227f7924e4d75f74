import type { ReactNode } from 'react'
import { Button } from '../../parts/button.tsx'
import { Glyph } from '../../parts/glyph.tsx'
import { useFirstWords } from '../../words/onboarding/index.ts'

interface StepProps {
  readonly number: number
  readonly title: string
  /** The subject of the step, or the choice. */
  readonly text: string
  readonly state: 'done' | 'open' | 'later'
  readonly onChange?: () => void
  readonly children: ReactNode
}

/** A step: the choice, or the form for it, or a later step. */
export const Step = ({ number, title, text, state, onChange, children }: StepProps) => {
  const words = useFirstWords()
  return (
    <li className={state === 'later' ? 'later' : undefined} aria-current={state === 'open' ? 'step' : undefined}>
      <span className={state === 'open' ? 'no on' : state === 'done' ? 'no done' : 'no'} aria-hidden="true">
        {state === 'done' ? <Glyph name="good" /> : number}
      </span>
      <div>
        <h2>{title}</h2>
        <div className="soft line wrap">
          <span className={state === 'done' ? 'cut' : undefined} dir="auto" title={state === 'done' ? text : undefined}>
            {text}
          </span>
          {state === 'done' && onChange ? (
            <Button variant="plain" size="small" onClick={onChange}>
              {words.change} <span className="sr">{title}</span>
            </Button>
          ) : null}
        </div>
        {state === 'open' ? <div className="panel open">{children}</div> : null}
      </div>
    </li>
  )
}
