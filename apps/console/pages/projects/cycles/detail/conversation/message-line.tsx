import Bot from 'lucide-react/icons/bot'
import { useState, type ReactNode } from 'react'
import { Age } from '../../../../../parts/text/age.tsx'
import { Button } from '../../../../../parts/forms/button.tsx'
import { Prose } from '../../../../../parts/text/prose.tsx'
import { useWords } from '../../../../../words/shell/index.ts'

interface LineProps {
  readonly name: string
  /** The initials of a person; undefined for an agent, who has a picture. */
  readonly face: string | undefined
  readonly at?: string
  readonly note?: string | undefined
  readonly children: ReactNode
}

/** A message of a conversation with its author. */
export const Line = ({ name, face, at, note, children }: LineProps) => (
  <li className="turn">
    <span className={face === undefined ? 'avatar bot' : 'avatar'} aria-hidden="true">
      {face ?? <Bot className="i" />}
    </span>
    <div className="who">
      <b className="cut" dir="auto" title={name}>
        {name}
      </b>
      {note === undefined ? null : <span className="tag">{note}</span>}
      {at === undefined ? null : <Age at={at} />}
    </div>
    <div className="txt">{children}</div>
  </li>
)

const textMost = 1_600

/** A text; a long text is cut, with a button for the rest. */
export const Text = ({ text }: { readonly text: string }) => {
  const words = useWords().cycle
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > textMost + 200
  return (
    <>
      <Prose text={isLong && !isWhole ? `${text.slice(0, textMost)}…` : text} />
      {isLong ? (
        <Button variant="plain" size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.showLess : words.showMore}
        </Button>
      ) : null}
    </>
  )
}
