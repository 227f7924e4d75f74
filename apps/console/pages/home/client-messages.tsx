import MessageSquare from 'lucide-react/icons/message-square'
import { Link } from 'react-router'
import { listClientConversations } from '../../../../domains/delivery/conversation/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useAges, useFormat } from '../../format.ts'
import { conversationPlace } from '../../parts/text/conversation-place.ts'
import { Glyph } from '../../parts/text/glyph.tsx'
import { withoutMarks } from '../../parts/text/without-marks.ts'
import { paths } from '../../paths.ts'
import { useWaitingConversations } from '../../shell/use-waiting-count.ts'
import { useMessageWords } from '../../words/messages/index.ts'
import '../../parts/list/waiting-row.css'

const rowsShown = 5

/** The messages of clients that wait for an answer, and the link to all of them; renders nothing without any. */
export const ClientMessages = () => {
  const words = useMessageWords()
  const { whole } = useFormat()
  const { agoInWords } = useAges()
  const { data } = useLateReply(listClientConversations)
  const waiting = useWaitingConversations()
  if (!data || data.length === 0) return null
  return (
    <section className="panel rows" aria-label={words.linkAll}>
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
              <span className="link">{words.answer}</span>
            </div>
          </Link>
        )
      })}
      {waiting.length > rowsShown || waiting.length === 0 ? (
        <Link className="row" to={paths.messages}>
          {waiting.length > 0 ? <Glyph name="wait" /> : <MessageSquare className="i" aria-hidden="true" />}
          <span className="grow t">{waiting.length > 0 ? words.link(waiting.length) : words.linkAll}</span>
        </Link>
      ) : null}
    </section>
  )
}
