import { useState } from 'react'
import { Link } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { listClientConversations } from '../../../../domains/delivery/conversation/contract.ts'
import { excerptMost } from '../../../../domains/delivery/conversation/rules.ts'
import { hasTyped } from '../../api/typed-values.ts'
import { prefetch, useLateReply, useReply } from '../../api/use-operation.ts'
import { Age } from '../../parts/text/age.tsx'
import { Button, LinkButton } from '../../parts/forms/button.tsx'
import { conversationPlace, type ClientConversation } from '../../parts/text/conversation-place.ts'
import { Joined } from '../../parts/text/joined.tsx'
import { useClientsOf } from '../../parts/story/use-clients-of.ts'
import { Empty } from '../../parts/feedback/empty.tsx'
import { Glyph } from '../../parts/text/glyph.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { PartialRows } from '../../parts/list/partial-rows.tsx'
import { Section } from '../../parts/section.tsx'
import { withoutMarks } from '../../parts/text/without-marks.ts'
import { paths } from '../../paths.ts'
import { useMessageWords } from '../../words/messages/index.ts'
import { WriteMessage } from './write-message.tsx'
import './messages.css'

export const loader = () => prefetch(listClientConversations)

/** All conversations in which clients wrote: those first that wait for an answer. */
export default function MessagesPage() {
  const words = useMessageWords()
  const conversations = useReply(listClientConversations)
  const waiting = conversations.filter(({ waits }) => waits)
  const answered = conversations.filter(({ waits }) => !waits)
  useTitle(words.title)
  return (
    <div className="page">
      <Head
        title={words.title}
        count={waiting.length}
        text={conversations.length > 0 && waiting.length === 0 ? words.allAnswered : undefined}
      />
      {conversations.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText}>
            <LinkButton to={paths.clients}>{words.openClients}</LinkButton>
          </Empty>
        </div>
      ) : null}
      {waiting.length > 0 ? <Conversations title={words.toAnswer} rows={waiting} /> : null}
      {answered.length > 0 ? <Conversations title={words.others} rows={answered} /> : null}
    </div>
  )
}

interface ConversationsProps {
  readonly title: string
  readonly rows: readonly ClientConversation[]
}

const Conversations = ({ title, rows }: ConversationsProps) => (
  <Section title={title}>
    <div className="panel rows">
      <PartialRows rows={rows}>
        {(row) => (
          <ConversationRow
            key={[row.projectId, row.cycleId, row.taskId].join(' ')}
            row={row}
            isOpenAtFirst={row === rows[0]}
          />
        )}
      </PartialRows>
    </div>
  </Section>
)

interface ConversationRowProps {
  readonly row: ClientConversation
  /** Whether its answer can be written at once. */
  readonly isOpenAtFirst: boolean
}

const ConversationRow = ({ row, isOpenAtFirst }: ConversationRowProps) => {
  const words = useMessageWords()
  const [isAnswering, setAnswering] = useState(() => isOpenAtFirst || hasTyped(`project-message.${row.projectId}`))
  const client = useClientsOf([row.projectId])(row.projectId)
  const { projectId, projectName, cycleId, cycleTitle, authorName, excerpt, saidAt, waits } = row
  // The conversation of a cycle steers its agents: it is answered beside their work.
  const isAnsweredHere = waits && cycleId === null
  return (
    <article className="rows-cheap message-row">
      <Link className="row" to={conversationPlace(row)}>
        <Glyph name={waits ? 'wait' : 'good'} />
        <span className="sr">{waits ? words.waits : words.answered}</span>
        <span className="grow">
          <span className="line wrap">
            <b className="cut t" dir="auto" title={authorName ?? undefined}>
              {authorName ?? words.somebody}
            </b>
            <span className="cut m" dir="auto" title={cycleTitle ?? projectName}>
              <Joined parts={[client?.name, <span className="link">{projectName}</span>, cycleTitle]} />
            </span>
          </span>
          <span className="excerpt" dir="auto">
            {withoutMarks(excerpt)}
          </span>
        </span>
        <Age at={saidAt} className="m" />
      </Link>
      {isAnsweredHere ? (
        <div className="message-answer">
          {isAnswering ? (
            <WriteMessage projectId={projectId} rows={3} answered={authorName}>
              <MakeCycle row={row} />
            </WriteMessage>
          ) : (
            <Button size="small" onClick={() => setAnswering(true)}>
              {words.answer}
            </Button>
          )}
        </div>
      ) : null}
    </article>
  )
}

/** Writes the message down as a cycle; a message that is longer than its excerpt becomes a cycle in its project. */
const MakeCycle = ({ row: { projectId, excerpt } }: Pick<ConversationRowProps, 'row'>) => {
  const words = useMessageWords()
  const opened = useLateReply(getProject, { params: { id: projectId } }).data
  if (!opened?.canSteer || excerpt.length >= excerptMost) return null
  return (
    <LinkButton variant="plain" to={paths.newCycle(projectId, excerpt)}>
      {words.makeCycle}
    </LinkButton>
  )
}
