import { useState } from 'react'
import { TextLink } from '../../parts/text/text-link.tsx'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { listClientConversations } from '../../../../domains/delivery/conversation/contract.ts'
import { excerptMost } from '../../../../domains/delivery/conversation/rules.ts'
import { hasTyped } from '../../api/typed-values.ts'
import { prefetch, useLateReply, useReply } from '../../api/use-operation.ts'
import { Button, LinkButton } from '../../parts/forms/button.tsx'
import { conversationPlace, type ClientConversation } from '../../parts/text/conversation-place.ts'
import { Joined } from '../../parts/text/joined.tsx'
import { useClientsOf } from '../../parts/story/use-clients-of.ts'
import { Empty } from '../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../parts/page.tsx'
import { PartialRows } from '../../parts/list/partial-rows.tsx'
import { Section } from '../../parts/section.tsx'
import { withoutMarks } from '../../parts/text/without-marks.ts'
import { paths } from '../../paths.ts'
import { useMessageWords } from '../../words/messages/index.ts'
import { MakeCycle, Message } from './message.tsx'
import { WriteMessage } from './write-message.tsx'

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
        <div className="panel messages">
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

const Conversations = ({ title, rows }: { readonly title: string; readonly rows: readonly ClientConversation[] }) => (
  <Section title={title}>
    <div className="panel rows messages">
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
  const place = [
    client?.name,
    cycleTitle && projectName,
    <TextLink to={conversationPlace(row)}>{cycleTitle ?? projectName}</TextLink>,
  ]
  return (
    <article className="rows-cheap">
      <Message
        name={authorName ?? words.somebody}
        at={saidAt}
        place={
          <span className="cut quiet" dir="auto">
            <Joined parts={place} />
          </span>
        }
      >
        <p dir="auto">{withoutMarks(excerpt)}</p>
        {isAnsweredHere && isAnswering ? null : <ProposedCycle row={row} />}
      </Message>
      {isAnsweredHere ? (
        <div className="message-write">
          {isAnswering ? (
            <WriteMessage projectId={projectId} rows={3} answered={authorName} beside={<ProposedCycle row={row} />} />
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

/** Makes a cycle of the message; a message that is longer than its excerpt becomes a cycle in its project. */
const ProposedCycle = ({ row: { projectId, excerpt, waits } }: Pick<ConversationRowProps, 'row'>) => {
  const opened = useLateReply(getProject, { params: { id: projectId } }).data
  if (!waits || !opened?.canSteer || excerpt.length >= excerptMost) return null
  return <MakeCycle projectId={projectId} text={excerpt} />
}
