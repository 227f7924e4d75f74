import { Link } from 'react-router'
import { isForClient, waitingKind } from '../../../api/waiting-items.ts'
import { Age } from '../../../parts/text/age.tsx'
import { conversationPlace } from '../../../parts/text/conversation-place.ts'
import { Glyph, type GlyphName } from '../../../parts/text/glyph.tsx'
import { Handle } from '../../../parts/text/handle.tsx'
import { withoutMarks } from '../../../parts/text/without-marks.ts'
import { waitingTitle } from '../../../parts/request-decision/request-title.ts'
import { paths } from '../../../paths.ts'
import { useWaiting, useWaitingConversations, waitingGlyph } from '../../../shell/use-waiting-count.ts'
import { useInboxWords } from '../../../words/inbox/index.ts'
import { useMessageWords } from '../../../words/messages/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'

/** The items of a project that wait for this person, messages to answer, and the number of items that wait for clients. */
export const useProjectWaiting = (id: string) => {
  const waiting = useWaiting().filter(({ projectId }) => projectId === id)
  const messages = useWaitingConversations().filter(({ projectId }) => projectId === id)
  const own = waiting.filter((thing) => !isForClient(thing))
  return { own, messages, atClients: waiting.length - own.length }
}

/** The items of a project that wait for this person, one to a row; nothing without items. */
export const WaitingRows = ({ projectId }: { readonly projectId: string }) => {
  const { own, messages } = useProjectWaiting(projectId)
  const { board } = useProjectWords()
  const words = useInboxWords()
  const talk = useMessageWords()
  if (own.length + messages.length === 0) return null
  return (
    <section className="project-waits">
      <div className="sect-head">
        <h2>{board.columns.blocked}</h2>
      </div>
      <div className="panel rows">
        {own.map((item) => (
          <WaitingRow
            key={item.id}
            glyph={waitingGlyph(item)}
            title={waitingTitle(item, words)}
            handle={item.cycleHandle ?? ''}
            kind={words.kinds[waitingKind(item)]}
            since={item.since}
            to={(item.deliverable ? paths.deliverable : paths.cycle)(projectId, item.cycleId)}
          />
        ))}
        {messages.map((row) => (
          <WaitingRow
            key={conversationPlace(row)}
            glyph="wait"
            title={talk.wrote(row.authorName ?? talk.somebody, withoutMarks(row.excerpt))}
            handle=""
            kind={talk.message}
            since={row.saidAt}
            to={conversationPlace(row)}
          />
        ))}
      </div>
    </section>
  )
}

interface WaitingRowProps {
  readonly glyph: GlyphName
  readonly title: string
  readonly handle: string
  readonly kind: string
  readonly since: string
  readonly to: string
}

const WaitingRow = ({ glyph, title, handle, kind, since, to }: WaitingRowProps) => (
  <Link className="row cycle-row" to={to}>
    <Glyph name={glyph} />
    <span className="t cut grow" dir="auto" title={title}>
      {title}
    </span>
    <Handle>{handle}</Handle>
    <span className="m status">{kind}</span>
    <Age at={since} className="m num age" />
  </Link>
)
