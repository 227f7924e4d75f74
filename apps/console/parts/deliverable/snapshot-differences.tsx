import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import type { ReactNode } from 'react'
import { changesBetween } from './snapshot-changes.ts'
import type { SnapshotContent } from './snapshot.ts'
import './snapshot-differences.css'

interface DifferenceWords {
  readonly newNothing: string
  readonly newTitle: (title: string) => string
  readonly newDate: (date: string) => string
  readonly newNoDate: string
  readonly newStep: (state: string) => string
  readonly newFiles: (count: number) => string
  readonly gone: string
}

interface DifferencesProps {
  readonly before: SnapshotContent
  readonly after: SnapshotContent
  readonly words: DifferenceWords
  readonly states: Readonly<Record<SnapshotContent['clientStatus'], string>>
  readonly day: (at: string) => string
}

/** The differences of the later of two versions, a line for each. */
export const Differences = ({ before, after, words, states, day }: DifferencesProps) => {
  const changes = changesBetween(before, after)
  if (!changes) return <p className="small">{words.newNothing}</p>
  const { oldTitle, added, removed, isDueDateOther, isStepOther, files } = changes
  const { dueDate } = after
  return (
    <ul className="news">
      {oldTitle === undefined ? null : <New>{words.newTitle(oldTitle)}</New>}
      {added.map((line, at) => (
        <New key={at}>{line}</New>
      ))}
      {removed.map((line, at) => (
        <New key={`-${at}`} gone={words.gone}>
          {line}
        </New>
      ))}
      {isDueDateOther ? <New>{dueDate === null ? words.newNoDate : words.newDate(day(dueDate))}</New> : null}
      {isStepOther ? <New>{words.newStep(states[after.clientStatus])}</New> : null}
      {files === 0 ? null : <New>{words.newFiles(files)}</New>}
    </ul>
  )
}

interface NewProps {
  /** Text before a line that was removed. */
  readonly gone?: string
  readonly children: ReactNode
}

const New = ({ gone, children }: NewProps) => {
  const Icon = gone === undefined ? Check : Minus
  return (
    <li>
      <Icon className="i" aria-hidden="true" />
      <span dir="auto">
        {gone === undefined ? (
          children
        ) : (
          <>
            <span className="sr">{gone} </span>
            <s>{children}</s>
          </>
        )}
      </span>
    </li>
  )
}
