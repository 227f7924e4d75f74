import { Link } from 'react-router'
import { useAges, useFormat } from '../../format.ts'
import { conversationPlace } from '../../parts/text/conversation-place.ts'
import { Glyph } from '../../parts/text/glyph.tsx'
import { withoutMarks } from '../../parts/text/without-marks.ts'
import { paths } from '../../paths.ts'
import type { useWaitingConversations } from '../../shell/use-waiting-count.ts'
import { useMessageWords } from '../../words/messages/index.ts'
import '../../parts/list/waiting-row.css'

const rowsShown = 5

export interface MessageRowsProps {
  /** The conversations in which a client waits for an answer. */
  readonly waiting: ReturnType<typeof useWaitingConversations>
}

/** The messages of clients that wait for an answer, and a link to all of them if there are many. */
export const MessageRows = ({ waiting }: MessageRowsProps) => {
  const words = useMessageWords()
  const { whole } = useFormat()
  const { agoInWords } = useAges()
  return (
    <>
      {waiting.slice(0, rowsShown).map((row) => {
        const { projectName, cycleTitle, authorName, excerpt, saidAt } = row
        const facts = [projectName, cycleTitle].filter((fact) => fact !== null).join('\u00a0· ')
        return (
          <Link key={conversationPlace(row)} className="waiting-row act" to={conversationPlace(row)}>
            <Glyph name="wait" />
            <div>
              <h2 className="t" dir="auto">
                {words.wrote(authorName ?? words.somebody, withoutMarks(excerpt))}
              </h2>
              <p className="m" dir="auto" title={facts}>
                <b>{words.message}</b>&nbsp;· {facts}
              </p>
            </div>
            <div className="end">
              <time className="age" dateTime={saidAt} title={whole(saidAt)}>
                {agoInWords(saidAt)}
              </time>
              <span className="btn s">{words.answer}</span>
            </div>
          </Link>
        )
      })}
      {waiting.length > rowsShown ? (
        <Link className="row" to={paths.messages}>
          <Glyph name="wait" />
          <span className="grow t">{words.link(waiting.length)}</span>
        </Link>
      ) : null}
    </>
  )
}
