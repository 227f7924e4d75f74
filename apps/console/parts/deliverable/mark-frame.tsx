import CircleAlert from 'lucide-react/icons/circle-alert'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import type { HashCheck } from './snapshot.ts'
import { save } from '../files/save-file.ts'

interface MarkFrameProps {
  readonly snapshot: string
  readonly sha256: string
  readonly mark: HashCheck
  readonly className: string
  /** The name of the panel for screen readers, if it has no heading. */
  readonly label?: string
  /** The warning if the hash does not match, and the text of the button that saves the snapshot. */
  readonly words: Readonly<Record<'differs' | 'save', string>>
  /** Beside the button that saves the snapshot. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** Frame of the panels that show the hash of a published snapshot, to the agency and in the portal. */
export const MarkFrame = ({ snapshot, sha256, mark, className, label, words, beside, children }: MarkFrameProps) => {
  if (mark === 'differs') {
    return (
      <div className="note bad" role="alert">
        <CircleAlert className="i" aria-hidden="true" />
        <div>{words.differs}</div>
      </div>
    )
  }
  return (
    <section className={`${className} panel pad`} aria-label={label}>
      {children}
      <div className="line wrap">
        {beside}
        <Button size="small" icon={Download} onClick={() => saveRecord(snapshot, sha256)}>
          {words.save}
        </Button>
      </div>
    </section>
  )
}

/** Has the browser save the exact bytes of the mark. */
const saveRecord = (snapshot: string, sha256: string): void =>
  save(new Blob([snapshot], { type: 'application/json' }), `${sha256.slice(0, 8)}.json`)
