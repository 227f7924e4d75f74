import type { ReactNode } from 'react'
import { LinkButton } from '../../parts/forms/button.tsx'
import { State } from '../../parts/feedback/state.tsx'
import { Age } from '../../parts/text/age.tsx'
import { initials } from '../../parts/text/initials.ts'
import { paths } from '../../paths.ts'
import { useMessageWords } from '../../words/messages/index.ts'
import './messages.css'

interface MessageProps {
  readonly name: string
  /** The name that gives the initials, if another is shown. */
  readonly person?: string
  readonly at: string
  /** The client, the project or the cycle of the message. */
  readonly place?: ReactNode
  /** Whether it is a client's, and nobody answered it yet. */
  readonly waits?: boolean
  readonly children: ReactNode
}

/** A message of a conversation: its author, its place, its time, and its text. */
export const Message = ({ name, person = name, at, place, waits = false, children }: MessageProps) => {
  const words = useMessageWords()
  return (
    <div className="client-message">
      <span className="avatar" aria-hidden="true">
        {initials(person)}
      </span>
      <div className="stack-8">
        <div className="line wrap">
          <b className="cut" dir="auto" title={name}>
            {name}
          </b>
          {place}
          {waits ? (
            <State glyph="wait" tone="wait">
              {words.waits}
            </State>
          ) : null}
          <Age at={at} className="quiet" />
        </div>
        {children}
      </div>
    </div>
  )
}

/** Writes a message down as a cycle. */
export const MakeCycle = ({ projectId, text }: { readonly projectId: string; readonly text: string }) => (
  <LinkButton className="make-cycle" to={paths.newCycle(projectId, text)}>
    {useMessageWords().makeCycle}
  </LinkButton>
)
