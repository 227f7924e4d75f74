import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { useServerWords } from '../../words/server/index.ts'
import { firstFailingTest } from './failing-test.ts'
import { useHeadline } from './use-headline.ts'
import './failure-note.css'

interface FailureNoteProps {
  /** The stored reason, as the server wrote it. */
  readonly message: string
  /** The step of the run that failed. */
  readonly step?: string | undefined
  /** The end of the output. */
  readonly log?: string | undefined
  /** `wait` if work goes on without what failed. */
  readonly tone?: 'bad' | 'wait'
  /** What to do next: one or two buttons. */
  readonly children?: ReactNode
}

/** Why something failed, in one line, and what to do next; the rest of what was recorded is folded. */
export const FailureNote = ({ message, step, log, tone = 'bad', children }: FailureNoteProps) => {
  const { failure: words, stepOf } = useServerWords()
  const { headline, rest } = useHeadline(message)
  const test = log === undefined ? undefined : firstFailingTest(log)
  const isShort = rest.length <= shortMost && !rest.includes('\n')
  const folded = [isShort ? '' : rest, log ?? ''].filter((part) => part !== '').join('\n\n')
  return (
    <div className={`note ${tone} failure-note`}>
      <CircleAlert className="i" aria-hidden="true" />
      <div>
        <b dir="auto">{headline}</b>
        {test === undefined ? null : (
          <div>
            {words.firstFailing} <span dir="auto">{test}</span>
          </div>
        )}
        {isShort && rest !== '' ? (
          <div className="soft" dir="auto">
            {rest}
          </div>
        ) : null}
        {step ? <div className="soft">{stepOf(step)}</div> : null}
        {children ? <div className="line wrap">{children}</div> : null}
        {folded === '' ? null : (
          <details>
            <summary>{words.details}</summary>
            <pre className="log" tabIndex={0} aria-label={words.details} dir="auto">
              {folded}
            </pre>
          </details>
        )}
      </div>
    </div>
  )
}

const shortMost = 200
